import { basename, parse, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { engine, unit } from '../../vitest.config.mts';
import { keepingThread } from './keptThread.mts';

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

/** What the mutants are tested with. */
export default defineConfig({
	root,
	test: {
		root,
		sequence: { sequencer: NearestFirst },
		projects: [
			{
				resolve: engine.resolve,
				plugins: [keepingThread(root)],
				test: {
					name: 'mutation',
					include: ['test/{documents,engine,unit}/**/*.test.mts'],
					exclude: [
						// A mutant that never ends counts as one once it has run a hundred times as often as here.
						'test/unit/api/json.large.test.mts',
						// Of documents, which are not copied, and of the text of modules.
						'test/documents/{assistant,links,modules,problems,readme,reference}.test.mts',
						// Of the build, and of what takes longer than it can find.
						'test/engine/{faults,network,package}.test.mts',
					],
					setupFiles: [...unit.test.setupFiles, ...engine.test.setupFiles],
					// A mutant that never ends fails here: to restart after Stryker's own limit takes longer.
					testTimeout: 10_000,
					env: { MOST_RUNS: '30' },
					isolate: false,
				},
			},
		],
	},
});
