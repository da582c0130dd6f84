import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits till something is found. */
export async function eventually<T>(
	what: string,
	find: () => Promise<T | undefined | false> | T | undefined | false,
	withinMs = 30_000,
): Promise<T> {
	for (const end = Date.now() + withinMs; ; await sleep(100)) {
		const found = await find();
		if (found) return found;
		assert.ok(Date.now() < end, `Within ${withinMs / 1000} seconds, there was no ${what}`);
	}
}
