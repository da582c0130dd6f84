import { resolve } from 'node:path';

import { defineConfig } from 'vitest/config';

import { engine } from '../../vitest.config.mts';
import { startLongService } from '../service.mts';

declare module 'vitest' {
	interface ProvidedContext {
		lists: Array<Awaited<ReturnType<typeof listOf>>>;
	}
}

/** Serves a list in Vitest's main process, so that the service does not slow down the trigger. */
async function listOf(records: number) {
	const { baseUrl, apiKey, companyId, server, serve } = await startLongService();
	serve(records);
	server.unref();
	return { records, credential: { baseUrl, apiKey, companyId } };
}

export default defineConfig({
	resolve: engine.resolve,
	test: {
		root: resolve(import.meta.dirname, '../..'),
		include: ['bench/trigger/*.bench.mts'],
		setupFiles: engine.test.setupFiles,
		provide: { lists: await Promise.all([1_000, 10_000, 100_000].map(listOf)) },
		testTimeout: 900_000,
		pool: 'forks',
		// At rest, the process holds 50 MB. Where there is more to spare, V8 collects garbage later.
		execArgv: ['--expose-gc', '--max-old-space-size=200'],
	},
});
