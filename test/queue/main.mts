import { runScript } from '../../harness/script/script.mts';
import { copyAll, repeatBatches } from './batches.mts';
import { startCluster } from './cluster.mts';
import { prepareCopying } from './copying.mts';
import { leaveOut, markInactive, spareOthers } from './leaving.mts';
import { editBetween, takeOddText, waitForCodes } from './oddities.mts';
import { killBatch, killRun, shareBatches } from './workers.mts';

await runScript('queue', async (tools) => {
	const isQuick = process.argv.includes('--quick');
	const cluster = await startCluster(tools);
	const copying = await prepareCopying(cluster);
	const all = [
		copyAll,
		repeatBatches,
		leaveOut,
		markInactive,
		spareOthers,
		takeOddText,
		editBetween,
		waitForCodes,
		shareBatches,
		killBatch,
		killRun,
	];
	for (const prove of isQuick ? [shareBatches, takeOddText, editBetween, waitForCodes] : all) {
		const start = Date.now();
		const line = await prove(cluster, copying);
		tools.report(`  ✓ ${line} (${Math.round((Date.now() - start) / 1000)} s)`);
	}
});
