import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Failure, failure } from '../../../nodes/CustomerData/api/failures';
import type { PageOrFailure } from '../../../nodes/CustomerData/api/page';
import type { Clock } from '../../../nodes/CustomerData/paging/gate';
import { withRetries } from '../../../nodes/CustomerData/paging/retry';
import { ALL_FAILURES, status } from '../support/failures.mts';

const page = { page: { records: [], next: undefined } };
const busy = status(503);
const LONGEST = 60_000;

/** Returns the failures in turn, then a page. */
async function run(failures: Failure[], maxRetries: number, random = () => 1) {
	const attempts: number[] = [];
	const waits: number[] = [];
	const clock: Clock = {
		now: () => 0,
		sleep: async (milliseconds) => {
			waits.push(milliseconds);
		},
		nextTurn: async () => {},
	};
	const attempt = async (retry: number): Promise<PageOrFailure> => {
		const found = failures[attempts.length];
		attempts.push(retry);
		return found ? { failure: found } : page;
	};
	const { signal } = new AbortController();
	const answer = await withRetries(attempt, { maxRetries, clock, random }, signal);
	return { answer, attempts, waits };
}

describe('withRetries', () => {
	it.each(ALL_FAILURES)('retries what may pass, and nothing else: $message', async (found) => {
		const { isTransient, retryAfter = 0 } = found;
		const retries = isTransient && retryAfter <= LONGEST;
		const { answer, attempts } = await run([found], 3);
		expect(answer).toMatchObject(retries ? page : { failure: found });
		expect(attempts).toEqual(retries ? [0, 1] : [0]);
	});

	it('keeps the last failure when a retry is cancelled', async () => {
		const { answer } = await run([status(429), busy, failure('cancelled')], 3);
		expect(answer).toMatchObject({ failure: failure('cancelled', { after: busy }) });
	});

	it('retries as often as allowed, waits before each retry, and not after the last one', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 10 }), async (maxRetries) => {
				const failures = Array.from({ length: 20 }, () => busy);
				const { answer, attempts, waits } = await run(failures, maxRetries);
				expect(answer).toMatchObject({ failure: busy });
				expect(attempts).toEqual(Array.from({ length: maxRetries + 1 }, (_, retry) => retry));
				expect(waits).toHaveLength(maxRetries);
			}),
		);
	});

	it('doubles the longest wait with each retry, up to 30 seconds', async () => {
		const failures = Array.from({ length: 10 }, () => busy);
		const { waits } = await run(failures, 8);
		expect(waits).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]);
	});

	it('waits a random share of that, so that workflows do not all retry at once', async () => {
		await fc.assert(
			fc.asyncProperty(fc.double({ min: 0, max: 0.999, noNaN: true }), async (chance) => {
				const { waits } = await run([busy, busy], 3, () => chance);
				expect(waits).toEqual([1000 * chance, 2000 * chance]);
			}),
		);
	});

	it('waits like that whatever Retry-After asks for, up to a minute', async () => {
		for (const retryAfter of [1_000, LONGEST]) {
			expect(await run([status(429, retryAfter)], 3)).toMatchObject({
				answer: page,
				waits: [1000],
			});
		}
	});

	it.each([60_001, 3_600_000, Infinity])(
		'returns the failure at once when Retry-After asks for more than a minute: %d ms',
		async (retryAfter) => {
			const found = failure('unavailable', { retryAfter });
			const { answer, waits } = await run([busy, found], 3);
			expect({ answer, waits }).toMatchObject({ answer: { failure: found }, waits: [1000] });
		},
	);
});
