import { z } from 'zod';
import { hasherFor } from '../../nodes/CustomerData/watch/identity.ts';
import type { DataRecord } from '../../service/records.mts';
import { startService, type RunningService } from '../../service/server.mts';
import { credentialFor } from '../harness/n8n/credential.mts';
import type { N8nRest, Workflow } from '../harness/n8n/rest.mts';
import type { Cleanup } from '../harness/script/cleanup.mts';
import { customerDataTrigger, TRIGGER_NAME } from '../harness/workflow/nodes.mts';
import { OFTEN, publish } from '../harness/workflow/polling.mts';
import { workflow } from '../harness/workflow/workflow.mts';
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
}

const CUSTOMERS = 250;
const LATENCY_MS = 10;
/** Requests of one poll follow each other faster. */
const PAUSE_MS = 1_000;

const savedSchema = z.object({ nodes: z.array(z.record(z.unknown())), versionId: z.string() });

/** A list of customers that lives, and a workflow that watches it. */
export class Watch {
	/** The trigger, under its present name. */
	readonly node = { id: TRIGGER_NAME, name: TRIGGER_NAME };
	readonly ledger: Ledger;
	private readonly history: History;
	private disturbance: Disturbance | undefined;

	private constructor(
		readonly plan: Plan,
		readonly service: RunningService,
		private saved: Workflow,
	) {
		const { GetCustomers: list } = service.lists;
		this.history = new History(list);
		this.ledger = new Ledger({
			baseline: plan.options.emitExisting ? [] : list.page(0, list.length),
			hashOf,
			wasThere: (key, run) => this.wasThere(key, run),
		});
	}

	/** Publishes the workflow while the list is at rest. */
	static async start(plan: Plan, rest: N8nRest, cleanup: Cleanup): Promise<Watch> {
		const service = await startService({ sizes: { customers: CUSTOMERS }, latency: LATENCY_MS });
		cleanup.add(() => service.close());
		const credential = await rest.createCredential(credentialFor(service, plan.name));
		const events = ['created', 'updated', 'removed'];
		const trigger = customerDataTrigger(credential, {
			events,
			pollTimes: OFTEN,
			options: plan.options,
		});
		const watch = new Watch(plan, service, await publish(rest, workflow(plan.name, [trigger])));
		cleanup.add(() => watch.rest());
		return watch;
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
		this.disturbance = new Disturbance(this.service, this.plan.changes, random);
	}

	async rest(): Promise<void> {
		await this.disturbance?.end();
	}

	/** Publishes the workflow again with another name for the trigger. */
	async rename(rest: N8nRest): Promise<void> {
		this.node.name = 'Renamed trigger';
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
