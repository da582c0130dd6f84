import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { asksForTooLong, type Failure } from '../../../nodes/CustomerData/errors/failures';
import { Gate } from '../../../nodes/CustomerData/paging/gate';
import { Prefetch } from '../../../nodes/CustomerData/paging/prefetch';
import { allFailures, status } from '../../support/everyFailure.mts';
import { law } from '../../support/law.mts';

const page = { offset: 0, records: [], next: undefined };

/** Fails in turn, then there is a page. */
async function run(failures: Failure[], maxRetries = 3, chance = 1) {
	let requests = 0;
	const waits: number[] = [];
	const clock = {
		now: () => 0,
		sleep: async (milliseconds: number) => void waits.push(milliseconds),
		afterEvents: async () => {},
		random: () => chance,
	};
	const gate = new Gate(clock);
	const close = vi.spyOn(gate, 'close');
	// What it waits for is not what a retry waits for.
	vi.spyOn(gate, 'pass').mockResolvedValue();
	const stats = { requests: 0, retries: 0, repeats: 0, lacksOverlap: false };
	const prefetch = new Prefetch({
		listName: 'GetCustomers',
		async fetchPage() {
			const found = failures[requests++];
			return found ? { failure: found } : page;
		},
		gate,
		requestInterval: 0,
		parallelRequests: 1,
		maxRetries,
		signal: new AbortController().signal,
		stats,
	});
	const answer = await prefetch.page(0);
	expect(stats).toMatchObject({ requests, retries: requests - 1 });
	const closed = close.mock.calls.flat().filter((milliseconds) => milliseconds > 0);
	return { answer, requests, waits, closed };
}

const busy = status(503);
const busyFor = (times: number) => Array<Failure>(times).fill(busy);

it.each(allFailures())('what may pass is retried, and nothing else: $message', async (found) => {
	const isRetried = found.isTransient && !asksForTooLong(found);
	const { answer, requests, waits } = await run([found]);
	expect(answer).toMatchObject(isRetried ? page : { failure: found });
	expect([requests, waits.length]).toEqual(isRetried ? [2, 1] : [1, 0]);
});

const LONGEST = [1, 2, 4, 8, 16, 30, 30, 30, 30, 30].map((seconds) => 1_000 * seconds);

law(
	'a page is retried as often as allowed, after a random share of what doubles up to 30 seconds',
	{ of: [fc.nat({ max: 10 }), fc.double({ min: 0, max: 0.999, noNaN: true })], examples: 200 },
	async (maxRetries, chance) => {
		const { answer, requests, waits } = await run(busyFor(20), maxRetries, chance);
		expect(answer).toEqual({ failure: { ...busy, retries: maxRetries } });
		expect(requests).toBe(maxRetries + 1);
		expect(waits).toEqual(LONGEST.slice(0, maxRetries).map((longest) => longest * chance));
	},
);

it('holds back all other requests for the wait after status 429 alone', async () => {
	const { waits, closed } = await run([status(429), busy, status(429)]);
	expect(waits).toEqual([1_000, 2_000, 4_000]);
	expect(closed).toEqual([1_000, 4_000]);
});
