import assert from 'node:assert/strict';
import type { ScriptTools } from '../harness/script/script.mts';
import { OVER_WORKERS, type Batches } from './batches.mts';
import { batchesOf } from './copying.mts';
import { megabytes, number } from './format.mts';
import { describeCores, measure } from './usage.mts';
import type { Worker } from './worker.mts';

const LIST = { customers: 200_000, batchSize: 10_000, batchesAtOnce: 4, latency: 0 };
const BATCHES = LIST.customers / LIST.batchSize;
const SHARE = { least: 0.35, most: 0.65 };
/** By how much the peak of the second half of the run may exceed that of the first. */
const MOST_GROWTH = 1.2;

/** Copies a long list, and checks the CRM, each worker's share of the batches and its memory. */
export async function checkLongList(batches: Batches, { report }: ScriptTools): Promise<string[]> {
	const { customers, batchSize } = LIST;
	report(`Copying ${number(customers)} customers in batches of ${number(batchSize)} …`);
	return await batches.publish(LIST, OVER_WORKERS, async (copying) => {
		const { workers } = batches.cluster;
		const usage = await measure(batches.processes, () => copying.run());
		await batches.assertComplete(LIST);
		return [
			`${number(customers)} customers are in the CRM, each once, as in the service (${Math.round(usage.seconds)} s; ${describeCores(usage.cores)}).`,
			...(await sharesOf(usage.result, workers)),
			...workers.map(({ name }) => growthOf(name, usage.memory[name] ?? [])),
		];
	});
}

/** Asserts that each batch ran once, and that the workers shared them; returns their counts. */
async function sharesOf(run: string, workers: Worker[]): Promise<string[]> {
	const own = await Promise.all(workers.map((worker) => batchesOf(worker, run)));
	// Batches past the end of the list come last.
	const full = own
		.flat()
		.sort((a, b) => Number(a) - Number(b))
		.slice(0, BATCHES);
	assert.equal(new Set(full).size, BATCHES, 'Some batches did not run exactly once');
	return workers.map(({ name }, index) => {
		const count = full.filter((id) => own[index]?.includes(id)).length;
		const share = count / BATCHES;
		const line = `${name} ran ${count} of the ${BATCHES} batches`;
		assert.ok(share >= SHARE.least && share <= SHARE.most, `Only one worker is busy: ${line}`);
		return `${line}, according to its log.`;
	});
}

/** Asserts that a worker's memory does not grow with the length of the list; returns its peaks. */
function growthOf(name: string, samples: number[]): string {
	const middle = Math.ceil(samples.length / 2);
	const [first, second] = [samples.slice(0, middle), samples.slice(middle)].map((half) =>
		Math.max(...half),
	);
	assert.ok(first !== undefined && second !== undefined);
	const peaks = `${megabytes(first)} in the first half of the run, ${megabytes(second)} in the second`;
	assert.ok(second <= MOST_GROWTH * first, `The memory of ${name} grows: ${peaks}`);
	return `${name} took at most ${peaks}.`;
}
