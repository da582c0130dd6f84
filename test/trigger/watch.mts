import { setTimeout as sleep } from 'node:timers/promises';
import type { DataRecord } from '../../service/records.mts';
import { startService, type ChangeKind, type RunningService } from '../../service/server.mts';
import { credentialFor } from '../harness/n8n/credential.mts';
import type { N8nRest } from '../harness/n8n/rest.mts';
import type { Cleanup } from '../harness/script/cleanup.mts';
import { customerDataTrigger } from '../harness/workflow/nodes.mts';
import { OFTEN, publish } from '../harness/workflow/polling.mts';
import { append, workflow } from '../harness/workflow/workflow.mts';
import type { Run } from './evidence.mts';
import { History } from './history.mts';
import { Ledger } from './ledger.mts';

/** A workflow, and what is special about it. */
export interface Plan {
	name: string;
	/** Options of its triggers. */
	options?: { emitExisting?: boolean; maxEvents?: number; maxRemovals?: number };
	/** Changes to the list for each page that is read, on average. */
	changes?: number;
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
const FLOOD = 4;
const MOST_AWAY = 3;
/** Requests of one poll follow each other faster. */
const PAUSE_MS = 1_000;

/** A list of customers that lives, and a trigger that watches it. */
export class Watch {
	workflowId = '';
	readonly ledger: Ledger;
	private readonly history: History;
	private readonly resting = new AbortController();
	private life: Promise<void> | undefined;

	private constructor(
		readonly plan: Plan,
		/** Its name, and its ID. */
		readonly trigger: string,
		readonly service: RunningService,
		/** Whether a poll of another trigger of the workflow can take the state back. */
		private readonly mayRepeat: boolean,
	) {
		this.history = new History(service.lists.GetCustomers);
		this.ledger = new Ledger({
			baseline: plan.options?.emitExisting ? [] : this.list,
			stayed: (key, run) => this.stayed(key, run),
			mayRepeat,
		});
	}

	/** Publishes a workflow while the lists of its triggers are at rest. */
	static async start(plan: Plan, { rest, cleanup, sharesData }: Host): Promise<Watch[]> {
		const { triggers = ['Trigger'], options = {} } = plan;
		const watches: Watch[] = [];
		let draft = workflow(plan.name, []);
		for (const name of triggers) {
			const service = await startService({ sizes: { customers: 250 }, latency: 10 });
			cleanup.add(() => service.close());
			const watch = new Watch(plan, name, service, sharesData && triggers.length > 1);
			cleanup.add(() => watch.rest());
			watches.push(watch);
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

	live(random: () => number): void {
		this.life = this.change(random);
	}

	async rest(): Promise<void> {
		this.resting.abort();
		await this.life;
	}

	/** Changes the list while it is read, now and then a lot. Some customers leave, and come back. */
	private async change(random: () => number): Promise<void> {
		const { service, resting, mayRepeat } = this;
		const { GetCustomers: list } = service.lists;
		const { changes = 0.3 } = this.plan;
		const away: DataRecord[] = [];
		const comeBack = () => {
			for (const record of away.splice(0, 1))
				list.insert(record, Math.floor(random() * list.length));
		};
		// Nobody can tell that a change was taken back whose state was taken back, too.
		service.changeKinds = mayRepeat ? KINDS : [...KINDS, 'remove'];
		const { signal } = resting;
		while (await sleep(2_500 * random(), true, { signal }).catch(() => false)) {
			service.changes = random() < 0.8 ? changes : FLOOD;
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

	/** Whether the record was in the list during the whole poll of this run and the one before. */
	private stayed(key: string, run: Run): boolean {
		const from = this.polls.filter((poll) => poll < run.at).at(-2) ?? 0;
		const to = this.service.requests.findLast(({ at }) => at < run.at)?.at ?? 0;
		return this.history.stayed(key, from, to);
	}
}
