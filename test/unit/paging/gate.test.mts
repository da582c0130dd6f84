import { expect, it } from 'vitest';
import { Gate } from '../../../nodes/CustomerData/paging/gate';
import { VirtualTime } from '../../model/virtualTime.mts';

/** At a time in milliseconds, a request comes, which may be ended; or the gate is closed for so many. */
type Visit = { at?: number; interval: number; ended?: number } | { at?: number; closed: number };

/** A gate with early timers and long turns of the event loop, in milliseconds. */
function gateIn(time: VirtualTime, { early = 0, turn = 0 } = {}): Gate {
	return new Gate({
		now: () => time.now,
		sleep: async (milliseconds, signal) => {
			await time.wait(Math.max(0, milliseconds - early), signal);
		},
		afterEvents: async () => await time.wait(turn),
		random: () => 0,
	});
}

/** @returns when each request starts, or waits no longer */
async function startsOf(visits: Visit[], host?: Parameters<typeof gateIn>[1]): Promise<number[]> {
	const time = new VirtualTime();
	const gate = gateIn(time, host);
	const starts = visits.map(async ({ at = 0, ...visit }) => {
		if (at > 0) await time.wait(at);
		if ('closed' in visit) return gate.close(visit.closed);
		const controller = new AbortController();
		if (visit.ended === 0) controller.abort();
		else if (visit.ended) void time.wait(visit.ended).then(() => controller.abort());
		await gate.pass(visit.interval, controller.signal);
		return time.now;
	});
	const found = await time.during(Promise.all(starts));
	return found.filter((start) => start !== undefined);
}

const request = { interval: 30 };
const next = { interval: 0 };

it.each<[string, Visit[], number[], Parameters<typeof startsOf>[1]?]>([
	[
		'keeps starts apart, in the order in which they came',
		[request, request, { interval: 5 }, request],
		[0, 30, 35, 65],
	],
	['keeps no start back after a while', [request, { ...request, at: 40 }], [0, 40]],
	['does so with early timers', [request, request], [0, 30], { early: 0.5 }],
	['starts one request in a turn of the event loop', [next, next, next], [0, 1, 2], { turn: 1 }],
	[
		'starts none while it is closed, not even one that waits',
		[request, request, { at: 20, closed: 50 }, { ...next, at: 20 }],
		[0, 70, 70],
	],
	[
		'stays closed for the longest that it was asked for',
		[{ closed: 50 }, { closed: 10 }, { closed: 0 }, next],
		[50],
	],
	['closes for a minute', [{ closed: 60_000 }, next], [60_000]],
	['does not close for longer', [{ closed: 60_001 }, { closed: Infinity }, next], [0]],
	[
		'gives no turn to a request that was ended',
		[request, { ...request, ended: 0 }, { ...request, ended: 10 }, request],
		[0, 0, 10, 30],
	],
	['lets go of an ended request', [{ closed: 60_000 }, { ...next, ended: 10 }], [10]],
])('a gate %s', async (_, visits, starts, host) => {
	expect(await startsOf(visits, host)).toEqual(starts);
});

it('a gate starts no request in the turn in which another one has started', async () => {
	const time = new VirtualTime();
	const gate = gateIn(time, { turn: 1 });
	const { signal } = new AbortController();
	const start = async () => {
		await gate.pass(0, signal);
		return time.now;
	};
	// As where two answers arrive together, and each lets a request start.
	const both = start().then(async (first) => [first, await start()]);
	expect(await time.during(both)).toEqual([0, 1]);
});
