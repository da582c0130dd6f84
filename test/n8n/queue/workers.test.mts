import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe } from 'vitest';
import type { RunningN8n } from '../../../harness/n8n/n8n.mts';
import { isElsewhere } from '../../../harness/sandbox.mts';
import { waitFor } from '../../../harness/script/waitFor.mts';
import { withBatches } from '../../../harness/workflow/examples.mts';
import { EXAMPLES } from './copying.mts';
import { test as base } from './queue.mts';

const CUSTOMERS = 20_000;
/** The first one runs alone, and then four at once. */
const BATCHES = 21;
/** The last batch is not full, so none has to look whether that was all. */
const BATCH = Math.floor(CUSTOMERS / BATCHES) + 1;
/** Of each of two workers, of the batches of a run. */
const SHARE = { least: 0.35, most: 0.65 };

/** With such a slow service, a batch reads for longer than it takes to kill its worker. */
const SLOW_MS = 500;
const INTO_BATCH_MS = 500;

describe.skipIf(isElsewhere)(EXAMPLES.overWorkers, () => {
	const test = base.override('copying', async ({ onWorkers }) => {
		await onWorkers.begin(CUSTOMERS);
		await onWorkers.publish((_, shipped) => withBatches(shipped, BATCH), EXAMPLES.overWorkers);
		return onWorkers;
	});

	test(`runs each of ${BATCHES} batches once, on both workers`, async ({ cluster, copying }) => {
		const run = await copying.start();
		await copying.assertCopied(run);
		const all: string[] = [];
		for (const worker of cluster.workers) {
			const { finished } = await executionsOf(worker);
			const own = finished.filter((id) => Number(id) > Number(run));
			const share = own.length / BATCHES;
			assert.ok(share >= SHARE.least && share <= SHARE.most, `One ran ${own.length} batches`);
			all.push(...own);
		}
		assert.equal(all.length, BATCHES, 'Some batches did not run');
		assert.equal(new Set(all).size, BATCHES, 'Some batches did not run exactly once');
	});

	test('runs the batches of a worker that is killed elsewhere, in the same run', async ({
		cluster: { workers, startWorker },
		copying: { assertCopied, service, start },
	}) => {
		service.latency = SLOW_MS;
		const run = await start();
		// One that has not the main execution, but batches of it.
		const find = async () => {
			for (const worker of workers) {
				const { running } = await executionsOf(worker);
				if (running.length > 0 && !running.includes(run)) return worker;
			}
			return undefined;
		};
		const victim = await waitFor(find, { failure: 'The other worker began no batch' });
		await sleep(INTO_BATCH_MS);
		// As a power failure would: nothing is finished, and nobody is told.
		victim.child.kill('SIGKILL');
		workers.splice(workers.indexOf(victim), 1);
		service.latency = 0;
		const { running } = await executionsOf(victim);
		assert.ok(running.length > 0, 'The worker was not in the middle of a batch');
		await assertCopied(run);
		// For other tests, which may come later.
		await startWorker();
	});
});

/** The IDs of a worker's executions, from its log. */
async function executionsOf({ logFile }: RunningN8n) {
	const log = await readFile(logFile, 'utf8');
	const logged = (what: 'started' | 'finished') =>
		[...log.matchAll(new RegExp(`Worker ${what} execution (\\d+)`, 'g'))].map(([, id = '']) => id);
	const finished = logged('finished');
	const running = logged('started').filter((id) => !finished.includes(id));
	return { finished, running };
}
