import { describe, expect, it } from 'vitest';

import { type Failure, failure } from '../../../nodes/CustomerData/api/failures';
import type { PageOrFailure } from '../../../nodes/CustomerData/api/page';
import { Prefetch, type PrefetchOptions } from '../../../nodes/CustomerData/paging/prefetch';

const PAGE: PageOrFailure = { page: { records: [], next: undefined } };
const failed = (name: Failure['name'] = 'unavailable'): PageOrFailure => ({
	failure: failure(name),
});
const turn = async () => await new Promise((resolve) => setImmediate(resolve));

/** Prefetches with four requests at a time from a service that answers when it is told to. */
function prefetching(options: Partial<PrefetchOptions> = {}) {
	const asked: number[] = [];
	const signals: AbortSignal[] = [];
	const answers: Array<(answer: PageOrFailure) => void> = [];
	const prefetch = new Prefetch({
		async fetchPage(offset, signal) {
			asked.push(offset);
			signals.push(signal);
			return await new Promise((resolve) => answers.push(resolve));
		},
		parallelRequests: 4,
		retryPolicy: {
			maxRetries: 1,
			clock: { now: () => 0, sleep: async () => {}, nextTurn: async () => {} },
			random: () => 0,
		},
		signal: new AbortController().signal,
		...options,
	});
	async function answer(index: number, answer = PAGE): Promise<void> {
		await turn();
		answers[index]?.(answer);
		await turn();
	}
	/** The first page arrives, which opens the window, and the second, at 50, with three early ones behind it. */
	async function open(): Promise<void> {
		const first = prefetch.page(0, { step: 50 });
		await answer(0);
		await first;
		const second = prefetch.page(50, { step: 50 });
		await answer(1);
		await second;
	}
	return { prefetch, asked, signals, answer, open };
}

describe('requests that are made early', () => {
	it('are as many as the window has room for, a step apart', async () => {
		const { asked, open } = prefetching();
		await open();
		expect(asked).toEqual([0, 50, 100, 150, 200]);
	});

	it('end before the end of what is wanted', async () => {
		const { asked, open } = prefetching({ end: () => 150 });
		await open();
		expect(asked).toEqual([0, 50, 100]);
	});

	it('are not made without a step', async () => {
		const { prefetch, asked, open } = prefetching();
		await open();
		prefetch.drop();
		void prefetch.page(70);
		void prefetch.page(90, { step: -1 });
		expect(asked.slice(5)).toEqual([70, 90]);
	});

	it.each([
		[100, 0, 100],
		[105, 5, 100],
		[105, 4, 105],
		[95, 50, 95],
	])('serve a page at %d with a slack of %d from %d on', async (at, slack, offset) => {
		const { prefetch, asked, signals, answer, open } = prefetching();
		await open();
		const page = prefetch.page(at, { slack });
		await answer(offset === 100 ? 2 : 5);
		expect(await page).toMatchObject({ offset });
		const isUsed = offset === 100;
		expect(asked.slice(5)).toEqual(isUsed ? [] : [offset]);
		expect(signals[3]?.aborted).toBe(!isUsed);
	});

	it('end when they are dropped', async () => {
		const { prefetch, signals, open } = prefetching();
		await open();
		prefetch.drop();
		expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, true, true, true]);
	});

	it('are fewer once some were in vain, and become more again with the pages that arrive', async () => {
		const { prefetch, asked, answer, open } = prefetching();
		await open();
		prefetch.drop();
		const third = prefetch.page(100, { step: 50 });
		expect(asked.slice(5)).toEqual([100]);
		await answer(5);
		await third;
		void prefetch.page(150, { step: 50 });
		expect(asked.slice(6)).toEqual([150, 200]);
	});

	it('end with the read when that is cancelled, after a drop, too', async () => {
		const controller = new AbortController();
		const { prefetch, signals, answer, open } = prefetching({ signal: controller.signal });
		await open();
		prefetch.drop();
		const third = prefetch.page(100, { step: 50 });
		await answer(5);
		await third;
		void prefetch.page(150, { step: 50 });
		expect(signals).toHaveLength(8);
		controller.abort();
		expect(signals.every(({ aborted }) => aborted)).toBe(true);
	});
});

describe('a request that failed early', () => {
	it('was the first attempt, and its repeat counts as a retry', async () => {
		let retries = 0;
		const { prefetch, asked, answer, open } = prefetching({ onRetry: () => (retries += 1) });
		await open();
		expect(retries).toBe(0);
		await answer(2, failed());
		const page = prefetch.page(100, { step: 50 });
		await answer(5, failed());
		expect(await page).toMatchObject({ failure: { name: 'unavailable' } });
		expect(asked.slice(5)).toEqual([100]);
		expect(retries).toBe(1);
	});

	it('makes requests fewer, unless it was ended', async () => {
		const { prefetch, asked, answer, open } = prefetching();
		await open();
		await answer(4, failed());
		for (const [index, at] of [100, 150].entries()) {
			const page = prefetch.page(at, { step: 50 });
			await answer(index + 2);
			await page;
		}
		expect(asked).toEqual([0, 50, 100, 150, 200, 250]);
	});
});
