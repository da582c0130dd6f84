import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningN8n } from '../../harness/n8n/n8n.mts';
import { waitFor } from '../../harness/script/waitFor.mts';
import type { Cluster } from './cluster.mts';
import { EXAMPLES, type Copying } from './copying.mts';

const CUSTOMERS = 20_000;
const BATCHES = 20;
/** The last batch is not full, so none has to look whether that was all. */
const BATCH = CUSTOMERS / BATCHES + 1;
/** Of each of two workers, of the batches of a run. */
const SHARE = { least: 0.35, most: 0.65 };

/** With such a slow service, a batch reads for longer than it takes to kill its worker. */
const SLOW_MS = 500;
const INTO_BATCH_MS = 500;

/** Batches run once each, on both workers. */
export async function shareBatches({ workers }: Cluster, copying: Copying): Promise<string> {
	const start = await publish(copying);
	const run = await start();
	await copying.assertCopied(run);
	const all: string[] = [];
	for (const worker of workers) {
		const { finished } = await executionsOf(worker);
		const own = finished.filter((id) => Number(id) > Number(run));
		const share = own.length / BATCHES;
		assert.ok(share >= SHARE.least && share <= SHARE.most, `A worker ran ${own.length} batches`);
		all.push(...own);
	}
	assert.equal(all.length, BATCHES, 'Some batches did not run');
	assert.equal(new Set(all).size, BATCHES, 'Some batches did not run exactly once');
	return `Two workers shared ${BATCHES} batches`;
}

/** The batches of a worker that dies run again elsewhere, in the same run. */
export async function killBatch(cluster: Cluster, copying: Copying): Promise<string> {
	const start = await publish(copying);
	const { run, lost } = await killInBatch({ withRun: false }, cluster, start);
	await copying.assertCopied(run);
	return `A worker was killed with ${lost} batches, and the run repeated them`;
}

/** A run dies with its worker, and the next one completes the CRM. */
export async function killRun(cluster: Cluster, copying: Copying): Promise<string> {
	await cluster.startWorker('worker 3');
	const start = await publish(copying);
	const { run, lost } = await killInBatch({ withRun: true }, cluster, start);
	const { status, error } = await cluster.sandbox.rest.finished(run);
	assert.notEqual(status, 'success');
	await copying.assertCopied(await start());
	const ended = `n8n ended the run with "${status}" (${error?.message})`;
	return `A worker was killed with the run and ${lost} batches, ${ended}, and the next one completed the CRM`;
}

async function publish({ begin, publish }: Copying) {
	await begin(CUSTOMERS);
	return await publish(EXAMPLES.workers, BATCH);
}

/** Starts a run, and kills the worker that has it, or one that has not, while that reads batches. */
async function killInBatch(
	{ withRun }: { withRun: boolean },
	{ workers, sandbox }: Cluster,
	start: () => Promise<string>,
): Promise<{ run: string; lost: number }> {
	sandbox.service.latency = SLOW_MS;
	const run = await start();
	const find = async () => {
		for (const worker of workers) {
			const { running } = await executionsOf(worker);
			const isWanted = running.includes(run) === withRun;
			if (isWanted && running.some((id) => id !== run)) return worker;
		}
		return undefined;
	};
	const victim = await waitFor(find, { failure: 'No such worker began a batch' });
	await sleep(INTO_BATCH_MS);
	// As a power failure would: nothing is finished, and nobody is told.
	victim.child.kill('SIGKILL');
	workers.splice(workers.indexOf(victim), 1);
	sandbox.service.latency = 0;
	const { running } = await executionsOf(victim);
	const lost = running.filter((id) => id !== run).length;
	assert.ok(lost > 0, 'The worker was not in the middle of a batch');
	return { run, lost };
}

/** The IDs of a worker's executions, from its log. */
async function executionsOf({ logFile }: RunningN8n) {
	const log = await readFile(logFile, 'utf8');
	const logged = (what: 'started' | 'finished') =>
		[...log.matchAll(new RegExp(`Worker ${what} execution (\\d+)`, 'g'))].map(([, id = '']) => id);
	const finished = logged('finished');
	const running = logged('started').filter((id) => !finished.includes(id));
	return { finished, running };
}
