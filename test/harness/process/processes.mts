import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { Failure } from '../script/failure.mts';
import { waitFor } from '../script/waitFor.mts';

export interface GroupOptions {
	cwd: string;
	/** Receives the output of the processes. */
	logFile: string;
	env?: NodeJS.ProcessEnv;
	/** The user to run as; only root can do this. */
	user?: User | undefined;
	/** Aborts the wait. */
	signal?: AbortSignal | undefined;
}

export interface User {
	uid: number;
	gid: number;
}

export interface ProcessGroup {
	child: ChildProcess;
	/** Ends the process and its children: SIGTERM first, SIGKILL if that does not help. */
	stop(graceMs?: number): Promise<void>;
}

const groups = new Set<number>();

process.on('exit', () => {
	for (const group of groups) signalGroup(group, 'SIGKILL');
});

/** Starts a process in its own process group, so that its children can be stopped with it. */
export async function startGroup(
	command: string,
	args: string[],
	{ cwd, logFile, env, user }: GroupOptions,
): Promise<ProcessGroup> {
	const log = await open(logFile, 'a');
	try {
		const stdio = ['ignore', log.fd, log.fd] as const;
		const child = spawn(command, args, { cwd, env, ...user, stdio: [...stdio], detached: true });
		await once(child, 'spawn').catch((error: unknown) => {
			throw new Failure(`Could not start ${command}: ${error}`);
		});
		const group = pidOf(child);
		groups.add(group);
		return { child, stop: (graceMs) => stopGroup(group, graceMs) };
	} finally {
		await log.close();
	}
}

/** Runs a process and returns its exit code. */
export async function run(
	command: string,
	args: string[],
	{ signal, ...options }: GroupOptions,
): Promise<number | null> {
	const { child, stop } = await startGroup(command, args, options);
	try {
		if (!hasEnded(child)) await once(child, 'exit', { signal });
		return child.exitCode;
	} finally {
		await stop();
	}
}

/** The ID of a process that was started. */
export function pidOf({ pid, spawnfile }: ChildProcess): number {
	if (pid === undefined) throw new Error(`${spawnfile} has no process id`);
	return pid;
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
	return exitCode !== null || signalCode !== null;
}

async function stopGroup(group: number, graceMs = 10_000): Promise<void> {
	if (!groups.has(group)) return;
	const failure = `The processes of group ${group} did not exit`;
	const ended = (withinMs: number) =>
		waitFor(() => !signalGroup(group, 0), { failure, withinMs, everyMs: 50 });
	signalGroup(group, 'SIGTERM');
	await ended(graceMs).catch(async () => {
		signalGroup(group, 'SIGKILL');
		// Killed processes stay as zombies if their parent never collects them.
		await ended(2_000).catch(() => undefined);
	});
	groups.delete(group);
}

function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(-group, signal);
	} catch {
		return false;
	}
}
