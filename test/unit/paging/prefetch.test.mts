import { describe, expect, it } from 'vitest';

import { failure } from '../../../nodes/CustomerData/api/failures';
import type { PageOrFailure } from '../../../nodes/CustomerData/api/page';
import { Prefetch, type PrefetchOptions } from '../../../nodes/CustomerData/paging/prefetch';

const PAGE: PageOrFailure = { page: { records: [], next: undefined } };
const FAILED: PageOrFailure = { failure: failure('unavailable') };
const turn = async () => await new Promise((resolve) => setImmediate(resolve));

/** Four requests at a time. The first page, at 0, opened the window; the second, at 50, has three early ones behind it. */
async function prefetching(options: Partial<PrefetchOptions> = {}) {
	const asked: number[] = [];
	const signals: AbortSignal[] = [];
	const answers: Array<(answer: PageOrFailure) => void> = [];
	const clock = { now: () => 0, sleep: async () => {}, nextTurn: async () => {} };
	const prefetch = new Prefetch({
		async fetchPage(offset, signal) {
			asked.push(offset);
			signals.push(signal);
			return await new Promise((resolve) => answers.push(resolve));
		},
		parallelRequests: 4,
		retryPolicy: { maxRetries: 1, clock, random: () => 0 },
		signal: new AbortController().signal,
		...options,
	});
	async function answer(index: number, answer = PAGE): Promise<void> {
		await turn();
		answers[index]?.(answer);
		await turn();
	}
	async function read(offset: number, index: number): Promise<void> {
		const page = prefetch.page(offset, { step: 50 });
		await answer(index);
		await page;
	}
	await read(0, 0);
	await read(50, 1);
	return { prefetch, asked, signals, answer, read };
}

describe('early requests', () => {
	it('are as many as the window has room for, a step apart', async () => {
		const { asked } = await prefetching();
		expect(asked).toEqual([0, 50, 100, 150, 200]);
	});

	it('end before the end of what is wanted', async () => {
		const { asked } = await prefetching({ end: () => 150 });
		expect(asked).toEqual([0, 50, 100]);
	});

	it('are not made without a step', async () => {
		const { prefetch, asked } = await prefetching();
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
		const { prefetch, asked, signals, answer } = await prefetching();
		const isUsed = offset === 100;
		const page = prefetch.page(at, { slack });
		await answer(isUsed ? 2 : 5);
		expect(await page).toMatchObject({ offset });
		expect(asked.slice(5)).toEqual(isUsed ? [] : [offset]);
		expect(signals[3]?.aborted).toBe(!isUsed);
	});

	it('end when they are dropped, and are fewer then until pages arrive', async () => {
		const { prefetch, asked, signals, read } = await prefetching();
		prefetch.drop();
		expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, true, true, true]);
		const third = read(100, 5);
		expect(asked.slice(5)).toEqual([100]);
		await third;
		void prefetch.page(150, { step: 50 });
		expect(asked.slice(6)).toEqual([150, 200]);
	});

	it('end with the read when that is cancelled, after a drop, too', async () => {
		const controller = new AbortController();
		const { prefetch, signals, read } = await prefetching({ signal: controller.signal });
		prefetch.drop();
		await read(100, 5);
		void prefetch.page(150, { step: 50 });
		controller.abort();
		expect(signals.map(({ aborted }) => aborted)).toEqual(Array(8).fill(true));
	});
});

describe('a request that failed early', () => {
	it('was the first attempt, and its repeat counts as a retry', async () => {
		let retries = 0;
		const { prefetch, asked, answer } = await prefetching({ onRetry: () => (retries += 1) });
		await answer(2, FAILED);
		expect(retries).toBe(0);
		const page = prefetch.page(100, { step: 50 });
		await answer(5, FAILED);
		expect(await page).toEqual(FAILED);
		expect(asked.slice(5)).toEqual([100]);
		expect(retries).toBe(1);
	});

	it('makes requests fewer', async () => {
		const { asked, answer, read } = await prefetching();
		await answer(4, FAILED);
		await read(100, 2);
		await read(150, 3);
		expect(asked).toEqual([0, 50, 100, 150, 200, 250]);
	});
});
