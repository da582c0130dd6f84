import { describe, expect, it } from 'vitest';

import type { ChangeEvent } from '../../../nodes/CustomerData/watch/request';
import { compare } from '../../../nodes/CustomerData/watch/changes';
import type { Sighting } from '../../../nodes/CustomerData/watch/sightings';
import { OUTDATED, type Snapshot } from '../../../nodes/CustomerData/watch/snapshot';
import { emptySnapshot } from '../support/snapshots.mts';

type Watch = Parameters<typeof compare>[2];

const everything: Watch = {
	events: new Set<ChangeEvent>(['created', 'updated', 'removed']),
	maxEvents: Infinity,
	watched: emptySnapshot.watched,
	moved: false,
};
const nothing: Watch = { ...everything, events: new Set() };

/** What a read finds: keys with a version each. */
type Found = Record<string, number>;

function sightings(known: Snapshot, found: Found): Map<string, Sighting> {
	return new Map(
		Object.entries(found).map(([key, version], offset) => {
			const before = known.entries.get(key);
			const hash = `hash ${version}`;
			const event = !before ? 'created' : before.hash !== hash ? 'updated' : undefined;
			return [
				key,
				{ key, hash, content: hash, offset, ...(event && { event, record: { key, version } }) },
			];
		}),
	);
}

function poll(known: Snapshot, found: Found, watch: Partial<Watch> = {}) {
	const { changes, ...rest } = compare(known, sightings(known, found), { ...everything, ...watch });
	return { ...rest, changes: changes.map(({ event, key }) => `${event} ${key}`) };
}

const start = (found: Found): Snapshot => poll(emptySnapshot, found, nothing).next;

const entriesOf = ({ entries }: Snapshot) =>
	[...entries].map(([key, { hash, absence }]) => [key, hash, absence]);

describe('compare', () => {
	it('emits new and changed records, and removals after two reads without the record', () => {
		const first = start({ a: 1, b: 1, c: 1 });
		const second = poll(first, { b: 2, c: 1, d: 1 });
		expect(second.changes).toEqual(['updated b', 'created d']);
		const third = poll(second.next, { b: 2, c: 1, d: 1 });
		expect(third.changes).toEqual(['removed a']);
		expect(poll(third.next, { b: 2, c: 1, d: 1 }).changes).toEqual([]);
	});

	it.each([
		['two', false, false, 1],
		['two', false, true, 1],
		['two', true, false, 1],
		['three', true, true, 2],
	] as const)(
		'emits a removal after %s reads without the record (list changed during them: %s, %s)',
		(_, one, other, polls) => {
			let known = poll(start({ a: 1, b: 1 }), { b: 1 }, { moved: one }).next;
			for (let nth = 1; nth <= polls; nth++) {
				const { changes, next } = poll(known, { b: 1 }, { moved: other });
				expect(changes).toEqual(nth === polls ? ['removed a'] : []);
				known = next;
			}
		},
	);

	it('emits nothing for a record that one read missed', () => {
		const second = poll(start({ a: 1, b: 1 }), { a: 1 });
		const third = poll(second.next, { a: 1, b: 1 });
		expect([...second.changes, ...third.changes]).toEqual([]);
		expect(poll(third.next, { a: 1 }).changes).toEqual([]);
	});

	it('emits an update for a record that one read missed and that changed meanwhile', () => {
		const second = poll(start({ a: 1, b: 1 }), { a: 1 });
		expect(poll(second.next, { a: 1, b: 2 }).changes).toEqual(['updated b']);
	});

	it('does not believe a read that found nothing, nor count it as a miss', () => {
		const missed = poll(start({ a: 1, b: 1 }), { a: 1 });
		const empty = poll(missed.next, {});
		expect(empty.changes).toEqual([]);
		expect(poll(empty.next, { a: 1, b: 1 }).changes).toEqual([]);
	});

	it('emits the removal of every record after two reads in a row that found nothing', () => {
		const once = poll(start({ a: 1, b: 1 }), {});
		const twice = poll(once.next, {}, { moved: true });
		expect(twice.changes).toEqual(['removed a', 'removed b']);
		expect(poll(twice.next, {}).changes).toEqual([]);
	});

	it('emits the removals of a list that became empty with every poll, up to the maximum', () => {
		let known = poll(start({ a: 1, b: 1, c: 1 }), {}).next;
		const emitted: string[][] = [];
		for (let nth = 0; nth < 4; nth++) {
			const { changes, next } = poll(known, {}, { maxEvents: 1 });
			emitted.push(changes);
			known = next;
		}
		expect(emitted).toEqual([['removed a'], ['removed b'], ['removed c'], []]);
		expect(known.foundNothing).toBe(false);
	});

	it('keeps the order of the list, with removals last', () => {
		const missed = poll(start({ x: 1, b: 1, a: 1 }), { b: 1, a: 1 });
		expect(poll(missed.next, { d: 1, b: 2, c: 1, a: 2 }).changes).toEqual([
			'created d',
			'updated b',
			'created c',
			'updated a',
			'removed x',
		]);
	});

	it('emits only the chosen events, and remembers the others', () => {
		const watch = { events: new Set<ChangeEvent>(['updated']) };
		const second = poll(start({ a: 1, x: 1 }), { a: 1, b: 1 }, watch);
		expect(second.changes).toEqual([]);
		const third = poll(second.next, { a: 1, b: 2 }, watch);
		expect(third.changes).toEqual(['updated b']);
		expect([...third.next.entries.keys()]).toEqual(['a', 'b']);
	});

	it('lets what is beyond the maximum wait, and removals last of all', () => {
		let known = poll(start({ a: 1, b: 1, x: 1, y: 1 }), { a: 1, b: 1 }).next;
		const emitted: string[][] = [];
		for (let nth = 0; nth < 4; nth++) {
			const { changes, next } = poll(known, { c: 1, a: 2, b: 2 }, { maxEvents: 2 });
			emitted.push(changes);
			known = next;
		}
		expect(emitted).toEqual([
			['created c', 'updated a'],
			['updated b', 'removed x'],
			['removed y'],
			[],
		]);
	});

	it('lets an update wait whose content was not kept', () => {
		const known = start({ a: 1 });
		const found = sightings(known, { a: 2, b: 1 });
		for (const sighting of found.values()) delete sighting.record;
		const { changes, next } = compare(known, found, everything);
		expect([changes, entriesOf(next)]).toEqual([[], [['a', 'hash 1', 0]]]);
	});

	it('keeps an update that waits while other fields come to be watched', () => {
		const watched = { fields: ['key'], ignored: [] };
		const second = poll(start({ a: 1, b: 1 }), { a: 2, b: 2 }, { watched, maxEvents: 1 });
		expect(entriesOf(second.next)).toEqual([
			['a', 'hash 2', 0],
			['b', OUTDATED, 0],
		]);
		expect(second.next.watched).toEqual(watched);
		expect(poll(second.next, { a: 2, b: 2 }, { watched }).changes).toEqual(['updated b']);
	});

	it('says whether new records wait, or may wait', () => {
		const known = start({ a: 1 });
		const wait = (found: Found) => poll(known, found, { maxEvents: 1 }).createdWait;
		expect([wait({ b: 1, a: 1 }), wait({ b: 1, a: 2 })]).toEqual([false, false]);
		expect([wait({ a: 2, b: 1 }), wait({})]).toEqual([true, true]);
	});

	it('counts the records that are missed for the first time', () => {
		const first = start({ a: 1, b: 1, c: 1 });
		const second = poll(first, { a: 1 });
		const third = poll(second.next, { b: 1 });
		expect([second, third, poll(second.next, {})].map(({ missed }) => missed)).toEqual([2, 1, 1]);
	});

	it('counts the runs that emitted changes, and nothing else', () => {
		const first = poll(emptySnapshot, {});
		const second = poll(first.next, { a: 1 });
		const third = poll(second.next, { a: 1 });
		expect([first, second, third].map(({ next }) => next.emitted)).toEqual([0, 1, 1]);
	});

	it.each<[string, boolean, Found, Partial<Watch>]>([
		['a record is the same', false, { a: 1, b: 1 }, {}],
		['an update is not chosen', false, { a: 2, b: 1 }, nothing],
		['a record is new', true, { a: 1, b: 1, c: 1 }, nothing],
		['a record is missed', true, { a: 1 }, {}],
		['nothing is found', true, {}, {}],
		['other fields are watched', true, { a: 1, b: 1 }, { watched: { fields: ['x'], ignored: [] } }],
	])('says what a later poll depends on: %s: %s', (_, matters, found, watch) => {
		expect(poll(start({ a: 1, b: 1 }), found, watch).matters).toBe(matters);
	});

	it('says that a later poll depends on a doubt that ended, or led to a removal that is not chosen', () => {
		const missed = poll(start({ a: 1, b: 1 }), { a: 1 }).next;
		const empty = poll(start({ a: 1 }), {}).next;
		expect(poll(missed, { a: 1, b: 1 }).matters).toBe(true);
		expect(poll(missed, { a: 1 }, nothing).matters).toBe(true);
		expect(poll(missed, { a: 1 }, { maxEvents: 0 }).matters).toBe(true);
		expect(poll(empty, { a: 1 }).matters).toBe(true);
	});

	it('gives each change an id that depends on everything that tells it apart', () => {
		const ids = (known: Snapshot, found: Found) =>
			compare(known, sightings(known, found), everything).changes.map(({ id }) => id);
		const first = start({ a: 1 });
		const all = [
			ids(first, { a: 2 }),
			ids(first, { a: 3 }),
			ids(first, { b: 2, a: 1 }),
			ids({ ...first, emitted: 1 }, { a: 2 }),
			ids({ ...first, epoch: 'other' }, { a: 2 }),
		].flat();
		expect(new Set(all).size).toBe(all.length);
		expect(ids(first, { a: 2 })).toEqual([all[0]]);
	});
});
