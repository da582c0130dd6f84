import { mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Cleanup } from './cleanup.mts';
import { Failure } from './failure.mts';
import { interruption } from './interruption.mts';

export interface ScriptTools {
	/** A temporary folder, which stays when the script fails and has left logs in it. */
	workspace: string;
	/** Runs at the end, however that comes about. */
	cleanup: Cleanup;
	report: (line: string) => void;
	/** Aborted by Ctrl+C. */
	signal: AbortSignal;
}

/** Runs a script from the command line, tells in words why it failed, and sets the exit code. */
export async function runScript(
	name: string,
	work: (tools: ScriptTools) => Promise<void>,
): Promise<void> {
	try {
		process.exitCode = await exitCodeOf(name, work);
	} catch (error) {
		console.error(explain(error));
		process.exitCode = 1;
	}
}

async function exitCodeOf(
	name: string,
	work: (tools: ScriptTools) => Promise<void>,
): Promise<number> {
	const signal = interruption();
	signal.addEventListener('abort', () => console.log('\nStopping and cleaning up …'));
	const workspace = await mkdtemp(join(tmpdir(), `customer-data-${name}-`));
	const cleanup = new Cleanup();
	const exitCode = await work({ workspace, cleanup, signal, report: console.log })
		.then(() => 0)
		.catch((error: unknown) => {
			if (signal.aborted) return 130;
			console.error(`\n${explain(error)}`);
			return 1;
		});
	await cleanup.run();
	if (exitCode === 1) await keepLogs(workspace);
	else await rm(workspace, { recursive: true, force: true });
	return exitCode;
}

async function keepLogs(workspace: string): Promise<void> {
	const empty = await rmdir(workspace).then(
		() => true,
		() => false,
	);
	if (!empty) console.error(`The logs are in ${workspace}`);
}

/** What the user needs to see of it: the message of what can be expected to happen, all of the rest. */
export function explain(error: unknown): string {
	return error instanceof Failure ? error.message : inspect(error);
}
