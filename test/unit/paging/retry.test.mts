import fc from 'fast-check';
import { expect, it, vi } from 'vitest';

import { asksForTooLong, type Failure } from '../../../nodes/CustomerData/api/failures';
import { Gate } from '../../../nodes/CustomerData/paging/gate';
import { withRetries } from '../../../nodes/CustomerData/paging/retry';
import { allFailures, status } from '../support/failures.mts';
import { law } from '../support/law.mts';

const page = { page: { records: [], next: undefined } };

/** Fails in turn, then there is a page. */
async function run(failures: Failure[], maxRetries = 3, chance = 1) {
	const attempts: number[] = [];
	const waits: number[] = [];
	const clock = {
		now: () => 0,
		sleep: async (milliseconds: number) => void waits.push(milliseconds),
		afterEvents: async () => {},
		random: () => chance,
	};
	const gate = new Gate(clock);
	const close = vi.spyOn(gate, 'close');
	const attempt = async (retry: number) => {
		const found = failures[attempts.length];
		attempts.push(retry);
		return found ? { failure: found } : page;
	};
	const answer = await withRetries(attempt, maxRetries, gate, new AbortController().signal);
	return { answer, attempts, waits, closed: close.mock.calls.flat() };
}

const busy = status(503);
const busyFor = (times: number) => Array<Failure>(times).fill(busy);

it.each(allFailures())('what may pass is retried, and nothing else: $message', async (found) => {
	const isRetried = found.isTransient && !asksForTooLong(found);
	const { answer, attempts, waits } = await run([found]);
	expect(answer).toMatchObject(isRetried ? page : { failure: found });
	expect([attempts, waits.length]).toEqual(isRetried ? [[0, 1], 1] : [[0], 0]);
});

law(
	'a page is retried as often as allowed, after a wait before each retry',
	{ of: [fc.integer({ min: 0, max: 10 })] },
	async (maxRetries) => {
		const { answer, attempts, waits } = await run(busyFor(20), maxRetries);
		expect(answer).toEqual({ failure: { ...busy, retries: maxRetries } });
		expect(attempts).toEqual([...Array(maxRetries + 1).keys()]);
		expect(waits).toHaveLength(maxRetries);
	},
);

law(
	'the wait is a random share of what doubles with each retry, up to 30 seconds',
	{ of: [fc.double({ min: 0, max: 0.999, noNaN: true })] },
	async (chance) => {
		const longest = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000];
		const { waits } = await run(busyFor(7), 7, chance);
		expect(waits).toEqual(longest.map((milliseconds) => milliseconds * chance));
	},
);

it('holds back all other requests for the wait after status 429 alone', async () => {
	const { waits, closed } = await run([status(429), busy, status(429)]);
	expect(waits).toEqual([1_000, 2_000, 4_000]);
	expect(closed).toEqual([1_000, 4_000]);
});
