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

type Project = typeof unit | typeof engine;

/** What the mutants are tested with. The files share a worker, so that n8n-workflow loads once. */
export function testedWith(project: Project, files: { include: string[]; exclude?: string[] }) {
	return defineConfig({
		root,
		test: {
			root,
			sequence: { sequencer: NearestFirst },
			projects: [
				{
					...project,
					test: { ...project.test, env: { MOST_RUNS: '30' }, isolate: false, ...files },
				},
			],
		},
	});
}

export default testedWith(unit, {
	include: ['test/unit/**/*.test.mts'],
	exclude: [
		// Replaces a module that others share.
		'test/unit/resources.test.mts',
		// A mutant that never ends counts as one once it has run a hundred times as often as here.
		'test/unit/api/largeJson.test.mts',
	],
});
