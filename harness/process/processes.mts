import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { execa, type Options } from 'execa';
import type { Cleanup } from '../script/cleanup.mts';
import { Failure } from '../script/failure.mts';
import { waitFor } from '../script/waitFor.mts';

interface ServerOptions extends Omit<Options, 'cleanup'> {
	name: string;
	command: string[];
	/** What its log says when it is ready. */
	ready: RegExp;
	logFile: string;
	cleanup: Cleanup;
	signal?: AbortSignal;
}

/** Process groups, by the ID of their first process. */
const groups = new Set<number>();
process.on('exit', () => groups.forEach(killGroup));

/**
 * Starts a server and waits until it is ready. It gets its own process group, because children such as
 * n8n's task runners can outlive it.
 */
export async function startServer(server: ServerOptions) {
	const { name, command, ready, logFile, cleanup, signal, ...options } = server;
	const [file = '', ...args] = command;
	const log = async () => await readFile(logFile, 'utf8').catch(() => '');
	const { length } = await log();
	const output = { file: logFile, append: true };
	const streams = { input: '', ...options, stdout: output, stderr: output };
	const child = execa(file, args, { ...streams, detached: true, reject: false, buffer: false });
	const { pid } = child;
	if (pid === undefined) throw new Failure(`${name} did not start.`);
	groups.add(pid);
	/** Sends SIGTERM, and SIGKILL after 5 seconds, and ends what the process leaves behind. */
	const stop = async () => {
		child.kill();
		if (!hasEnded(child)) await once(child, 'exit');
		killGroup(pid);
		await child;
	};
	cleanup.add(stop);
	const isReady = async () => {
		if (hasEnded(child)) throw new Failure(`${name} ended with exit code ${child.exitCode}.`);
		return ready.test((await log()).slice(length));
	};
	await waitFor(isReady, { failure: `${name} was not ready`, withinMs: 180_000, signal });
	return { child, pid, stop };
}

export function hasEnded({ exitCode, signalCode }: Pick<ChildProcess, 'exitCode' | 'signalCode'>) {
	return exitCode !== null || signalCode !== null;
}

/** Whether any process has this ID, whoever started it. */
export function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		// It is another user's.
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}

function killGroup(group: number): void {
	if (!groups.delete(group)) return;
	try {
		process.kill(-group, 'SIGKILL');
	} catch {
		// Nothing is left of it.
	}
}
