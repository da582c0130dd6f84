import { resolve } from 'node:path';

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { engine, unit } from '../../vitest.config.mts';

const root = resolve(import.meta.dirname, '../..');

/** The first test that fails ends a run, so the longest files, which Vitest prefers, come last. */
class ShortestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		return (await super.sort(files)).reverse();
	}
}

/** What each mutant is tested with. The files of a project share a worker, so that n8n loads once. */
export default defineConfig({
	root,
	test: {
		root,
		sequence: { sequencer: ShortestFirst },
		projects: [
			{
				...unit,
				test: {
					...unit.test,
					env: { MOST_RUNS: '30' },
					include: ['test/unit/**/*.test.mts'],
					// Replaces a module that others share.
					exclude: ['test/unit/resources.test.mts'],
					isolate: false,
					sequence: { groupOrder: 1 },
				},
			},
			{
				...engine,
				test: {
					...engine.test,
					// One tests the build, two take too long.
					exclude: ['package', 'faults', 'soak'].map((name) => `test/engine/${name}.test.mts`),
					isolate: false,
					sequence: { groupOrder: 2 },
				},
			},
		],
	},
});
