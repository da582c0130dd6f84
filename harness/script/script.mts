import { AssertionError } from 'node:assert';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Cleanup } from './cleanup.mts';
import { Failure } from './failure.mts';

export interface ScriptTools {
	/** A temporary folder, kept if the script fails and has written logs there. */
	workspace: string;
	/** Runs at the end, whether the script succeeds, fails or is interrupted. */
	cleanup: Cleanup;
	report: (line: string) => void;
	/** Aborted by Ctrl+C. */
	signal: AbortSignal;
}

/** Runs a command-line script, prints why it failed, and sets the exit code. */
export async function runScript(
	name: string,
	work: (tools: ScriptTools) => Promise<void>,
): Promise<void> {
	const signal = interruption();
	const workspace = await mkdtemp(join(tmpdir(), `customer-data-${name}-`));
	const cleanup = new Cleanup();
	await work({ workspace, cleanup, signal, report: console.log }).catch((error: unknown) => {
		process.exitCode = signal.aborted ? 130 : 1;
		if (!signal.aborted) console.error(`\n${explain(error)}`);
	});
	await cleanup.run();
	const hasLogs = (await readdir(workspace)).length > 0;
	if (process.exitCode === 1 && hasLogs) console.error(`The logs are in ${workspace}`);
	else await rm(workspace, { recursive: true });
}

/** The message of an expected error; everything about any other. */
function explain(error: unknown): string {
	const isExpected = error instanceof Failure || error instanceof AssertionError;
	return isExpected ? error.message : inspect(error);
}

/** Aborted when the user presses Ctrl+C, closes the terminal or terminates the process. */
function interruption(): AbortSignal {
	const controller = new AbortController();
	controller.signal.onabort = () => console.log('\nStopping and cleaning up …');
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		// `on`, not `once`: npm and tsx forward signals that the terminal has already sent.
		process.on(name, () => controller.abort(new Error(`Interrupted by ${name}`)));
	}
	// Writing to a closed terminal must not end the process before cleanup.
	for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
	return controller.signal;
}
