import { runChecks, type Check } from '../../harness/script/checks.mts';
import { runScript } from '../../harness/script/script.mts';
import { batches } from './batches.mts';
import { startCluster } from './cluster.mts';
import { EXAMPLES, prepareCopying, type Proofs } from './copying.mts';
import { leaving } from './leaving.mts';
import { oddities } from './oddities.mts';
import { onWorkers } from './workers.mts';

await runScript('queue', async (tools) => {
	const cluster = await startCluster(tools);
	const copying = await prepareCopying(cluster);
	const withEither = (proofs: Proofs, isQuick: boolean): Check[] =>
		Object.entries(proofs).flatMap(([what, prove]) =>
			Object.entries(EXAMPLES).map(([example, file]) => ({
				name: `${example}: ${what}`,
				isQuick,
				async prove() {
					await copying.publish(undefined, file);
					await prove(copying);
				},
			})),
		);
	const checks = [
		...withEither({ ...batches, ...leaving }, false),
		...withEither(oddities, true),
		...onWorkers(cluster, copying),
	];
	await runChecks(checks, tools);
});
