import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { credentialFor } from '../../../harness/n8n/credential.mts';
import type { N8nRest } from '../../../harness/n8n/rest.mts';
import type { Cleanup } from '../../../harness/script/cleanup.mts';
import { customerDataTrigger } from '../../../harness/workflow/nodes.mts';
import { publish } from '../../../harness/workflow/polling.mts';
import { workflow, type Node } from '../../../harness/workflow/workflow.mts';
import type { DataRecord } from '../../../service/records.mts';
import { startService, type ChangeKind, type RunningService } from '../../../service/server.mts';
import type { Evidence } from './evidence.mts';
import { differingKeys, hashesOf, Ledger } from './ledger.mts';

const KINDS: ChangeKind[] = ['insert', 'update', 'update', 'update', 'move', 'move'];
/** Changes to a list for each page that is read, on average. */
const CHANGES = { usual: 0.5, flood: 4 };
/** Customers that are away at the same time. */
const MOST_AWAY = 8;

/** Requests of one poll follow each other faster. */
const PAUSE_MS = 1_000;

/** What a run writes there takes the rest of the static data back to when it began, but no cursor. */
const WRITER: Node = {
	name: 'Writer',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: "$getWorkflowStaticData('global').at = Date.now();\nreturn [];" },
};
const TO_WRITER = { main: [[{ node: WRITER.name, type: 'main', index: 0 }]] };

/** Publishes a workflow of triggers with these names, each with a list of its own, which is at rest. */
export async function startWatching(
	names: string[],
	hasCursor: boolean,
	{ rest, cleanup }: { rest: N8nRest; cleanup: Cleanup },
): Promise<Watch[]> {
	const watches: Watch[] = [];
	const nodes: Node[] = hasCursor ? [WRITER] : [];
	for (const name of names) {
		const service = await startService({ sizes: { customers: 250 }, latency: 10 });
		cleanup.add(() => service.close());
		const credential = await rest.createCredential(credentialFor(service, name));
		// So few that a flood of changes takes several runs.
		const options = { maxEvents: 20 };
		nodes.push({ ...customerDataTrigger(credential, { options }), name });
		watches.push(new Watch(name, service, hasCursor));
	}
	const links = hasCursor ? names.map((name) => [name, TO_WRITER]) : [];
	const draft = workflow(names.join(', '), nodes);
	await publish(rest, { ...draft, connections: Object.fromEntries(links) });
	return watches;
}

/** A list of customers that lives, and a trigger that watches it. */
export class Watch {
	private readonly ledger: Ledger;
	/** When a customer was not in the list, in milliseconds since 1970. */
	private readonly absences: Array<{ customer: DataRecord; from: number; to: number }> = [];

	constructor(
		readonly trigger: string,
		readonly service: RunningService,
		hasCursor: boolean,
	) {
		this.ledger = new Ledger(this.list, hasCursor);
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

	/** Changes the list while it is read, now and then a lot. Some customers leave, and most come back. */
	async live(signal: AbortSignal): Promise<void> {
		const { service, absences } = this;
		const { GetCustomers: list } = service.lists;
		const below = (count: number) => Math.floor(Math.random() * count);
		service.changeKinds = KINDS;
		while (await sleep(2_500 * Math.random(), true, { signal }).catch(() => false)) {
			service.changes = Math.random() < 0.8 ? CHANGES.usual : CHANGES.flood;
			const away = absences.filter(({ to }) => to === Infinity);
			const returning = away[below(MOST_AWAY)];
			const index = below(list.length);
			if (returning) {
				returning.to = Date.now();
				list.insert(returning.customer, index);
			} else {
				const [customer = {}] = list.page(index, 1);
				absences.push({ customer, from: Date.now(), to: Infinity });
				list.remove(index);
			}
		}
		service.changes = 0;
	}

	/** Takes in what n8n left behind when it ended. @throws AssertionError if that is not as it should be */
	look(evidence: Evidence, end: { wasKilled: boolean }): void {
		const { ledger } = this;
		const own = evidence.runs.filter(({ trigger }) => trigger === this.trigger);
		for (const run of own.slice(ledger.figures.runs)) {
			const removed = run.events.filter(({ event }) => event === 'removed');
			const stayed = removed.filter(({ key }) => this.stayed(key, run.at));
			assert.deepEqual(stayed, [], `Run ${run.id} removes records that were there`);
			ledger.take(run);
		}
		const memory = this.memoryIn(evidence);
		assert.ok(memory, 'n8n has lost the state of a trigger');
		ledger.compare(memory, end);
	}

	/** What the trigger remembers, once it has polled. */
	memoryIn({ memories }: Evidence) {
		return memories.find(({ trigger }) => trigger === this.trigger);
	}

	/** The keys of what the trigger does not remember as it is in the list. */
	unknownIn(evidence: Evidence): string[] {
		const hashes = this.memoryIn(evidence)?.hashes ?? new Map<string, string>();
		return differingKeys(hashes, hashesOf(this.list));
	}

	/** For people. */
	figures(): string {
		return `${this.trigger} ${inspect(this.ledger.figures)}`;
	}

	/** Whether a record was in the list from the poll before that of a run on, until the run. */
	private stayed(key: string, at: number): boolean {
		const from = this.polls.filter((poll) => poll < at).at(-2) ?? 0;
		const to = this.service.requests.findLast((request) => request.at < at)?.at ?? 0;
		return !this.absences.some(
			(absence) => absence.customer.Code === key && absence.from < to && from < absence.to,
		);
	}
}
