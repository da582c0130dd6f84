import { expect, it } from 'vitest';

import { Gate } from '../../../nodes/CustomerData/paging/gate';
import { VirtualTime } from '../support/virtualTime.mts';

interface Place {
	time: VirtualTime;
	gate: Gate;
}

type Visit = (place: Place) => Promise<number>;

/** Comes, and is ended, at a time in milliseconds. @returns when it starts, or waits no longer */
const request =
	(at: number, interval: number, ended = Infinity): Visit =>
	async ({ time, gate }) => {
		const controller = new AbortController();
		if (ended === 0) controller.abort();
		else if (ended < Infinity) void time.wait(ended).then(() => controller.abort());
		if (at > 0) await time.wait(at);
		await gate.pass(interval, controller.signal);
		return time.now;
	};

/** The service asks for so many milliseconds. @returns when */
const closing =
	(at: number, milliseconds: number): Visit =>
	async ({ time, gate }) => {
		if (at > 0) await time.wait(at);
		gate.close(milliseconds);
		return time.now;
	};

/** @param early by how much timers are, and how long a turn of the event loop takes */
async function timesOf(visits: Visit[], { early = 0, turn = 0 } = {}): Promise<number[]> {
	const time = new VirtualTime();
	const gate = new Gate({
		now: () => time.now,
		sleep: async (milliseconds, signal) => {
			await time.wait(Math.max(0, milliseconds - early), signal);
		},
		nextTurn: async () => await time.wait(turn),
	});
	return await time.during(Promise.all(visits.map((visit) => visit({ time, gate }))));
}

it.each<[string, Visit[], number[], Parameters<typeof timesOf>[1]?]>([
	[
		'keeps starts apart, in the order in which they came',
		[request(0, 30), request(0, 30), request(0, 5), request(0, 30)],
		[0, 30, 35, 65],
	],
	['keeps no start back after a while', [request(0, 30), request(40, 30)], [0, 40]],
	['does so with early timers', [request(0, 30), request(0, 30)], [0, 30], { early: 0.5 }],
	[
		'starts one request in a turn of the event loop',
		[request(0, 0), request(0, 0), request(0, 0)],
		[0, 1, 2],
		{ turn: 1 },
	],
	[
		'starts none while it is closed, not even one that waits',
		[request(0, 30), request(0, 30), closing(20, 50), request(20, 0)],
		[0, 70, 20, 70],
	],
	[
		'stays closed for the longest that it was asked for',
		[closing(0, 50), closing(0, 10), closing(0, 0), request(0, 0)],
		[0, 0, 0, 50],
	],
	['closes for a minute', [closing(0, 60_000), request(0, 0)], [0, 60_000]],
	[
		'does not close for longer',
		[closing(0, 60_001), closing(0, Infinity), request(0, 0)],
		[0, 0, 0],
	],
	[
		'gives no turn to a request that was ended',
		[request(0, 30), request(0, 30, 0), request(0, 30, 10), request(0, 30, 10), request(0, 30)],
		[0, 0, 10, 10, 30],
	],
	['lets go of an ended request', [closing(0, 60_000), request(0, 0, 10)], [0, 10]],
])('a gate %s', async (_, visits, times, host) => {
	expect(await timesOf(visits, host)).toEqual(times);
});
