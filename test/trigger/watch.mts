import { z } from 'zod';
import { hasherFor } from '../../nodes/CustomerData/watch/identity.ts';
import type { DataRecord } from '../../service/records.mts';
import { startService, type RunningService } from '../../service/server.mts';
import { credentialFor } from '../harness/n8n/credential.mts';
import type { N8nRest, Workflow } from '../harness/n8n/rest.mts';
import type { Cleanup } from '../harness/script/cleanup.mts';
import { customerDataTrigger, TRIGGER_NAME } from '../harness/workflow/nodes.mts';
import { OFTEN, publish } from '../harness/workflow/polling.mts';
import { append, workflow } from '../harness/workflow/workflow.mts';
import { Disturbance } from './disturbance.mts';
import { History } from './history.mts';
import { Ledger } from './ledger.mts';
import type { Run } from './run.mts';

/** What is special about a watch. */
export interface Plan {
	name: string;
	/** Options of the trigger. */
	options: { emitExisting?: boolean; maxEvents?: number; maxRemovals?: number };
	/** Changes to the list for each page that is read, on average. */
	changes: number;
	/** The triggers of the workflow, each with a list of its own; one with n8n's name by default. */
	triggers?: string[];
}

interface Host {
	rest: N8nRest;
	cleanup: Cleanup;
	/** Whether each poll stores the data of the whole workflow as n8n handed them out before. */
	sharesData: boolean;
}

const CUSTOMERS = 250;
const LATENCY_MS = 10;
/** Requests of one poll follow each other faster. */
const PAUSE_MS = 1_000;

const savedSchema = z.object({ nodes: z.array(z.record(z.unknown())), versionId: z.string() });

/** A list of customers that lives, and a workflow that watches it. */
export class Watch {
	readonly ledger: Ledger;
	/** All names that the trigger has had, the present one last. */
	private readonly names: string[];
	private readonly history: History;
	private disturbance: Disturbance | undefined;

	private constructor(
		readonly plan: Plan,
		readonly service: RunningService,
		trigger: string,
		private saved: Workflow,
		/** Whether a poll of another trigger of the workflow can take the state back. */
		private readonly mayRepeat: boolean,
	) {
		this.names = [trigger];
		const { GetCustomers: list } = service.lists;
		this.history = new History(list);
		this.ledger = new Ledger({
			baseline: plan.options.emitExisting ? [] : list.page(0, list.length),
			hashOf,
			wasThere: (key, run) => this.wasThere(key, run),
			mayRepeat,
		});
	}

	/** Publishes the workflow while the lists are at rest. */
	static async start(plan: Plan, { rest, cleanup, sharesData }: Host): Promise<Watch[]> {
		const { triggers = [TRIGGER_NAME], options } = plan;
		const services: RunningService[] = [];
		let draft = workflow(plan.name, []);
		for (const name of triggers) {
			const service = await startService({ sizes: { customers: CUSTOMERS }, latency: LATENCY_MS });
			cleanup.add(() => service.close());
			services.push(service);
			const credential = await rest.createCredential(
				credentialFor(service, `${plan.name} ${name}`),
			);
			const events = ['created', 'updated', 'removed'];
			const parameters = { events, pollTimes: OFTEN, options };
			draft = append(draft, undefined, { ...customerDataTrigger(credential, parameters), name });
		}
		const saved = await publish(rest, draft);
		return services.map((service, index) => {
			const mayRepeat = sharesData && triggers.length > 1;
			const watch = new Watch(plan, service, triggers[index] ?? '', saved, mayRepeat);
			cleanup.add(() => watch.rest());
			return watch;
		});
	}

	/** The trigger, under its present name. */
	get node() {
		const [id = ''] = this.names;
		return { id, name: this.names.at(-1) ?? id };
	}

	/** Whether this trigger started the run, and no other one of the workflow. */
	isOwn({ trigger = '' }: Run): boolean {
		return this.names.includes(trigger);
	}

	get workflowId(): string {
		return this.saved.id;
	}

	/** When each poll began, in milliseconds since 1970. */
	get polls(): number[] {
		const { requests } = this.service;
		const isBeginning = (index: number) =>
			(requests[index]?.at ?? 0) - (requests[index - 1]?.at ?? 0) > PAUSE_MS;
		return requests.filter((_request, index) => isBeginning(index)).map(({ at }) => at);
	}

	disturb(random: () => number): void {
		const { service, plan, mayRepeat } = this;
		// Nobody can tell that a change was taken back whose state was taken back, too.
		this.disturbance = new Disturbance(service, { ...plan, isLasting: mayRepeat }, random);
	}

	async rest(): Promise<void> {
		await this.disturbance?.end();
	}

	/** Publishes the workflow again with another name for the trigger. */
	async rename(rest: N8nRest): Promise<void> {
		this.names.push('Renamed trigger');
		const { nodes, versionId } = savedSchema.parse(this.saved);
		const changed = {
			nodes: nodes.map((node) => ({ ...node, name: this.node.name })),
			connections: {},
			versionId,
		};
		const path = `/workflows/${this.workflowId}`;
		const schema = z.object({ id: z.string(), versionId: z.string() }).passthrough();
		this.saved = await rest.call('PATCH', path, schema, changed);
		await rest.activate(this.saved);
	}

	finish(): void {
		const { GetCustomers: list } = this.service.lists;
		this.ledger.finish(list.page(0, list.length));
	}

	/** Whether the record was in the list during the whole poll of this run and the one before. */
	private wasThere(key: string, run: Run): boolean {
		const from = this.polls.filter((poll) => poll < run.at).at(-2) ?? 0;
		const to = this.service.requests.findLast(({ at }) => at < run.at)?.at ?? 0;
		return this.history.wasThere(key, from, to);
	}
}

const hashOfJson = hasherFor({ fields: [], ignored: [] });

/** As the trigger hashes the record once it is read. */
function hashOf(record: DataRecord): string {
	return hashOfJson(JSON.parse(JSON.stringify(record)));
}
