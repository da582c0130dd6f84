import { expect, it } from 'vitest';

import { Pacer } from '../../../nodes/CustomerData/read/pacer';

const never = new AbortController().signal;

async function startsOf(pacer: Pacer, intervals: number[], signals: AbortSignal[] = []) {
	const starts: number[] = [];
	await Promise.all(
		intervals.map(async (interval, index) => {
			const signal = signals[index] ?? never;
			await pacer.turn(interval, signal);
			if (!signal.aborted) starts.push(performance.now());
		}),
	);
	return starts;
}

const gapsOf = (starts: number[]) =>
	starts.slice(1).map((start, index) => start - (starts[index] ?? 0));

it('lets the first request start at once', async () => {
	const pacer = new Pacer();
	const before = performance.now();
	await pacer.turn(60_000, never);
	expect(performance.now() - before).toBeLessThan(1_000);
});

it('keeps requests apart that want to start at the same time, in their order', async () => {
	const pacer = new Pacer();
	const order: number[] = [];
	const starts = await startsOf(
		pacer,
		[0, 1, 2, 3].map(() => 30),
	);
	await Promise.all(
		[1, 2, 3].map(async (name) => {
			await pacer.turn(5, never);
			order.push(name);
		}),
	);
	const [first = 0, ...others] = starts;
	// What is awaited can be seen late, and the next one in time.
	expect((others.at(-1) ?? 0) - first).toBeGreaterThan(85);
	for (const gap of gapsOf(starts)) expect(gap).toBeGreaterThan(25);
	expect(order).toEqual([1, 2, 3]);
});

it('lets a request start at once when the one before started long ago', async () => {
	const pacer = new Pacer();
	await pacer.turn(10, never);
	await new Promise((resolve) => setTimeout(resolve, 15));
	const before = performance.now();
	await pacer.turn(10, never);
	expect(performance.now() - before).toBeLessThan(8);
});

it('does not wait for a request that was ended before its turn', async () => {
	const pacer = new Pacer();
	const ended = AbortSignal.abort();
	const starts = await startsOf(pacer, [20, 20, 20, 20], [never, ended, ended, never]);
	expect(starts).toHaveLength(2);
	const [gap = 0] = gapsOf(starts);
	expect(gap).toBeGreaterThan(15);
	expect(gap).toBeLessThan(39);
});

it('ends every wait when the signal fires', async () => {
	const pacer = new Pacer();
	const controller = new AbortController();
	const turns = [0, 1, 2].map(() => pacer.turn(60_000, controller.signal));
	controller.abort();
	const before = performance.now();
	await Promise.all(turns);
	expect(performance.now() - before).toBeLessThan(1_500);
});

it('lets no request start while the service rests, nor one that waited before', async () => {
	const pacer = new Pacer();
	await pacer.turn(10, never);
	const before = performance.now();
	const turn = pacer.turn(10, never);
	pacer.rest(60);
	await turn;
	expect(performance.now() - before).toBeGreaterThanOrEqual(59.9);
});
