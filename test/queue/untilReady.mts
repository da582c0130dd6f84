import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, lastLines } from '../../demo/failure.mts';
import { hasEnded } from '../../demo/processes.mts';

interface Startup {
	name: string;
	child: ChildProcess;
	logFile: string;
	isReady: () => Promise<boolean>;
	signal: AbortSignal;
}

const START_WITHIN_MS = 60_000;

/** Waits till a server that was started answers. */
export async function untilReady({
	name,
	child,
	logFile,
	isReady,
	signal,
}: Startup): Promise<void> {
	const end = Date.now() + START_WITHIN_MS;
	while (!(await isReady())) {
		if (hasEnded(child) || Date.now() > end) {
			throw new Failure(`${name} did not start. Its log ends with:\n${await lastLines(logFile)}`);
		}
		await sleep(100, undefined, { signal });
	}
}
