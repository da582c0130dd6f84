import { basename, parse, resolve } from 'node:path';

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { engine, unit } from '../../vitest.config.mts';

const root = resolve(import.meta.dirname, '../..');

/** The first test that fails ends a run, so the tests of the mutated file come first. */
class NearestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const [mutated = ''] = this.ctx.config.related ?? [];
		const { dir, name } = parse(mutated);
		const distance = ({ moduleId }: TestSpecification) => {
			const test = parse(moduleId);
			if (basename(test.dir) !== basename(dir)) return 2;
			return test.name === `${name}.test` ? 0 : 1;
		};
		// Otherwise the longest files, which Vitest prefers, come last.
		const shortestFirst = (await super.sort(files)).reverse();
		return shortestFirst.sort((a, b) => distance(a) - distance(b));
	}
}

/** Those that look at the sent request, and at what n8n gets. */
const QUICK_ENGINE_TESTS = [
	'credentialTest',
	'reading',
	'refusing',
	'request',
	'samplesHint',
	'search',
	'trigger',
];

/** What each mutant is tested with. The files of a project share a worker, so that n8n loads once. */
export default defineConfig({
	root,
	test: {
		root,
		sequence: { sequencer: NearestFirst },
		projects: [
			{
				...unit,
				test: {
					...unit.test,
					env: { MOST_RUNS: '30' },
					include: ['test/unit/**/*.test.mts'],
					exclude: [
						// Replaces a module that others share.
						'test/unit/resources.test.mts',
						// A mutant that never ends counts as one once it has run a hundred times as often as here.
						'test/unit/api/largeJson.test.mts',
					],
					isolate: false,
					sequence: { groupOrder: 1 },
				},
			},
			{
				...engine,
				test: {
					...engine.test,
					include: QUICK_ENGINE_TESTS.map((name) => `test/engine/${name}.test.mts`),
					isolate: false,
					sequence: { groupOrder: 2 },
				},
			},
		],
	},
});
