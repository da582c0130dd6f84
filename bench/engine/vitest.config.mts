import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { engine } from '../../vitest.config.mts';
import { startLongService } from '../service.mts';

declare module 'vitest' {
	interface ProvidedContext {
		lists: Array<Awaited<ReturnType<typeof listOf>>>;
	}
}

/** Serves a list in Vitest's main process, so that the service does not slow down what is measured. */
async function listOf(records: number, latency = 0) {
	const service = await startLongService();
	const { baseUrl, apiKey, companyId, server } = service;
	service.serve(records);
	service.latency = latency;
	server.unref();
	return { records, latency, credential: { baseUrl, apiKey, companyId } };
}

const lists = await Promise.all([
	listOf(1_000),
	listOf(10_000),
	listOf(10_000, 20),
	listOf(100_000),
]);

/** @param heap in MiB. Where there is more to spare, V8 collects garbage later. */
const project = (name: string, heap: number) => ({
	resolve: engine.resolve,
	test: {
		name,
		include: [`bench/engine/${name}.bench.mts`],
		setupFiles: engine.test.setupFiles,
		env: { N8N_LOG_LEVEL: 'silent' },
		provide: { lists },
		testTimeout: 1_800_000,
		pool: 'forks' as const,
		execArgv: ['--expose-gc', `--max-old-space-size=${heap}`],
	},
});

export default defineConfig({
	test: {
		root: resolve(import.meta.dirname, '../..'),
		// One after the other: each would slow down the other.
		maxWorkers: 1,
		projects: [
			// At rest, the process holds 50 MB.
			project('trigger', 200),
			// Of the lists, it also holds the rows and, as n8n does, all that an execution outputs.
			project('compare', 2_000),
		],
	},
});
