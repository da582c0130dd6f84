import { createVitest } from 'vitest/node';
import { Failure } from '../harness/script/failure.mts';
import type { Session } from '../harness/n8n/rest.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import type { Postgres } from '../harness/servers/postgres.mts';

/** The values that every test file gets from the script. */
export interface Surroundings {
	/** The URL of n8n. */
	url: string;
	session: Session;
	/** What n8n wrote to its log. */
	logFile: string;
	browserEndpoint: string;
	/** A server for what stands in for a CRM. */
	postgres: Postgres;
	/** The folder for a screenshot of each failed test. */
	failures: string;
}

declare module 'vitest' {
	interface ProvidedContext {
		surroundings: Surroundings;
	}
}

/** Runs the test files given on the command line, or all of them. */
export async function runTests(
	surroundings: Surroundings,
	{ cleanup, signal }: Pick<ScriptTools, 'cleanup' | 'signal'>,
): Promise<void> {
	const vitest = await keepingSignals(() =>
		createVitest('test', { root: import.meta.dirname, watch: false, provide: { surroundings } }),
	);
	cleanup.add(() => vitest.close());
	signal.addEventListener('abort', () => void vitest.cancelCurrentRun('keyboard-input'));

	const filters = process.argv.slice(2);
	const { testModules, unhandledErrors } = await vitest.start(filters);
	signal.throwIfAborted();
	if (testModules.length === 0) throw new Failure(`No test file matches "${filters.join(' ')}".`);
	if (unhandledErrors.length > 0 || !testModules.every((module) => module.ok())) {
		throw new Failure('Some browser tests failed.');
	}
}

/** Removes the signal handlers that Vitest adds: they would end the process before our cleanup. */
async function keepingSignals<T>(start: () => Promise<T>): Promise<T> {
	const signals = ['SIGINT', 'SIGTERM'] as const;
	const before = signals.flatMap((name) => process.listeners(name));
	const started = await start();
	for (const name of signals) {
		for (const listener of process.listeners(name)) {
			if (!before.includes(listener)) process.off(name, listener);
		}
	}
	return started;
}
