import assert from 'node:assert/strict';
import { runScript } from '../harness/script/script.mts';
import { deviations, synchronise } from '../../demo/synchronisation.mts';
import { CUSTOMER_NODE, exampleWorkflow, MANUAL_TRIGGER } from '../../demo/workflow.mts';
import { TABLE_COLUMNS, TABLE_NAME } from '../../demo/workflowParts.mts';
import { assertEveryCustomer } from '../hosts/assertions.mts';
import { startCluster, type Worker } from './cluster.mts';

const EXECUTIONS = 20;
const WITHIN_MS = 900_000;

await runScript('queue', async (tools) => {
	const { report } = tools;
	const { stage, workers } = await startCluster(tools);
	const { rest, credential, projectId, service } = stage;
	const tableId = await rest.createDataTable(projectId, TABLE_NAME, TABLE_COLUMNS);
	const workflow = await rest.createWorkflow(exampleWorkflow(credential, tableId));
	report('Running the example workflow once, so that the table is filled …');
	assert.deepEqual(deviations(await synchronise(stage, workflow, tableId), service), []);

	report(`Running it ${EXECUTIONS} times at once …`);
	const start = Date.now();
	const ids: string[] = [];
	for (let run = 1; run <= EXECUTIONS; run++)
		ids.push(await rest.startRun(workflow, MANUAL_TRIGGER));
	for (const id of ids)
		assertEveryCustomer(await rest.finished(id, WITHIN_MS), stage, CUSTOMER_NODE);
	const seconds = Math.round((Date.now() - start) / 1000);
	const { length } = service.lists.GetCustomers;
	report(`All ${EXECUTIONS} read all ${length} customers, in order (${seconds} s).`);

	assert.equal((await rest.rows(projectId, tableId)).length, length);
	report('The table still has a row for each customer, and no other.');
	for (const line of await sharesOf(ids, workers)) report(line);
});

/** Tells how many executions each worker ran: some each, and none twice. */
async function sharesOf(ids: string[], workers: Worker[]): Promise<string[]> {
	const lines: string[] = [];
	const all: string[] = [];
	for (const { name, executions } of workers) {
		const own = (await executions()).filter((id) => ids.includes(id));
		assert.ok(own.length > 0, `${name} ran no execution`);
		lines.push(`By its log, ${name} ran ${own.length} of them.`);
		all.push(...own);
	}
	assert.deepEqual(all.sort(), [...ids].sort(), 'Not every execution was run by one worker');
	return lines;
}
