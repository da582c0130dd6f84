import { setTimeout as sleep } from 'node:timers/promises';
import type { DataRecord } from '../../service/records.mts';
import { startService, type ChangeKind, type RunningService } from '../../service/server.mts';
import { credentialFor } from '../harness/n8n/credential.mts';
import type { N8nRest } from '../harness/n8n/rest.mts';
import type { Cleanup } from '../harness/script/cleanup.mts';
import { customerDataTrigger } from '../harness/workflow/nodes.mts';
import { OFTEN, publish } from '../harness/workflow/polling.mts';
import { append, workflow } from '../harness/workflow/workflow.mts';
import { History } from './history.mts';
import { Ledger } from './ledger.mts';

/** A workflow, and what is special about it. */
export interface Plan {
	name: string;
	/** Options of its triggers. */
	options?: { emitExisting?: boolean; maxEvents?: number };
	/** The names of its triggers, each with a list of its own. */
	triggers?: string[];
}

interface Host {
	rest: N8nRest;
	cleanup: Cleanup;
	/** Whether each poll stores the data of the whole workflow as n8n handed them out before. */
	sharesData: boolean;
}

const KINDS: ChangeKind[] = ['insert', 'update', 'update', 'update', 'move', 'move'];
/** Changes to a list for each page that is read, on average. */
const CHANGES = { usual: 0.5, flood: 4 };
const MOST_AWAY = 3;

/** Requests of one poll follow each other faster. */
const PAUSE_MS = 1_000;

/** A list of customers that lives, and a trigger that watches it. */
export class Watch {
	workflowId = '';
	readonly ledger: Ledger;

	private constructor(
		readonly plan: Plan,
		/** Its name, and its ID. */
		readonly trigger: string,
		readonly service: RunningService,
		/** Whether a poll of another trigger of the workflow can take the state back. */
		private readonly mayRepeat: boolean,
	) {
		const history = new History(service.lists.GetCustomers);
		const baseline = plan.options?.emitExisting ? [] : this.list;
		const stayed = (key: string, at: number) => {
			const from = this.polls.filter((poll) => poll < at).at(-2) ?? 0;
			const to = service.requests.findLast((request) => request.at < at)?.at ?? 0;
			return history.stayed(key, from, to);
		};
		this.ledger = new Ledger({ baseline, stayed, mayRepeat });
	}

	/** Publishes a workflow while the lists of its triggers are at rest. */
	static async start(plan: Plan, { rest, cleanup, sharesData }: Host): Promise<Watch[]> {
		const { triggers = ['Trigger'], options = {} } = plan;
		const watches: Watch[] = [];
		let draft = workflow(plan.name, []);
		for (const name of triggers) {
			const service = await startService({ sizes: { customers: 250 }, latency: 10 });
			cleanup.add(() => service.close());
			watches.push(new Watch(plan, name, service, sharesData && triggers.length > 1));
			const title = `${plan.name} ${name}`;
			const credential = await rest.createCredential(credentialFor(service, title));
			const events = ['created', 'updated', 'removed'];
			const trigger = customerDataTrigger(credential, { events, pollTimes: OFTEN, options });
			draft = append(draft, undefined, { ...trigger, name });
		}
		const { id } = await publish(rest, draft);
		for (const watch of watches) watch.workflowId = id;
		return watches;
	}

	get list(): DataRecord[] {
		const { GetCustomers: list } = this.service.lists;
		return list.page(0, list.length);
	}

	/** When each poll began, in milliseconds since 1970. Polls that overlap count as one. */
	get polls(): number[] {
		const times = this.service.requests.map(({ at }) => at);
		return times.filter((at, index) => at - (times[index - 1] ?? 0) > PAUSE_MS);
	}

	/** Changes the list while it is read, now and then a lot. Some customers leave, and come back. */
	async live(random: () => number, signal: AbortSignal): Promise<void> {
		const { service, mayRepeat } = this;
		const { GetCustomers: list } = service.lists;
		const away: DataRecord[] = [];
		const comeBack = () => {
			const record = away.shift();
			if (record) list.insert(record, Math.floor(random() * list.length));
		};
		// Nobody can tell that a change was taken back whose state was taken back, too.
		service.changeKinds = mayRepeat ? KINDS : [...KINDS, 'remove'];
		while (await sleep(2_500 * random(), true, { signal }).catch(() => false)) {
			service.changes = random() < 0.8 ? CHANGES.usual : CHANGES.flood;
			if (away.length === MOST_AWAY || random() < 0.5) comeBack();
			else if (!mayRepeat) {
				const index = Math.floor(random() * list.length);
				away.push(...list.page(index, 1));
				list.remove(index);
			}
		}
		service.changes = 0;
		while (away.length > 0) comeBack();
	}
}
