import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { asksForTooLong, type Failure } from '../../../nodes/CustomerData/errors/failures';
import { Gate } from '../../../nodes/CustomerData/paging/gate';
import { withRetries } from '../../../nodes/CustomerData/paging/retry';
import { allFailures, status } from '../../support/everyFailure.mts';
import { law } from '../../support/law.mts';
import { range } from '../../support/range.mts';

const page = { offset: 0, records: [], next: undefined };

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

const LONGEST = [1, 2, 4, 8, 16, 30, 30, 30, 30, 30].map((seconds) => 1_000 * seconds);

law(
	'a page is retried as often as allowed, after a random share of what doubles up to 30 seconds',
	{ of: [fc.nat({ max: 10 }), fc.double({ min: 0, max: 0.999, noNaN: true })], examples: 200 },
	async (maxRetries, chance) => {
		const { answer, attempts, waits } = await run(busyFor(20), maxRetries, chance);
		expect(answer).toEqual({ failure: { ...busy, retries: maxRetries } });
		expect(attempts).toEqual(range(0, maxRetries + 1));
		expect(waits).toEqual(LONGEST.slice(0, maxRetries).map((longest) => longest * chance));
	},
);

it('holds back all other requests for the wait after status 429 alone', async () => {
	const { waits, closed } = await run([status(429), busy, status(429)]);
	expect(waits).toEqual([1_000, 2_000, 4_000]);
	expect(closed).toEqual([1_000, 4_000]);
});
