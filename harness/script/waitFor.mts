import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.mts';

interface WaitOptions {
	/** The message on timeout, without "within … seconds". */
	failure: string;
	withinMs?: number;
	everyMs?: number;
	signal?: AbortSignal;
}

/** Calls `find` until it returns something, and returns that. @throws Failure on timeout */
export async function waitFor<T>(
	find: () => Promise<T | undefined | false> | T | undefined | false,
	{ failure, withinMs = 30_000, everyMs = 100, signal }: WaitOptions,
): Promise<T> {
	for (const end = Date.now() + withinMs; ; await sleep(everyMs, undefined, { signal })) {
		const found = await find();
		if (found) return found;
		if (Date.now() > end) throw new Failure(`${failure} within ${withinMs / 1000} seconds.`);
	}
}
