import assert from 'node:assert/strict';
import type { ScriptTools } from '../harness/script/script.mts';
import type { Batches } from './batches.mts';
import { batchesOf } from './copying.mts';

const FILE = 'all-customers-in-batches.json';
const LIST = { customers: 11_000, batchSize: 4_000, latency: 0, isSaved: true };
const BATCHES = Math.ceil(LIST.customers / LIST.batchSize);

/** Asserts that sub-workflows run where their parent does, which is why another example uses webhooks. */
export async function checkSubWorkflows(
	batches: Batches,
	{ report }: ScriptTools,
): Promise<string[]> {
	report('Running batches in sub-workflows …');
	return await batches.publish(LIST, FILE, async (copying) => {
		const { workers } = batches.cluster;
		const run = await copying.run();
		await batches.assertComplete(LIST);
		const executions = await copying.executionsSince(run);
		assert.equal(executions.length, BATCHES, 'The batches are not executions of their own');
		const jobs = await Promise.all(workers.map((worker) => batchesOf(worker, run)));
		assert.deepEqual(jobs.flat(), [], 'n8n distributes sub-workflows');
		return [
			`${BATCHES} batches in sub-workflows ran in the worker that ran their parent: none was a job for another one.`,
		];
	});
}
