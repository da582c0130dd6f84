import assert from 'node:assert/strict';
import { expectedRows, readTable, synchronise } from '../../demo/synchronisation.mts';
import { copyingWorkflow, MANUAL_TRIGGER, READER } from '../../demo/workflows.mts';
import { assertOutput } from '../harness/n8n/execution.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import type { Cluster } from './cluster.mts';
import { secondsSince } from './format.mts';
import type { Worker } from './worker.mts';

const EXECUTIONS = 20;
const WITHIN_MS = 900_000;

/** Runs a workflow many times at once, and checks that each run reads and saves everything. */
export async function checkParallelRuns(
	{ sandbox, workers }: Cluster,
	{ report }: ScriptTools,
): Promise<string[]> {
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
	const time = secondsSince(start);

	assert.deepEqual(await readTable(sandbox, tableId), expectedRows(service));
	return [
		`Each of ${EXECUTIONS} parallel executions read all ${customers.length} customers in order (${time}).`,
		'The table still has exactly one row for each customer.',
		...(await sharesOf(ids, workers)),
	];
}

/** Asserts that each worker ran some executions and none ran twice; returns each worker's count. */
async function sharesOf(ids: string[], workers: Worker[]): Promise<string[]> {
	const lines: string[] = [];
	const all: string[] = [];
	for (const worker of workers) {
		const own = (await worker.finished()).filter((id) => ids.includes(id));
		assert.ok(own.length > 0, `${worker.name} ran no executions`);
		lines.push(`${worker.name} ran ${own.length} of them, according to its log.`);
		all.push(...own);
	}
	assert.deepEqual(all.sort(), [...ids].sort(), 'Some executions did not run exactly once');
	return lines;
}
