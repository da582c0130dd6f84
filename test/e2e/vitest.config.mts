import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

// Its ESM form would fill the screen with warnings about source maps.
const alias = { 'n8n-workflow': createRequire(import.meta.url).resolve('n8n-workflow') };

export default defineConfig({
	cacheDir: '../../node_modules/.vite/e2e',
	resolve: { alias },
	test: {
		include: ['**/*.test.mts'],
		// They share one n8n, and two of its pages would get in each other's way on a small machine.
		fileParallelism: false,
		testTimeout: 120_000,
		hookTimeout: 120_000,
		expect: { poll: { timeout: 30_000 } },
	},
});
