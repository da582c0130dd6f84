import { createRequire } from 'node:module';
import { resolve } from 'node:path';

import { defineConfig } from 'vitest/config';

export default defineConfig({
	// As in the tests: n8n-core requires the CommonJS form.
	resolve: { alias: { 'n8n-workflow': createRequire(import.meta.url).resolve('n8n-workflow') } },
	test: {
		root: resolve(import.meta.dirname, '../..'),
		include: ['bench/trigger/*.bench.mts'],
		setupFiles: ['test/engine/support/environment.mts'],
		testTimeout: 900_000,
	},
});
