import { isElsewhere } from '../../../harness/sandbox.mts';
import { runChecks, type Check } from '../../../harness/script/checks.mts';
import type { Suite } from '../../../harness/suite.mts';
import { batches } from './batches.mts';
import { findSite, startCluster } from './cluster.mts';
import { EXAMPLES, prepareCopying, type Proofs } from './copying.mts';
import { leaving } from './leaving.mts';
import { oddities } from './oddities.mts';
import { onWorkers } from './workers.mts';

export const suite: Suite = async (tools) => {
	// Without workers, the batches run where others do.
	const cluster = isElsewhere || tools.isQuick ? undefined : await startCluster(tools);
	const copying = await prepareCopying(cluster ?? (await findSite(tools)));
	const withEither = (proofs: Proofs, isQuick: boolean): Check[] =>
		Object.entries(proofs).flatMap(([what, prove]) =>
			Object.entries(EXAMPLES).map(([example, file]) => ({
				name: `${example}: ${what}`,
				isQuick: isQuick && example === 'In batches',
				async prove() {
					await copying.publish(undefined, file);
					await prove(copying);
				},
			})),
		);
	const checks = [
		...withEither({ ...batches, ...leaving }, false),
		...withEither(oddities, true),
		...(cluster ? onWorkers(cluster, copying) : []),
	];
	await runChecks(checks, tools);
};
