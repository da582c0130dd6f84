import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../harness/script/waitFor.mts';
import type { Cluster } from './cluster.mts';
import type { Copying } from './copying.mts';

const SHARE = { least: 0.35, most: 0.65 };

/** With such a slow service, a batch reads for longer than it takes to kill its worker. */
const SLOW_MS = 500;
const INTO_BATCH_MS = 500;

/** Sub-workflows run where their parent does, which is why another example uses webhooks. */
export async function stayOnWorker({ workers }: Cluster, copying: Copying): Promise<string> {
	const run = await copying.start('subWorkflows');
	await copying.assertCopied(run);
	const jobs = await Promise.all(workers.map((worker) => worker.finishedSince(run)));
	assert.deepEqual(jobs.flat(), [run], 'n8n distributes sub-workflows');
	return 'Batches in sub-workflows all ran in the worker that ran their parent';
}

/** Batches that a webhook starts run once each, on all workers. */
export async function shareBatches({ workers }: Cluster, copying: Copying): Promise<string> {
	const run = await copying.start('webhooks');
	await copying.assertCopied(run);
	const counts: string[] = [];
	const all: string[] = [];
	for (const worker of workers) {
		const own = (await worker.finishedSince(run)).filter((id) => id !== run);
		const share = own.length / copying.batches;
		const line = `${worker.name} ran ${own.length} of ${copying.batches} batches`;
		assert.ok(share >= SHARE.least && share <= SHARE.most, `Only one worker is busy: ${line}`);
		counts.push(line);
		all.push(...own);
	}
	assert.equal(all.length, copying.batches, 'Some batches did not run');
	assert.equal(new Set(all).size, copying.batches, 'Some batches did not run exactly once');
	return counts.join(', ');
}

/** The batches of a worker that dies run again elsewhere, in the same run. */
export async function killBatch(cluster: Cluster, copying: Copying): Promise<string> {
	const { run, lost } = await killInBatch({ withRun: false }, cluster, copying);
	await copying.assertCopied(run);
	return `A worker was killed with ${lost} batches, and the run repeated them`;
}

/** A run dies with its worker, and the next one completes the CRM. */
export async function killRun(cluster: Cluster, copying: Copying): Promise<string> {
	await cluster.startWorker('worker 3');
	const { run, lost } = await killInBatch({ withRun: true }, cluster, copying);
	const { status, error } = await copying.ended(run);
	assert.notEqual(status, 'success');
	await copying.assertCopied(await copying.start('webhooks'));
	const ended = `n8n ended the run with "${status}" (${error?.message})`;
	return `A worker was killed with the run and ${lost} batches, ${ended}, and the next one completed the CRM`;
}

/** Starts a run, and kills the worker that has it, or one that has not, while that reads batches. */
async function killInBatch(
	{ withRun }: { withRun: boolean },
	{ workers, sandbox }: Cluster,
	copying: Copying,
): Promise<{ run: string; lost: number }> {
	sandbox.service.latency = SLOW_MS;
	const run = await copying.start('webhooks');
	const find = async () => {
		for (const worker of workers) {
			const running = await worker.running();
			const isWanted = running.includes(run) === withRun;
			if (isWanted && running.some((id) => id !== run)) return worker;
		}
		return undefined;
	};
	const victim = await waitFor(find, { failure: 'No such worker began a batch' });
	await sleep(INTO_BATCH_MS);
	victim.kill();
	workers.splice(workers.indexOf(victim), 1);
	sandbox.service.latency = 0;
	const lost = (await victim.running()).filter((id) => id !== run).length;
	assert.ok(lost > 0, 'The worker was not in the middle of a batch');
	return { run, lost };
}
