import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.mts';

interface Patience {
	/** What to say when the time is over. */
	failure: string;
	withinMs: number;
	everyMs: number;
}

/** Looks again and again till something is found. */
export async function eventually<T>(
	find: () => Promise<T | undefined | false> | T | undefined | false,
	{ failure, withinMs, everyMs }: Patience,
): Promise<T> {
	for (const end = Date.now() + withinMs; ; await sleep(everyMs)) {
		const found = await find();
		if (found) return found;
		if (Date.now() > end) throw new Failure(failure);
	}
}
