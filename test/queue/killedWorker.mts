import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../harness/script/waitFor.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { OVER_WORKERS, type Batches } from './batches.mts';
import type { Copying } from './copying.mts';
import { secondsSince } from './format.mts';
import type { Worker } from './worker.mts';

const LIST = { customers: 40_000, batchSize: 5_000, batchesAtOnce: 4, latency: 100 };
/** A batch of this size reads for longer than that. */
const INTO_BATCH_MS = 1_000;

/** Kills a worker that reads a batch; the run is another worker's, and has to succeed by itself. */
export async function checkKilledBatch(
	batches: Batches,
	{ report }: ScriptTools,
): Promise<string[]> {
	report('Killing a worker in the middle of a batch …');
	return await batches.publish(LIST, OVER_WORKERS, async (copying) => {
		const run = await copying.start();
		const { victim, lost } = await killDuring(batches, run, 'batch');
		const start = Date.now();
		const { status } = await copying.ended(run);
		assert.equal(status, 'success');
		await batches.assertComplete(LIST);
		const ends = await statusesOf(copying, lost);
		return [
			`${victim.name} was killed with ${lost.length} batches unfinished, which n8n ended with: ${ends}.`,
			`The run repeated them by itself, and the CRM was complete ${secondsSince(start)} after the kill.`,
		];
	});
}

/** Kills the worker that the run itself is on; running the workflow again has to complete the CRM. */
export async function checkKilledRun(batches: Batches, { report }: ScriptTools): Promise<string[]> {
	report('Killing the worker that runs the loop …');
	return await batches.publish(LIST, OVER_WORKERS, async (copying) => {
		const run = await copying.start();
		const { victim, lost } = await killDuring(batches, run, 'run');
		const start = Date.now();
		const { status, error } = await copying.ended(run);
		const seconds = secondsSince(start);
		assert.notEqual(status, 'success');
		await copying.run();
		await batches.assertComplete(LIST);
		return [
			`${victim.name} was killed with the run itself and ${lost.length - 1} batches unfinished. After ${seconds} n8n ended the run with "${status}": ${error?.message}`,
			'Running the workflow again completed the CRM.',
		];
	});
}

/** Kills the worker that the run is on, or the other one, a while after it started a batch. */
async function killDuring(
	{ cluster: { workers } }: Batches,
	run: string,
	what: 'run' | 'batch',
): Promise<{ victim: Worker; lost: string[] }> {
	const failure = 'No worker was in the middle of a batch';
	const victim = await waitFor(() => inBatch(workers, run, what), { failure, withinMs: 120_000 });
	victim.kill();
	workers.splice(workers.indexOf(victim), 1);
	return { victim, lost: await victim.running() };
}

async function inBatch(
	workers: Worker[],
	run: string,
	what: 'run' | 'batch',
): Promise<Worker | undefined> {
	for (const worker of workers) {
		const before = await worker.running();
		if (before.includes(run) !== (what === 'run')) continue;
		const batches = before.filter((id) => id !== run);
		if (batches.length === 0) continue;
		await sleep(INTO_BATCH_MS);
		const now = await worker.running();
		if (batches.some((id) => now.includes(id))) return worker;
	}
	return undefined;
}

async function statusesOf(copying: Copying, ids: string[]): Promise<string> {
	const ends = await Promise.all(ids.map((id) => copying.ended(id)));
	const words = ends.map(({ status, error }) => `${status} (${error?.message})`);
	return [...new Set(words)].join(', ');
}
