import { defineConfig } from 'vitest/config';
import { engine } from '../../vitest.config.mts';

export default defineConfig({
	cacheDir: '../../node_modules/.vite/e2e',
	// The ESM build of n8n-workflow floods the terminal with warnings about source maps.
	resolve: engine.resolve,
	test: {
		include: ['**/*.test.mts'],
		// All files share one n8n, and two open editors would slow each other down on a small machine.
		fileParallelism: false,
		testTimeout: 120_000,
		hookTimeout: 120_000,
		expect: { poll: { timeout: 30_000 } },
	},
});
