import { describe, expect, it } from 'vitest';

import { type Clock, Gate } from '../../../nodes/CustomerData/paging/gate';
import { VirtualTime } from '../support/virtualTime.mts';

const never = new AbortController().signal;

/** A gate in virtual time, and when requests started there. */
class Entrance {
	readonly time = new VirtualTime();
	readonly gate: Gate;
	readonly starts: Array<{ name: string; at: number }> = [];

	constructor(nextTurn: Clock['nextTurn'] = async () => await this.time.wait(0)) {
		this.gate = new Gate({ now: () => this.time.now, sleep: this.time.wait, nextTurn });
	}

	async pass(name: string, interval: number, signal = never): Promise<void> {
		await this.gate.pass(interval, signal);
		if (!signal.aborted) this.starts.push({ name, at: this.time.now });
	}

	/** When each request started, by name. */
	async startsOf(work: () => Array<Promise<void>>): Promise<Array<[string, number]>> {
		await this.time.during(Promise.all(work()));
		return this.starts.map(({ name, at }) => [name, at]);
	}
}

describe('the interval between requests', () => {
	it('keeps their starts apart, in the order in which they came', async () => {
		const entrance = new Entrance();
		const starts = await entrance.startsOf(() => [
			entrance.pass('a', 30),
			entrance.pass('b', 30),
			entrance.pass('c', 5),
			entrance.pass('d', 30),
		]);
		expect(starts).toEqual([
			['a', 0],
			['b', 30],
			['c', 35],
			['d', 65],
		]);
	});

	it('is over when the request before started long ago', async () => {
		const entrance = new Entrance();
		const later = async () => {
			await entrance.time.wait(40);
			await entrance.pass('b', 30);
		};
		expect(await entrance.startsOf(() => [entrance.pass('a', 30), later()])).toEqual([
			['a', 0],
			['b', 40],
		]);
	});

	it('is kept by timers that are early', async () => {
		const time = new VirtualTime();
		const starts: number[] = [];
		const sleep = async (milliseconds: number) => await time.wait(Math.max(0, milliseconds - 0.5));
		const nextTurn = async () => await time.wait(0);
		const gate = new Gate({ now: () => time.now, sleep, nextTurn });
		const pass = async () => {
			await gate.pass(30, never);
			starts.push(time.now);
		};
		await time.during(Promise.all([pass(), pass()]));
		expect(starts[1]).toBeGreaterThanOrEqual(30);
	});
});

describe('a gate without an interval', () => {
	it('lets one request start in a turn of the event loop', async () => {
		const turns: Array<() => void> = [];
		const entrance = new Entrance(async () => await new Promise((end) => turns.push(end)));
		for (const name of ['a', 'b', 'c']) void entrance.pass(name, 0);
		for (const started of [1, 2, 3]) {
			await new Promise((resolve) => setImmediate(resolve));
			expect([entrance.starts.length, turns.length]).toEqual([started, started]);
			turns.at(-1)?.();
		}
	});
});

describe('a gate that the service closed', () => {
	it('lets no request start meanwhile, not even one that already waits', async () => {
		const entrance = new Entrance();
		const close = async () => {
			await entrance.time.wait(20);
			entrance.gate.close(50);
			await entrance.pass('c', 0);
		};
		const work = () => [entrance.pass('a', 30), entrance.pass('b', 30), close()];
		expect(await entrance.startsOf(work)).toEqual([
			['a', 0],
			['b', 70],
			['c', 70],
		]);
	});

	it('stays closed for the longest that it was asked for', async () => {
		const entrance = new Entrance();
		entrance.gate.close(50);
		entrance.gate.close(10);
		entrance.gate.close(0);
		expect(await entrance.startsOf(() => [entrance.pass('a', 0)])).toEqual([['a', 50]]);
	});

	it.each([
		[60_000, 60_000],
		[60_001, 0],
		[Infinity, 0],
	])('when it asked for %d ms, opens after %d', async (milliseconds, opens) => {
		const entrance = new Entrance();
		entrance.gate.close(milliseconds);
		expect(await entrance.startsOf(() => [entrance.pass('a', 0)])).toEqual([['a', opens]]);
	});
});

describe('a request that was ended', () => {
	it('waits no longer, and takes no turn', async () => {
		const entrance = new Entrance();
		const controller = new AbortController();
		const ended: number[] = [];
		const waiting = async (signal: AbortSignal) => {
			await entrance.pass('ended', 30, signal);
			ended.push(entrance.time.now);
		};
		const end = async () => {
			await entrance.time.wait(10);
			controller.abort();
		};
		const starts = await entrance.startsOf(() => [
			entrance.pass('a', 30),
			waiting(AbortSignal.abort()),
			waiting(controller.signal),
			waiting(controller.signal),
			entrance.pass('b', 30),
			end(),
		]);
		expect(starts).toEqual([
			['a', 0],
			['b', 30],
		]);
		expect(ended).toEqual([0, 10, 10]);
	});

	it('waits no longer where the gate is closed', async () => {
		const entrance = new Entrance();
		const controller = new AbortController();
		entrance.gate.close(60_000);
		const end = async () => {
			await entrance.time.wait(10);
			controller.abort();
		};
		await entrance.time.during(Promise.all([entrance.gate.pass(0, controller.signal), end()]));
		expect(entrance.time.now).toBe(10);
	});
});
