import { describe, expect, it } from 'vitest';

import type { ChangeEvent, WatchRequest } from '../../../nodes/CustomerData/watch/request';
import {
	compare,
	type ReadList,
	type Snapshot,
	TooManyRemovals,
} from '../../../nodes/CustomerData/watch/compare';
import { watchRequest } from '../support/livingWatch.mts';

const everything: WatchRequest = { ...watchRequest, keyField: 'key', emitExisting: false };
const only = (...events: ChangeEvent[]) => ({ events: new Set(events) });

/** What a read finds: keys with a version each. */
type Found = Record<string, number>;

const NOTHING: Snapshot = {
	entries: new Map(),
	watched: 'all',
	epoch: 'epoch',
	runs: 7,
	isBeginning: true,
};

function read(found: Found, odd: Partial<ReadList> = {}): ReadList {
	const records = Object.entries(found).map(
		([key, version]) => [key, { hash: `hash ${version}`, record: { key, version } }] as const,
	);
	return { records: new Map(records), shared: new Set(), hasKeyless: false, leftOut: 0, ...odd };
}

function poll(
	known: Snapshot,
	found: Found,
	request: Partial<WatchRequest> = {},
	odd: Partial<ReadList> = {},
) {
	const { changes, next } = compare(known, read(found, odd), { ...everything, ...request }, 'all');
	return { next, changes: changes.map(({ event, key }) => `${event} ${key}`) };
}

const start = (found: Found): Snapshot => poll(NOTHING, found).next;

/** What each of the polls emits, which find the same. */
function polls(known: Snapshot, times: number, found: Found, request: Partial<WatchRequest> = {}) {
	const emitted: string[][] = [];
	let snapshot = known;
	for (let nth = 0; nth < times; nth++) {
		const { changes, next } = poll(snapshot, found, request);
		emitted.push(changes);
		snapshot = next;
	}
	return emitted;
}

const entriesOf = ({ entries }: Snapshot) =>
	[...entries].map(([key, { hash, misses }]) => [key, hash, misses]);

describe('compare', () => {
	it('emits new and changed records at once, in the order of the list', () => {
		const { changes, next } = poll(start({ b: 1, a: 1, c: 1 }), { d: 1, b: 2, c: 1, e: 1, a: 2 });
		expect(changes).toEqual(['created d', 'updated b', 'created e', 'updated a']);
		expect(poll(next, { d: 1, b: 2, c: 1, e: 1, a: 2 }).changes).toEqual([]);
	});

	it('emits a removal after three reads in a row without the record, and last of all', () => {
		expect(polls(start({ x: 1, a: 1 }), 4, { a: 1 })).toEqual([[], [], ['removed x'], []]);
		const twice = poll(poll(start({ x: 1, a: 1 }), { a: 1 }).next, { a: 1 }).next;
		expect(poll(twice, { a: 2, b: 1 }).changes).toEqual(['updated a', 'created b', 'removed x']);
	});

	it('begins to count anew when a read finds the record, and emits what changed meanwhile', () => {
		const known = start({ x: 1, a: 1 });
		const twice = poll(poll(known, { a: 1 }).next, { a: 1 }).next;
		const back = poll(twice, { x: 2, a: 1 });
		expect(back.changes).toEqual(['updated x']);
		expect(polls(back.next, 3, { a: 1 })).toEqual([[], [], ['removed x']]);
	});

	it('emits the chosen events alone, and remembers the others', () => {
		const known = start({ a: 1, x: 1 });
		const { changes, next } = poll(known, { a: 1, b: 1 }, only('updated'));
		expect(changes).toEqual([]);
		expect(poll(next, { a: 1, b: 2 }, only('updated')).changes).toEqual(['updated b']);
		expect(polls(known, 4, { a: 1 }, only('created')).flat()).toEqual([]);
		let gone = known;
		for (let nth = 0; nth < 3; nth++) gone = poll(gone, { a: 1 }, only('created')).next;
		expect([...gone.entries.keys()]).toEqual(['a']);
	});

	it('lets what is beyond the maximum wait, removals last', () => {
		const known = start({ a: 1, b: 1, x: 1, y: 1 });
		const missed = poll(poll(known, { a: 1, b: 1 }).next, { a: 1, b: 1 }).next;
		expect(polls(missed, 4, { c: 1, a: 2, b: 2 }, { maxEvents: 2 })).toEqual([
			['created c', 'updated a'],
			['updated b', 'removed x'],
			['removed y'],
			[],
		]);
	});

	it('lets a change wait whose record was not kept', () => {
		const list = read({});
		const records = new Map([['a', { hash: 'hash 2' }]]);
		const { changes, next } = compare(start({ a: 1 }), { ...list, records }, everything, 'all');
		expect([changes, entriesOf(next)]).toEqual([[], [['a', 'hash 1', 0]]]);
	});

	it('takes the hashes anew when other fields are watched, without events', () => {
		const known = poll(start({ a: 1, x: 1 }), { a: 1 }).next;
		const found = read({ a: 2, b: 1 });
		const { changes, next } = compare(known, found, everything, 'some');
		expect(changes.map(({ event, key }) => `${event} ${key}`)).toEqual(['created b']);
		expect(next.watched).toBe('some');
		expect(entriesOf(next)).toEqual([
			['a', 'hash 2', 0],
			['b', 'hash 1', 0],
			['x', 'hash 1', 2],
		]);
	});

	it('never removes nor changes a record whose key others share', () => {
		let known = start({ a: 1, b: 1 });
		for (let nth = 0; nth < 5; nth++) {
			const { changes, next } = poll(known, { b: 1 }, {}, { shared: new Set(['a']) });
			expect(changes).toEqual([]);
			known = next;
		}
		expect(poll(known, { a: 2, b: 1 }).changes).toEqual(['updated a']);
	});

	it('removes nothing while a record has no key, because it can be that record', () => {
		let known = poll(poll(start({ a: 1, b: 1 }), { b: 1 }).next, { b: 1 }).next;
		for (let nth = 0; nth < 5; nth++) {
			const { changes, next } = poll(known, { b: 1 }, {}, { hasKeyless: true });
			expect(changes).toEqual([]);
			known = next;
		}
		expect(poll(known, { b: 1 }).changes).toEqual(['removed a']);
	});

	it('numbers the runs with changes, and gives each change an id that nothing else has', () => {
		const idsOf = (known: Snapshot, found: Found) =>
			compare(known, read(found), everything, 'all').changes.map(({ id }) => id);
		const first = start({ a: 1 });
		expect([poll(first, { a: 1 }), poll(first, { a: 2 })].map(({ next }) => next.runs)).toEqual([
			7, 8,
		]);
		const all = [
			idsOf(first, { a: 2 }),
			idsOf(first, { a: 3 }),
			idsOf(first, { b: 2, a: 1 }),
			idsOf({ ...first, runs: 8 }, { a: 2 }),
		].flat();
		expect(new Set(all).size).toBe(4);
		expect(idsOf(first, { a: 2 })).toEqual([all[0]]);
	});
});

describe('the records that are there at the beginning', () => {
	it('are only remembered', () => {
		const { changes, next } = poll(NOTHING, { a: 1, b: 1 });
		expect([changes, next.isBeginning]).toEqual([[], false]);
		expect(poll(next, { a: 1, b: 1, c: 1 }).changes).toEqual(['created c']);
	});

	it('are emitted as created where that is wanted, whatever events are chosen, over as many runs as it takes', () => {
		const request = { ...only('removed'), emitExisting: true, maxEvents: 2 };
		expect(polls(NOTHING, 3, { a: 1, b: 1, c: 1 }, request)).toEqual([
			['created a', 'created b'],
			['created c'],
			[],
		]);
	});

	it('are all known once one poll had room for them: what comes then is chosen or not', () => {
		const request = { ...only('removed'), emitExisting: true };
		const { next } = poll(NOTHING, { a: 1 }, request);
		expect(poll(next, { a: 1, b: 1 }, request).changes).toEqual([]);
	});

	it('are no reason to keep back a change of one that is known', () => {
		const { next } = poll(NOTHING, { a: 1, b: 1 }, { emitExisting: true, maxEvents: 1 });
		expect(poll(next, { a: 2, b: 1 }, only('updated')).changes).toEqual(['updated a']);
	});

	it('are remembered without an event from when that is wanted no more', () => {
		const { next } = poll(NOTHING, { a: 1, b: 1 }, { emitExisting: true, maxEvents: 1 });
		expect(next.isBeginning).toBe(true);
		expect(polls(next, 2, { a: 1, b: 1 }, {})).toEqual([[], []]);
	});
});

describe('more removals than allowed', () => {
	const known = (count: number) =>
		start(Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, 1])));
	const without = (count: number, gone: number): Found =>
		Object.fromEntries(Array.from({ length: count - gone }, (_, key) => [`k${key}`, 1]));

	it.each([
		[40, 200, 20, false],
		[41, 200, 20, true],
		[1, 200, 0, true],
		[0, 200, 0, false],
		[200, 200, 100, false],
		[9, 9, 0, false],
		[10, 10, 99, true],
	])('%d of %d with %d %% allowed: refused is %s', (gone, count, maxRemovals, refused) => {
		const check = expect(() => poll(known(count), without(count, gone), { maxRemovals }));
		if (refused) check.toThrow(TooManyRemovals);
		else check.not.toThrow();
	});

	it('are those that this read is the first to miss', () => {
		const once = poll(known(20), without(20, 4), { maxRemovals: 20 }).next;
		expect(() => poll(once, without(20, 8), { maxRemovals: 20 })).not.toThrow();
		expect(() => poll(once, without(20, 9), { maxRemovals: 20 })).toThrow();
		const held = { hasKeyless: true };
		expect(() => poll(known(20), {}, { maxRemovals: 0 }, held)).not.toThrow();
	});

	it('are refused with the figures and what to do', () => {
		expect(() => poll(known(200), without(200, 90), { maxRemovals: 20 })).toThrow(
			expect.objectContaining({
				message: "90 of 200 records are gone, more than 'Max Removals (%)' allows (20%)",
				description:
					"Nothing was emitted, and the next poll looks again. If they were removed on purpose, raise 'Max Removals (%)' under 'Options' to 45, and lower it again after the next poll.",
			}),
		);
		expect(() => poll(known(10), without(10, 1), { maxRemovals: 5 })).toThrow(
			expect.objectContaining({
				message: "1 of 10 records is gone, more than 'Max Removals (%)' allows (5%)",
				description: expect.stringContaining('If it was removed on purpose'),
			}),
		);
	});
});
