import { describe, expect, it } from 'vitest';

import { readConsistently } from '../../../nodes/CustomerData/paging/consistentPages';
import type { Failure } from '../../../nodes/CustomerData/paging/failure';
import { readPages } from '../../../nodes/CustomerData/paging/pages';
import type { Life } from '../support/livingList.mts';
import { readLiving } from '../support/livingRead.mts';

const lost: Failure = { kind: 'connection', code: 'ECONNRESET' };
const busy = (retryAfter: number): Failure => ({
	kind: 'status',
	status: 429,
	messages: [],
	retryAfter,
});

/** 300 records at rest; the fourth request is the first that is made early. */
const life = (failures: Life['failures']): Life => ({
	size: 300,
	pageSizes: [50],
	changes: [],
	latencies: [[5, 5]],
	failures,
});
const EARLY = 3;
/** The nth request, and all after it or just the one. */
const from = (nth: number, failure: Failure, times = 1_000) => [
	...Array.from({ length: nth }, () => undefined),
	...Array.from({ length: times }, () => failure),
];

describe.each([
	['readPages', readPages],
	['readConsistently', readConsistently],
])('%s', (_, read) => {
	it.each([1, 4, 16])('requests a page once with Max Retries 0, window %d', async (window) => {
		const { list, failure } = await readLiving(read, life(from(EARLY, lost)), {
			parallelRequests: window,
			maxRetries: 0,
		});
		expect(failure).toEqual(lost);
		expect(list.asked).toHaveLength(EARLY + 1);
	});

	it.each([1, 4, 16])(
		'requests a page three times with Max Retries 2, window %d',
		async (window) => {
			const { list, failure } = await readLiving(read, life(from(EARLY, lost)), {
				parallelRequests: window,
				maxRetries: 2,
			});
			const [failed = 0] = list.asked.slice(EARLY);
			const near = list.asked.slice(EARLY).filter((offset) => Math.abs(offset - failed) <= 2);
			expect(failure).toEqual(lost);
			expect(near).toHaveLength(3);
		},
	);

	it.each([1, 4, 16])('waits as long as Retry-After says, window %d', async (window) => {
		const { list, ids, failure } = await readLiving(read, life(from(EARLY, busy(700), 1)), {
			parallelRequests: window,
		});
		const [failed = 0] = list.asked.slice(EARLY);
		const [first = 0, second = 0] = list.asked
			.map((offset, index) => ({ offset, at: list.askedAt[index] ?? 0 }))
			.filter(({ offset }) => Math.abs(offset - failed) <= 2)
			.map(({ at }) => at);
		expect(failure).toBeUndefined();
		expect(ids).toEqual(list.steady());
		expect(second - first).toBe(710);
	});

	it.each([1, 4, 16])(
		'ends at once when it would have to wait too long, window %d',
		async (window) => {
			const { list, failure } = await readLiving(read, life(from(EARLY, busy(60_001), 1)), {
				parallelRequests: window,
			});
			const [failed = 0] = list.asked.slice(EARLY);
			expect(failure).toEqual(busy(60_001));
			expect(list.asked.filter((offset) => Math.abs(offset - failed) <= 2)).toHaveLength(1);
		},
	);
});
