import { AssertionError } from 'node:assert';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Cleanup } from './cleanup.mts';
import { Failure } from './failure.mts';

export interface ScriptTools {
	/** A temporary folder, which stays when the script fails and has left logs in it. */
	workspace: string;
	/** Runs at the end, however that comes about. */
	cleanup: Cleanup;
	report: (line: string) => void;
	/** Aborted by Ctrl+C. */
	signal: AbortSignal;
}

/** Runs a script from the command line, says in words why it failed, and sets the exit code. */
export async function runScript(
	name: string,
	work: (tools: ScriptTools) => Promise<void>,
): Promise<void> {
	const signal = interruption();
	signal.addEventListener('abort', () => console.log('\nStopping and cleaning up …'));
	const workspace = await mkdtemp(join(tmpdir(), `customer-data-${name}-`));
	const cleanup = new Cleanup();
	let exitCode = 0;
	const fail = (error: unknown) => {
		console.error(`\n${explain(error)}`);
		exitCode = 1;
	};
	await work({ workspace, cleanup, signal, report: console.log }).catch((error: unknown) => {
		if (signal.aborted) exitCode = 130;
		else fail(error);
	});
	await cleanup.run().catch(fail);
	if (exitCode !== 1 || (await readdir(workspace)).length === 0) {
		await rm(workspace, { recursive: true, force: true });
	} else {
		console.error(`The logs are in ${workspace}`);
	}
	process.exitCode = exitCode;
}

/** What the user needs to see of it: the message of what can be expected to happen, all of the rest. */
export function explain(error: unknown): string {
	const isExpected = error instanceof Failure || error instanceof AssertionError;
	return isExpected ? error.message : inspect(error);
}

/** Aborted when the user presses Ctrl+C, closes the terminal or ends the process. */
function interruption(): AbortSignal {
	const controller = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		// Stays for good: npm and tsx hand on a signal that the terminal has sent already.
		process.on(name, () => controller.abort(new Error(`Interrupted by ${name}`)));
	}
	// A closed terminal must not end the process before it has cleaned up.
	process.stdout.on('error', () => undefined);
	process.stderr.on('error', () => undefined);
	return controller.signal;
}
