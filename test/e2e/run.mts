import { createVitest } from 'vitest/node';
import { Failure } from '../harness/script/failure.mts';
import type { Session } from '../harness/n8n/rest.mts';
import type { ScriptTools } from '../harness/script/script.mts';

/** What every test file starts from. */
export interface Surroundings {
	/** Of n8n. */
	url: string;
	session: Session;
	browserEndpoint: string;
	/** Takes a picture of the page for every test that fails. */
	failures: string;
}

declare module 'vitest' {
	interface ProvidedContext {
		surroundings: Surroundings;
	}
}

/** Runs the test files that the command line names, or all. */
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
	if (testModules.length === 0) throw new Failure(`No test file fits "${filters.join(' ')}".`);
	if (unhandledErrors.length > 0 || !testModules.every((module) => module.ok())) {
		throw new Failure('Not every browser test passed.');
	}
}

/** Vitest would end the process at once when it is interrupted, before we have cleaned up. */
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
