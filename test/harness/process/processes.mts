import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { execa, type Options } from 'execa';
import type { Cleanup } from '../script/cleanup.mts';
import { Failure } from '../script/failure.mts';
import { waitFor } from '../script/waitFor.mts';

interface ProcessOptions extends Omit<Options, 'cleanup'> {
	/** What it is or does, e.g. "Redis" or "Packing the package". */
	name: string;
	command: string[];
	/** What the log of a server says when it is ready. */
	ready?: RegExp;
	logFile: string;
	cleanup: Cleanup;
	signal?: AbortSignal;
	report?: (line: string) => void;
}

export type Running = ReturnType<typeof launch>;

/** Process groups, by the ID of their first process. */
const groups = new Set<number>();
process.on('exit', () => groups.forEach(killGroup));

/** Starts a server and waits until it is ready, or any other command and waits until it succeeds. */
export async function start({
	name,
	command: [file = '', ...args],
	ready,
	logFile,
	cleanup,
	signal,
	report,
	...options
}: ProcessOptions): Promise<Running> {
	const log = async () => await readFile(logFile, 'utf8').catch(() => '');
	const { length } = await log();
	const output = { file: logFile, append: true };
	const running = launch(file, args, { input: '', ...options, stdout: output, stderr: output });
	cleanup.add(running.stop);
	const { child } = running;
	const isReady = async () => {
		const ended = hasEnded(child);
		if (ready ? ready.test((await log()).slice(length)) : child.exitCode === 0) return true;
		if (ended) throw new Failure(`${name} ended with exit code ${child.exitCode}.`);
		return false;
	};
	const startedAt = Date.now();
	const timer = setInterval(() => {
		report?.(`  ${name}: ${Math.round((Date.now() - startedAt) / 1000)} s`);
	}, 15_000);
	const timing = { withinMs: ready ? 180_000 : Infinity, signal };
	try {
		await waitFor(isReady, { failure: `${name} was not ready`, ...timing });
		return running;
	} catch (error) {
		await running.stop();
		if (!(error instanceof Failure)) throw error;
		const lines = (await log()).trimEnd().split('\n').slice(-15);
		throw new Failure([error.message, `The log ${logFile} ends with:`, ...lines].join('\n    '));
	} finally {
		clearInterval(timer);
	}
}

/** The ID of a process that was started. */
export function pidOf({ pid }: Pick<ChildProcess, 'pid'>): number {
	if (pid === undefined) throw new Error('The process did not start');
	return pid;
}

export function hasEnded({ exitCode, signalCode }: Pick<ChildProcess, 'exitCode' | 'signalCode'>) {
	return exitCode !== null || signalCode !== null;
}

/** Starts a process in its own group, because children such as n8n's task runners can outlive it. */
function launch(file: string, args: string[], options: Options) {
	const child = execa(file, args, { ...options, detached: true, reject: false, buffer: false });
	const group = child.pid;
	if (group !== undefined) groups.add(group);
	/** Sends SIGTERM, and SIGKILL after 5 seconds, and ends what the process leaves behind. */
	const stop = async () => {
		child.kill();
		if (!hasEnded(child)) await once(child, 'exit');
		if (group !== undefined) killGroup(group);
		await child;
	};
	return { child, stop };
}

function killGroup(group: number): void {
	if (!groups.delete(group)) return;
	try {
		process.kill(-group, 'SIGKILL');
	} catch {
		// Nothing is left of it.
	}
}
