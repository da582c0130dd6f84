import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../script/failure.mts';

export interface GroupOptions {
	cwd: string;
	/** Takes what the processes print. */
	logFile: string;
	env?: NodeJS.ProcessEnv;
	/** Runs it as this user, which takes root to do. */
	user?: User | undefined;
}

export interface User {
	uid: number;
	gid: number;
}

export interface ProcessGroup {
	child: ChildProcess;
	/** Ends the process and all that it started: asks first, then insists. */
	stop(graceMs?: number): Promise<void>;
}

const groups = new Set<number>();

process.on('exit', () => {
	for (const group of groups) signalGroup(group, 'SIGKILL');
});

/** Starts a process as the head of a group of its own, so that its whole tree can be ended. */
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
			throw new Failure(`${command} could not be started: ${error}`);
		});
		const group = child.pid;
		if (group === undefined) throw new Error(`${command} has no process id`);
		groups.add(group);
		return { child, stop: (graceMs) => stopGroup(group, graceMs) };
	} finally {
		await log.close();
	}
}

/** Runs a process to its end and gives its exit code. */
export async function run(
	command: string,
	args: string[],
	{ signal, ...options }: GroupOptions & { signal?: AbortSignal },
): Promise<number | null> {
	const { child, stop } = await startGroup(command, args, options);
	try {
		if (!hasEnded(child)) await once(child, 'exit', { signal });
		return child.exitCode;
	} finally {
		await stop();
	}
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
	return exitCode !== null || signalCode !== null;
}

async function stopGroup(group: number, graceMs = 10_000): Promise<void> {
	if (!groups.has(group)) return;
	signalGroup(group, 'SIGTERM');
	if (!(await isGone(group, graceMs))) {
		signalGroup(group, 'SIGKILL');
		await isGone(group, 2_000);
	}
	groups.delete(group);
}

async function isGone(group: number, withinMs: number): Promise<boolean> {
	const end = Date.now() + withinMs;
	while (signalGroup(group, 0)) {
		if (Date.now() > end) return false;
		await sleep(50);
	}
	return true;
}

function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(-group, signal);
	} catch {
		return false;
	}
}
