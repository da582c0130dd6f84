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
async function listOf(records: number) {
	const { baseUrl, apiKey, companyId, server, serve } = await startLongService();
	serve(records);
	server.unref();
	return { records, credential: { baseUrl, apiKey, companyId } };
}

const lists = await Promise.all([1_000, 10_000, 100_000].map(listOf));

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
