import { resolve } from 'node:path';

import { defineConfig } from 'vitest/config';

import { engine } from '../../vitest.config.mts';

export default defineConfig({
	resolve: engine.resolve,
	test: {
		root: resolve(import.meta.dirname, '../..'),
		include: ['bench/trigger/*.bench.mts'],
		setupFiles: engine.test.setupFiles,
		testTimeout: 900_000,
		pool: 'forks',
		// At rest, the process holds 50 MB. Where there is more to spare, V8 collects garbage later.
		execArgv: ['--expose-gc', '--max-old-space-size=200'],
	},
});
