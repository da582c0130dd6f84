import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, lastLines } from '../script/failure.mts';
import { hasEnded } from './processes.mts';

interface Startup {
	name: string;
	/** Where it is to answer. */
	at: string;
	isReady: () => Promise<boolean>;
	child: ChildProcess;
	logFile: string;
	withinMs: number;
	signal: AbortSignal | undefined;
}

/** Waits till a server that was started answers. */
export async function untilReady({ name, at, isReady, child, logFile, withinMs, signal }: Startup) {
	const failure = async (what: string) =>
		new Failure(`${name} ${what}. Its log ends with:\n${await lastLines(logFile)}`);
	const end = Date.now() + withinMs;
	while (!(await isReady())) {
		if (hasEnded(child)) throw await failure('ended before it was ready');
		if (Date.now() > end) throw await failure(`did not answer at ${at}`);
		await sleep(200, undefined, { signal });
	}
}
