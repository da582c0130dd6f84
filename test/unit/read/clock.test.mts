import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { clock } from '../../../nodes/CustomerData/read/clock';

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
	vi.useRealTimers();
});

/** Sleeps until the signal fires, if that is given. @returns the milliseconds that this took */
async function sleep(milliseconds: number, fires?: number, isHeard = true): Promise<number> {
	const controller = new AbortController();
	if (fires === 0) controller.abort();
	else if (fires !== undefined) setTimeout(() => controller.abort(), fires);
	// As with the `sleep` of n8n before 2.41, which takes no signal.
	if (!isHeard) controller.signal.addEventListener = () => undefined;
	const since = clock.now();
	let took: number | undefined;
	void clock.sleep(milliseconds, controller.signal).then(() => (took = clock.now() - since));
	await vi.advanceTimersByTimeAsync(0);
	while (took === undefined) await vi.advanceTimersByTimeAsync(1);
	return took;
}

describe('sleeping', () => {
	it.each([-5, 0, 1, 999, 1_000, 1_001, 60_000])(
		'for %d ms takes as long',
		async (milliseconds) => {
			expect(await sleep(milliseconds)).toBe(Math.max(0, milliseconds));
		},
	);

	it.each<[number, boolean, number]>([
		[0, true, 0],
		[5_500, true, 5_500],
		[5_500, false, 6_000],
	])('ends with a signal after %d ms that the host hears: %s', async (fires, isHeard, took) => {
		expect(await sleep(60_000, fires, isHeard)).toBe(took);
	});

	it.each([0, -5])('for %d ms needs no timer', async (milliseconds) => {
		void clock.sleep(milliseconds, new AbortController().signal);
		expect(vi.getTimerCount()).toBe(0);
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
