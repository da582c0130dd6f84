import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { clock } from '../../../nodes/CustomerData/read/clock';

describe('sleep', () => {
	beforeEach(() => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	/** Whether it still sleeps after each so many milliseconds. */
	async function sleepsAfter(steps: number[], milliseconds: number, signal: AbortSignal) {
		let sleeps = true;
		const sleeping = clock.sleep(milliseconds, signal).then(() => {
			sleeps = false;
		});
		const seen: boolean[] = [];
		for (const step of steps) {
			await vi.advanceTimersByTimeAsync(step);
			seen.push(sleeps);
		}
		if (!sleeps) await sleeping;
		return seen;
	}

	it.each([1, 999, 1_000, 1_001, 60_000])('takes %d milliseconds', async (milliseconds) => {
		const { signal } = new AbortController();
		expect(await sleepsAfter([milliseconds - 1, 1], milliseconds, signal)).toEqual([true, false]);
	});

	it('takes no longer for a part of a millisecond', async () => {
		const { signal } = new AbortController();
		expect(await sleepsAfter([1_000, 1], 1_000.5, signal)).toEqual([true, false]);
	});

	it('resolves at once when the signal fires', async () => {
		const controller = new AbortController();
		setTimeout(() => controller.abort(), 5_500);
		expect(await sleepsAfter([5_499, 1], 60_000, controller.signal)).toEqual([true, false]);
	});

	it('resolves for a signal that has fired', async () => {
		expect(await sleepsAfter([0], 60_000, AbortSignal.abort())).toEqual([false]);
	});

	it('resolves within a second where the host does not listen to the signal', async () => {
		const controller = new AbortController();
		// As with the `sleep` of n8n before 2.41, which takes no signal.
		controller.signal.addEventListener = () => undefined;
		setTimeout(() => controller.abort(), 5_500);
		expect(await sleepsAfter([5_999, 1], 60_000, controller.signal)).toEqual([true, false]);
	});
});

it('has a next turn after all that this one still does', async () => {
	const order: string[] = [];
	const next = clock.nextTurn().then(() => order.push('next'));
	for (let step = 0; step < 100; step++) await Promise.resolve();
	order.push('this');
	await next;
	expect(order).toEqual(['this', 'next']);
});

it.each([0, -5])('sleeps for %d milliseconds without a timer', async (milliseconds) => {
	let isOver = false;
	void clock.sleep(milliseconds, new AbortController().signal).then(() => (isOver = true));
	await Promise.resolve();
	await Promise.resolve();
	expect(isOver).toBe(true);
});

it('says how much time has passed', async () => {
	const before = clock.now();
	await clock.sleep(20, new AbortController().signal);
	const passed = clock.now() - before;
	expect(passed).toBeGreaterThan(18);
	expect(passed).toBeLessThan(2_000);
});
