import assert from 'node:assert/strict';
import { expectedRows, readTable, synchronise } from '../../demo/synchronisation.mts';
import { copyingWorkflow, MANUAL_TRIGGER, READER } from '../../demo/workflows.mts';
import { assertOutput } from '../harness/n8n/execution.mts';
import { runScript } from '../harness/script/script.mts';
import { startCluster, type Worker } from './cluster.mts';

const EXECUTIONS = 20;
const WITHIN_MS = 900_000;

await runScript('queue', async (tools) => {
	const { report } = tools;
	const { sandbox, workers } = await startCluster(tools);
	const { rest, service } = sandbox;
	const workflow = await rest.createWorkflow(copyingWorkflow());
	report('Running the example workflow once to fill the table …');
	const { tableId } = await synchronise(sandbox, workflow);

	report(`Running it ${EXECUTIONS} times in parallel …`);
	const start = Date.now();
	const ids: string[] = [];
	for (let run = 1; run <= EXECUTIONS; run++)
		ids.push(await rest.startRun(workflow, MANUAL_TRIGGER));
	const { GetCustomers: customers } = service.lists;
	const expected = customers.page(0, customers.length);
	for (const id of ids) assertOutput(await rest.finished(id, WITHIN_MS), READER, expected);
	const seconds = Math.round((Date.now() - start) / 1000);
	report(`Every execution read all ${customers.length} customers in order (${seconds} s).`);

	assert.deepEqual(await readTable(sandbox, tableId), expectedRows(service));
	report('The table still has exactly one row for each customer.');
	for (const line of await sharesOf(ids, workers)) report(line);
});

/** Asserts that each worker ran some executions and none ran twice; returns each worker's count. */
async function sharesOf(ids: string[], workers: Worker[]): Promise<string[]> {
	const lines: string[] = [];
	const all: string[] = [];
	for (const { name, executions } of workers) {
		const own = (await executions()).filter((id) => ids.includes(id));
		assert.ok(own.length > 0, `${name} ran no executions`);
		lines.push(`${name} ran ${own.length} of them, according to its log.`);
		all.push(...own);
	}
	assert.deepEqual(all.sort(), [...ids].sort(), 'Some executions did not run exactly once');
	return lines;
}
