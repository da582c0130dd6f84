import { runScript } from '../harness/script/script.mts';
import { Batches } from './batches.mts';
import { startCluster } from './cluster.mts';
import { checkKilledBatch, checkKilledRun } from './killedWorker.mts';
import { checkLongList } from './longList.mts';
import { checkParallelRuns } from './parallelRuns.mts';
import { checkSubWorkflows } from './subWorkflows.mts';
import { describeSpeeds, measureSpeed } from './speed.mts';

await runScript('queue', async (tools) => {
	const { report } = tools;
	const start = Date.now();
	const cluster = await startCluster(tools);
	const parallelRuns = await checkParallelRuns(cluster, tools);
	const batches = await Batches.prepare(cluster, tools);
	const subWorkflows = await checkSubWorkflows(batches, tools);
	const longList = await checkLongList(batches, tools);
	const withTwo = await measureSpeed(batches, 4, tools);
	const killedBatch = await checkKilledBatch(batches, tools);
	report('Starting another worker …');
	await cluster.startWorker('worker 3');
	const killedRun = await checkKilledRun(batches, tools);
	const withOne = await measureSpeed(batches, 4, tools);
	// The same memory in each worker as with two.
	const withHalf = await measureSpeed(batches, 2, tools);

	report('');
	const speeds = describeSpeeds([withTwo, withOne, withHalf]);
	for (const line of [
		...parallelRuns,
		...subWorkflows,
		...longList,
		...speeds,
		...killedBatch,
		...killedRun,
	]) {
		report(line);
	}
	report(`All of it took ${Math.round((Date.now() - start) / 60_000)} minutes.`);
});
