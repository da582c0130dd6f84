import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { batchKey } from '../../../harness/n8n/credential.mts';
import { assertSuccess, outputOf, type Execution } from '../../../harness/n8n/execution.mts';
import type { Workflow } from '../../../harness/n8n/rest.mts';
import type { Scene } from '../../../harness/sandbox.mts';
import { waitFor } from '../../../harness/script/waitFor.mts';
import { Crm } from '../../../harness/servers/crm.mts';
import type { Postgres } from '../../../harness/servers/postgres.mts';
import {
	readExample,
	withBatches,
	withNodes,
	type Example,
} from '../../../harness/workflow/examples.mts';
import { MANUAL_TRIGGER } from '../../../harness/workflow/nodes.mts';
import { crmRows } from '../../../harness/workflow/rows.mts';
import type { DataRecord } from '../../../service/records.mts';
import type { Fault } from '../../../service/server.mts';

/** Both copy all customers in batches; the second one spreads them over the workers. */
export const EXAMPLES = {
	inBatches: 'all-customers-in-batches.json',
	overWorkers: 'all-customers-over-several-workers.json',
};

/** Where the second one starts its batches. */
const WEBHOOK = 'When a batch is due';

/** Changes the example with small batches, or as it is shipped. */
type Change = (example: Example, shipped: Example) => Example;

export const BATCH = 200;

export const REFUSED: Fault = { kind: 'status', status: 401 };
/** A batch reads 50 customers beyond its end, in whole pages. */
export const IN_THE_SECOND_BATCH_ALONE: Fault = { ...REFUSED, offset: BATCH + 150 };

/** What the examples need: an n8n, and PostgreSQL for the CRM. */
interface Site {
	scene: Scene;
	postgres: Postgres;
}

export type Copying = Awaited<ReturnType<typeof prepareCopying>>;

/** Creates the CRM that the examples copy to, and the credentials that they find by their names. */
export async function prepareCopying({ scene, postgres }: Site) {
	const { rest, service } = scene;
	const { GetCustomers: list } = service.lists;
	const crm = await Crm.create(postgres);
	await rest.createCredential(crm.credential());
	const unreachable = await rest.createCredential({ ...crm.credential(1), name: 'Nowhere' });
	await rest.createCredential(batchKey());
	let published: Workflow | undefined;
	let current = EXAMPLES.inBatches;

	/** Publishes an example, or the same one with these changes, in place of the one before. */
	const publish = async (change: Change = (example) => example, file = current) => {
		if (published) await rest.deactivate(published);
		const shipped = readExample(file);
		// The one before may still have its address: n8n publishes some time after it was told to.
		const path = randomUUID();
		const own = { [WEBHOOK]: { webhookId: path, parameters: { path } } };
		const example = withNodes(change(withBatches(shipped, BATCH), shipped), own);
		published = await rest.createWorkflow(example);
		current = file;
		await rest.activate(published);
		if (file !== EXAMPLES.overWorkers) return;
		// It refuses who does not have the key.
		const isListening = async () =>
			(await fetch(`${rest.url}/webhook/${path}`, { method: 'POST' })).status === 403;
		await waitFor(isListening, { failure: 'It does not listen' });
	};

	/** Changes how many customers there are, and empties the CRM. */
	const begin = async (customers: number) => {
		service.setFaults([]);
		service.latency = 0;
		list.remove(0, list.length);
		for (let index = 0; index < customers; index++) list.insert(list.make(index));
		await crm.clear();
	};

	/** Changes some fields of a customer, and returns it as it was. */
	const change = (index: number, fields: DataRecord): DataRecord => {
		const before = { ...list.at(index) };
		list.upsert(index, { ...before, ...fields });
		return before;
	};

	const start = async () => {
		assert.ok(published);
		return await rest.startRun(published, MANUAL_TRIGGER.name);
	};
	const run = async () => await rest.finished(await start());

	/** Runs it, and returns why it failed. */
	const message = async () => (await run()).error?.message ?? '';

	/** Runs it, and returns how many were removed. */
	const removed = async () => {
		const execution = await run();
		assertSuccess(execution);
		return outputOf(execution, 'All customers saved')[0]?.removed;
	};

	/** @throws unless a run succeeds, and each customer is in the CRM once, as in the service */
	const assertCopied = async (started?: string): Promise<Execution> => {
		const execution = await rest.finished(started ?? (await start()));
		assertSuccess(execution);
		const rows = await crm.rows();
		const expected = crmRows(service);
		assert.equal(rows.length, expected.length, 'The CRM has a row for each customer');
		for (const [index, row] of expected.entries()) assert.deepEqual(rows[index], row);
		return execution;
	};

	/** @throws unless these rows are marked, each by its company and code */
	const assertInactive = async (expected: string[], why?: string) => {
		const condition = 'removed is not null and not active order by code';
		const rows = await crm.query(`select company_id, code from crm_contacts where ${condition}`);
		const found = rows.map((row) => `${row.company_id} ${row.code}`);
		assert.deepEqual(found, expected, why);
	};

	return {
		...{ crm, list, rest, service, unreachable, publish, begin, change },
		...{ start, message, removed, assertCopied, assertInactive },
	};
}
