import { defineConfig } from 'vitest/config';
import { engine } from '../../vitest.config.mts';

export default defineConfig({
	cacheDir: '../../node_modules/.vite/e2e',
	// The ESM form of n8n-workflow would fill the screen with warnings about source maps.
	resolve: engine.resolve,
	test: {
		include: ['**/*.test.mts'],
		// They share one n8n, and two of its pages would get in each other's way on a small machine.
		fileParallelism: false,
		testTimeout: 120_000,
		hookTimeout: 120_000,
		expect: { poll: { timeout: 30_000 } },
	},
});
