import assert from 'node:assert/strict';
import { batchKey } from '../../harness/n8n/credential.mts';
import { assertSuccess, type Execution } from '../../harness/n8n/execution.mts';
import type { Workflow } from '../../harness/n8n/rest.mts';
import { waitFor } from '../../harness/script/waitFor.mts';
import { Crm } from '../../harness/servers/crm.mts';
import { readExample, withBatches, type Example } from '../../harness/workflow/examples.mts';
import { MANUAL_TRIGGER } from '../../harness/workflow/nodes.mts';
import { crmRows } from '../../harness/workflow/rows.mts';
import type { Cluster } from './cluster.mts';

/** Both copy all customers in batches; the second one spreads them over the workers. */
export const EXAMPLES = {
	batches: 'all-customers-in-batches.json',
	workers: 'all-customers-over-several-workers.json',
};

export type Copying = Awaited<ReturnType<typeof prepareCopying>>;

/** Creates the CRM that the examples copy to, and the credentials that they find by their names. */
export async function prepareCopying({ sandbox, postgres }: Cluster) {
	const { rest, service } = sandbox;
	const { GetCustomers: list } = service.lists;
	const crm = await Crm.create(postgres);
	await rest.createCredential(crm.credential());
	const unreachable = await rest.createCredential({ ...crm.credential(1), name: 'Nowhere' });
	await rest.createCredential(batchKey());
	let published: Workflow | undefined;

	const isListening = async ({ id }: Workflow) => {
		const sql = `select 1 from webhook_entity where "workflowId" = '${id}'`;
		return (await crm.query(sql, 'postgres')).length > 0;
	};

	/** Publishes an example in place of the one before, as it is or changed; returns what starts it. */
	const publish = async (file: string, batchSize?: number, change = (draft: Example) => draft) => {
		// Both would listen at the same address, and n8n publishes some time after it was told to.
		const former = published;
		if (former) {
			await rest.deactivate(former);
			await waitFor(async () => !(await isListening(former)), { failure: 'It still listens' });
		}
		const example = readExample(file);
		const draft = batchSize === undefined ? example : withBatches(example, batchSize);
		const workflow = await rest.createWorkflow(change(draft));
		await rest.activate(workflow);
		if (file === EXAMPLES.workers) {
			await waitFor(async () => await isListening(workflow), { failure: 'It does not listen' });
		}
		published = workflow;
		return async () => await rest.startRun(workflow, MANUAL_TRIGGER.name);
	};

	/** Changes how many customers there are, and empties the CRM. */
	const begin = async (customers: number) => {
		list.remove(0, list.length);
		for (let index = 0; index < customers; index++) list.insert(list.make(index));
		await crm.clear();
	};

	/** @throws unless the run succeeded, and each customer is in the CRM once, as in the service */
	const assertCopied = async (run: string): Promise<Execution> => {
		const execution = await rest.finished(run);
		assertSuccess(execution);
		const rows = await crm.rows();
		const expected = crmRows(service);
		assert.equal(rows.length, expected.length, 'The CRM has a row for each customer');
		for (const [index, row] of expected.entries()) assert.deepEqual(rows[index], row);
		return execution;
	};

	return { crm, unreachable, publish, begin, assertCopied };
}
