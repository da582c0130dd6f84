import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Failure, failure } from '../../../nodes/CustomerData/api/failures';
import { withRetries } from '../../../nodes/CustomerData/paging/retry';
import { allFailures, status } from '../support/failures.mts';
import { law } from '../support/law.mts';

const page = { page: { records: [], next: undefined } };
const busy = status(503);
const LONGEST = 60_000;

/** Fails in turn, then there is a page. */
async function run(failures: Failure[], maxRetries = 3, chance = 1) {
	const attempts: number[] = [];
	const waits: number[] = [];
	const clock = {
		now: () => 0,
		sleep: async (milliseconds: number) => void waits.push(milliseconds),
		nextTurn: async () => {},
	};
	const attempt = async (retry: number) => {
		const found = failures[attempts.length];
		attempts.push(retry);
		return found ? { failure: found } : page;
	};
	const policy = { maxRetries, clock, random: () => chance };
	const answer = await withRetries(attempt, policy, new AbortController().signal);
	return { answer, attempts, waits };
}

const busyFor = (times: number) => Array.from({ length: times }, () => busy);

describe('a page', () => {
	it.each(allFailures())(
		'is retried after what may pass, and nothing else: $message',
		async (found) => {
			const { isTransient, retryAfter = 0 } = found;
			const isRetried = isTransient && retryAfter <= LONGEST;
			const { answer, attempts } = await run([found]);
			expect(answer).toMatchObject(isRetried ? page : { failure: found });
			expect(attempts).toEqual(isRetried ? [0, 1] : [0]);
		},
	);

	law(
		'is retried as often as allowed, after a wait before each retry',
		{ of: [fc.integer({ min: 0, max: 10 })] },
		async (maxRetries) => {
			const { answer, attempts, waits } = await run(busyFor(20), maxRetries);
			expect(answer).toMatchObject({ failure: busy });
			expect(attempts).toEqual([...Array(maxRetries + 1).keys()]);
			expect(waits).toHaveLength(maxRetries);
		},
	);

	it('keeps the last failure when a retry is cancelled', async () => {
		const { answer } = await run([status(429), busy, failure('cancelled')]);
		expect(answer).toMatchObject({ failure: failure('cancelled', { after: busy }) });
	});
});

describe('the wait', () => {
	it('doubles with each retry, up to 30 seconds', async () => {
		const { waits } = await run(busyFor(8), 8);
		expect(waits).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]);
	});

	law(
		'is a random share of that, so that workflows do not all retry at once',
		{ of: [fc.double({ min: 0, max: 0.999, noNaN: true })] },
		async (chance) => {
			expect((await run(busyFor(2), 3, chance)).waits).toEqual([1000 * chance, 2000 * chance]);
		},
	);

	it.each([1_000, LONGEST])('is the same where Retry-After asks for %d ms', async (retryAfter) => {
		expect(await run([status(429, retryAfter)])).toMatchObject({ answer: page, waits: [1000] });
	});

	it.each([60_001, Infinity])('is not for a Retry-After of %d ms', async (retryAfter) => {
		const found = failure('unavailable', { retryAfter });
		expect(await run([busy, found])).toMatchObject({ answer: { failure: found }, waits: [1000] });
	});
});
