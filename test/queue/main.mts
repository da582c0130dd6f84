import { parseArgs } from 'node:util';
import { runScript } from '../harness/script/script.mts';
import { startCluster } from './cluster.mts';
import { Copying } from './copying.mts';
import { killBatch, killRun, shareBatches, stayOnWorker } from './proofs.mts';

await runScript('queue', async (tools) => {
	const { report } = tools;
	const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
	const start = Date.now();
	const cluster = await startCluster(values.quick ? 2_000 : 20_000, tools);
	const copying = await Copying.prepare(cluster);
	const proofs = [stayOnWorker, shareBatches, ...(values.quick ? [] : [killBatch, killRun])];
	for (const prove of proofs) {
		const since = Date.now();
		const line = await prove(cluster, copying);
		report(`  ✓ ${line} (${seconds(since)} s)`);
	}
	report(`All of it took ${seconds(start)} seconds.`);
});

function seconds(since: number): number {
	return Math.round((Date.now() - since) / 1000);
}
