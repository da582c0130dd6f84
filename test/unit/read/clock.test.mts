import { expect, it, onTestFinished, vi } from 'vitest';
import { n8nClock } from '../../../nodes/CustomerData/read/clock';

it.each<[string, number, number, { fires?: number; isHeard?: boolean }?]>([
	['not at all', 0, 0],
	['as long as it should', 1_001, 1_001],
	['no longer than nobody cancels it', 60_000, 0, { fires: 0 }],
	['no longer than nobody cancels it', 60_000, 5_500, { fires: 5_500 }],
	// As with the `sleep` of n8n before 2.41, which takes no signal.
	['a second more where the host does not hear', 60_000, 6_000, { fires: 5_500, isHeard: false }],
])('sleeps %s: %d ms for %d ms', async (_, milliseconds, expected, { fires, isHeard } = {}) => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
	onTestFinished(() => void vi.useRealTimers());
	const controller = new AbortController();
	if (fires === 0) controller.abort();
	else if (fires !== undefined) setTimeout(() => controller.abort(), fires);
	if (isHeard === false) controller.signal.addEventListener = () => undefined;
	const since = n8nClock.now();
	let took: number | undefined;
	void n8nClock.sleep(milliseconds, controller.signal).then(() => (took = n8nClock.now() - since));
	// Without a timer where there is nothing to wait for.
	if (expected === 0) expect(vi.getTimerCount()).toBe(0);
	await vi.advanceTimersByTimeAsync(0);
	while (took === undefined) await vi.advanceTimersByTimeAsync(1);
	expect(took).toBe(expected);
});

it('has a next turn after all that this one still does', async () => {
	const order: string[] = [];
	const next = n8nClock.afterEvents().then(() => order.push('next'));
	for (let step = 0; step < 100; step++) await Promise.resolve();
	order.push('this');
	await next;
	expect(order).toEqual(['this', 'next']);
});
