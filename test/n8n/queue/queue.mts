import { describe } from 'vitest';
import { addService, isElsewhere } from '../../../harness/sandbox.mts';
import { startPostgres } from '../../../harness/servers/postgres.mts';
import { test as base, ONCE } from '../../support/suite.mts';
import { startCluster } from './cluster.mts';
import { EXAMPLES, prepareCopying, type Copying } from './copying.mts';

export const test = base
	.extend('cluster', ONCE, async ({ tools }) => await startCluster(tools))
	.extend('withoutWorkers', ONCE, async ({ tools, n8n }) => {
		const postgres = await startPostgres(tools);
		return await prepareCopying({ scene: await addService(n8n, tools), postgres });
	})
	/** Elsewhere, there may be workers, but they are out of reach. */
	.extend(
		'onWorkers',
		ONCE,
		isElsewhere
			? async ({ withoutWorkers }): Promise<Copying> => withoutWorkers
			: async ({ cluster }): Promise<Copying> => await prepareCopying(cluster),
	)
	.extend('site', ({ onWorkers }) => onWorkers)
	.extend('example', EXAMPLES.inBatches)
	/** Begins with the example published, with small batches. */
	.extend('copying', async ({ site, example }) => {
		await site.publish(undefined, example);
		return site;
	});

/** Defines tests for each example. */
export function withEither(define: (example: string) => void): void {
	for (const example of Object.values(EXAMPLES)) {
		describe(example, () => {
			test.override({ example });
			define(example);
		});
	}
}
