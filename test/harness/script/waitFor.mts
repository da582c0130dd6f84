import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.mts';

interface WaitOptions {
	/** What to say when the time is over, up to "within … seconds". */
	failure: string;
	withinMs?: number;
	everyMs?: number;
	signal?: AbortSignal | undefined;
}

/**
 * Looks again and again until there is something, and gives that.
 *
 * @throws Failure when the time is over
 */
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
