import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// n8n-core requires the CommonJS form; a second, ESM one would bring second error classes along.
const alias = { 'n8n-workflow': createRequire(import.meta.url).resolve('n8n-workflow') };

export const unit = {
	resolve: { alias },
	test: {
		name: 'unit',
		include: ['{bench,examples/test/static,test/{documents,install,service,unit}}/**/*.test.mts'],
		setupFiles: ['test/support/seed.mts'],
		testTimeout: 60_000,
		// To load n8n-workflow takes longer than most tests.
		isolate: false,
	},
};

export const engine = {
	resolve: { alias },
	test: {
		name: 'engine',
		include: ['test/engine/**/*.test.mts'],
		setupFiles: ['harness/engine/environment.mts'],
		testTimeout: 60_000,
		hookTimeout: 60_000,
		// n8n's engine takes seconds to load.
		isolate: false,
	},
};

const networks = {
	...engine,
	test: {
		...engine.test,
		name: 'networks',
		isolate: true,
		include: ['test/networks/**/*.test.mts'],
		globalSetup: ['test/networks/support/certificates.mts'],
		// Node reads it only when a process starts.
		env: { NODE_EXTRA_CA_CERTS: join(tmpdir(), `customer-data-authority-${process.pid}.pem`) },
	},
};

const contract = {
	test: {
		name: 'contract',
		include: ['test/contract/**/*.test.mts'],
		testTimeout: 120_000,
	},
};

export default defineConfig({
	test: {
		silent: 'passed-only',
		// One more than by default: on two cores, that is twice as quick.
		maxWorkers: '100%',
		projects: [unit, engine, networks, contract],
		coverage: {
			provider: 'v8',
			include: ['nodes/**/*.ts', 'credentials/**/*.ts'],
			reporter: 'text',
			thresholds: { 100: true },
		},
	},
});
