import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	type Change,
	compare,
	NOTHING,
	type Watch,
} from '../../../nodes/CustomerData/watch/changes';
import type { ChangeEvent } from '../../../nodes/CustomerData/events';
import type { DataRecord, JsonValue } from '../../../nodes/CustomerData/paging/answer';
import {
	decodeEntries,
	encodeEntries,
	hashRecord,
	keyOf,
	type Snapshot,
} from '../../../nodes/CustomerData/watch/snapshot';
import { runs } from '../support/seed.mts';

const everything: Watch = {
	list: 'list',
	events: new Set<ChangeEvent>(['created', 'updated', 'removed']),
	ignoredFields: new Set(),
};

type Source = ReadonlyMap<string, DataRecord>;

const source = (records: Record<string, JsonValue>): Source =>
	new Map(Object.entries(records).map(([code, value]) => [JSON.stringify(code), { value }]));

function emitted(snapshot: Snapshot, records: Source, watch = everything) {
	const { changes, next } = compare(snapshot, records, watch);
	return { next, changes: changes.map(({ event, key }) => `${event} ${key}`) };
}

const start = (records: Source): Snapshot =>
	compare(NOTHING, records, { ...everything, events: new Set() }).next;

/** A few records with few values, so that additions, updates and removals are frequent. */
const sources: fc.Arbitrary<Source> = fc
	.dictionary(fc.constantFrom(...'abcdef'), fc.integer({ min: 0, max: 2 }))
	.map(source);

describe('compare', () => {
	it('emits new and changed records, and removals after two reads without the record', () => {
		const first = start(source({ a: 1, b: 1, c: 1 }));
		const second = emitted(first, source({ b: 2, c: 1, d: 1 }));
		expect(second.changes).toEqual(['updated "b"', 'created "d"']);
		const third = emitted(second.next, source({ b: 2, c: 1, d: 1 }));
		expect(third.changes).toEqual(['removed "a"']);
		expect(emitted(third.next, source({ b: 2, c: 1, d: 1 })).changes).toEqual([]);
	});

	it('emits nothing for a record that one read missed', () => {
		const first = start(source({ a: 1, b: 1 }));
		const second = emitted(first, source({ a: 1 }));
		const third = emitted(second.next, source({ a: 1, b: 1 }));
		expect([...second.changes, ...third.changes]).toEqual([]);
	});

	it('emits an update for a record that one read missed and that changed meanwhile', () => {
		const second = emitted(start(source({ a: 1, b: 1 })), source({ a: 1 }));
		expect(emitted(second.next, source({ a: 1, b: 2 })).changes).toEqual(['updated "b"']);
	});

	it('does not believe a read that found nothing, nor count it as a miss', () => {
		const missed = emitted(start(source({ a: 1, b: 1 })), source({ a: 1 }));
		const nothing = emitted(missed.next, source({}));
		expect(nothing.changes).toEqual([]);
		expect(emitted(nothing.next, source({ a: 1, b: 1 })).changes).toEqual([]);
	});

	it('emits the removal of every record after two reads in a row that found nothing', () => {
		const once = emitted(start(source({ a: 1, b: 1 })), source({}));
		const twice = emitted(once.next, source({}));
		expect(twice.changes).toEqual(['removed "a"', 'removed "b"']);
		expect(emitted(twice.next, source({})).changes).toEqual([]);
	});

	it('keeps the order of the service, with removals last', () => {
		const missed = emitted(start(source({ x: 1, b: 1, a: 1 })), source({ b: 1, a: 1 }));
		expect(emitted(missed.next, source({ d: 1, b: 2, c: 1, a: 2 })).changes).toEqual([
			'created "d"',
			'updated "b"',
			'created "c"',
			'updated "a"',
			'removed "x"',
		]);
	});

	it('emits only the chosen events, and remembers the others', () => {
		const watch: Watch = { ...everything, events: new Set<ChangeEvent>(['updated']) };
		const second = emitted(start(source({ a: 1 })), source({ a: 1, b: 1 }), watch);
		expect(second.changes).toEqual([]);
		expect(emitted(second.next, source({ a: 1, b: 2 }), watch).changes).toEqual(['updated "b"']);
	});

	it('counts the reads that emitted changes, and nothing else', () => {
		const first = compare(NOTHING, source({}), everything);
		expect(first).toEqual({
			changes: [],
			next: NOTHING,
			membershipChanged: false,
			doubtsChanged: false,
		});
		const second = compare(first.next, source({ a: 1 }), everything);
		const third = compare(second.next, source({ a: 1 }), everything);
		expect([second.next.emitted, third.next.emitted]).toEqual([1, 1]);
	});

	it('says whether something is missing for the first time, or no longer', () => {
		const first = start(source({ a: 1, b: 1 }));
		const same = compare(first, source({ a: 2, b: 1 }), everything);
		const missed = compare(first, source({ a: 1 }), everything);
		const back = compare(missed.next, source({ a: 1, b: 1 }), everything);
		const gone = compare(missed.next, source({ a: 1 }), everything);
		const empty = compare(first, source({}), everything);
		const filled = compare(empty.next, source({ a: 1, b: 1 }), everything);
		expect(
			[same, missed, back, gone, empty, filled].map(({ doubtsChanged }) => doubtsChanged),
		).toEqual([false, true, true, false, true, true]);
	});

	it('says whether records came or went, emitted or not', () => {
		const nothing: Watch = { ...everything, events: new Set() };
		const first = start(source({ a: 1, b: 1 }));
		const same = compare(first, source({ a: 2, b: 1 }), nothing);
		const came = compare(first, source({ a: 1, b: 1, c: 1 }), nothing);
		const missed = compare(first, source({ a: 1 }), nothing);
		const gone = compare(missed.next, source({ a: 1 }), nothing);
		expect([same, came, missed, gone].map((one) => one.membershipChanged)).toEqual([
			false,
			true,
			false,
			true,
		]);
	});

	it('keeps a copy equal to the source, one poll later for removals', () => {
		fc.assert(
			fc.property(fc.array(sources, { maxLength: 12 }), (reads) => {
				const copy = new Map<string, DataRecord>();
				let snapshot = NOTHING;
				let before: Source = new Map();
				for (const read of reads) {
					const { changes, next } = compare(snapshot, read, everything);
					apply(changes, copy);
					for (const [key, record] of read) expect(copy.get(key)).toEqual(record);
					const late = [...copy.keys()].filter((key) => !read.has(key));
					const wasThere = (key: string) => before.has(key) || snapshot.entries.has(key);
					expect(late.every(wasThere)).toBe(true);
					snapshot = next;
					before = read;
				}
				const last = reads.at(-1) ?? new Map();
				for (let quiet = 0; quiet < 2; quiet++) {
					const { changes, next } = compare(snapshot, last, everything);
					apply(changes, copy);
					snapshot = next;
				}
				expect(new Map(copy)).toEqual(new Map(last));
			}),
			{ numRuns: runs(500) },
		);
	});

	it('emits a removal only after two reads in a row without the record', () => {
		fc.assert(
			fc.property(fc.array(sources, { maxLength: 12 }), (reads) => {
				let snapshot = NOTHING;
				for (const [index, read] of reads.entries()) {
					const { changes, next } = compare(snapshot, read, everything);
					const removed = changes.filter(({ event }) => event === 'removed');
					for (const { key } of removed) {
						expect(read.has(key)).toBe(false);
						expect(reads[index - 1]?.has(key)).toBe(false);
					}
					snapshot = next;
				}
			}),
			{ numRuns: runs(500) },
		);
	});

	it('gives a change the same id when it is emitted again, and every other change a different one', () => {
		fc.assert(
			fc.property(fc.array(sources, { minLength: 1, maxLength: 12 }), (reads) => {
				const ids = new Set<string>();
				let count = 0;
				let snapshot = NOTHING;
				for (const read of reads) {
					const first = compare(snapshot, read, everything);
					// After a crash the state is what was stored before it.
					const entries = decodeEntries(encodeEntries(snapshot.entries));
					if (!entries) throw new Error('The entries could not be read back');
					expect(compare({ ...snapshot, entries }, read, everything)).toEqual(first);
					for (const { id } of first.changes) ids.add(id);
					count += first.changes.length;
					snapshot = first.next;
				}
				expect(ids.size).toBe(count);
			}),
		);
	});
});

describe('hashRecord', () => {
	const none = new Set<string>();

	it('does not depend on the order of fields, at any depth', () => {
		const shuffle = (value: JsonValue): JsonValue => {
			if (Array.isArray(value)) return value.map(shuffle);
			if (typeof value !== 'object' || value === null) return value;
			return Object.fromEntries(
				Object.entries(value)
					.reverse()
					.map(([field, inner]) => [field, shuffle(inner)]),
			);
		};
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
				const record: DataRecord = JSON.parse(JSON.stringify(object));
				const shuffled = shuffle(record);
				if (typeof shuffled !== 'object' || Array.isArray(shuffled) || shuffled === null) return;
				expect(hashRecord(shuffled, none)).toBe(hashRecord(record, none));
			}),
		);
	});

	it('differs for different contents', () => {
		const contents: DataRecord[] = [
			{},
			{ a: 1 },
			{ a: '1' },
			{ a: null },
			{ a: [] },
			{ a: {} },
			{ a: [1, 2] },
			{ a: [2, 1] },
			{ a: [12] },
			{ b: 1 },
			{ a: 1, b: 1 },
			{ a: { b: 1 } },
		];
		expect(new Set(contents.map((record) => hashRecord(record, none))).size).toBe(contents.length);
	});

	it('leaves out ignored fields', () => {
		const ignored = new Set(['seen']);
		expect(hashRecord({ a: 1, seen: 5 }, ignored)).toBe(hashRecord({ a: 1 }, ignored));
		expect(hashRecord({ a: 1, seen: 5 }, none)).not.toBe(hashRecord({ a: 1 }, none));
	});
});

describe('a key', () => {
	it('is a number or a text that is not empty', () => {
		expect(['C1', 7, 0].map(keyOf)).toEqual(['"C1"', '7', '0']);
		expect(['', null, true, [], {}, undefined].map(keyOf)).toEqual(Array(6).fill(undefined));
	});
});

describe('the stored entries', () => {
	it('are read back unchanged, whatever the keys', () => {
		const keys = fc.oneof(
			fc.string({ minLength: 1 }),
			fc.string({ minLength: 1, unit: fc.constantFrom(...'a"\\\n\r\t\u2028\u2029é') }),
			fc.integer(),
			fc.double({ noNaN: true, noDefaultInfinity: true }),
		);
		fc.assert(
			fc.property(fc.array(fc.tuple(keys, fc.boolean())), (pairs) => {
				const entries = new Map(
					pairs.map(([key, missing]) => [
						JSON.stringify(key),
						{ hash: hashRecord({ key }, new Set()), missing },
					]),
				);
				expect(decodeEntries(encodeEntries(entries))).toEqual(entries);
			}),
		);
	});

	it.each([
		'nonsense',
		'short"C1"',
		'\n',
		'AAAAAAAAAAA',
		'{"C1":"hash"}',
		'AAAAAAAAAAA"C1"x',
		'?AAAAAAAAAAA"C1"',
	])('are refused when they were not written by encodeEntries: %j', (text) => {
		expect(decodeEntries(text)).toBeUndefined();
	});
});

function apply(changes: Change[], copy: Map<string, DataRecord>): void {
	for (const { event, key, record } of changes) {
		if (event === 'removed') expect(copy.delete(key)).toBe(true);
		else {
			expect(copy.has(key)).toBe(event === 'updated');
			if (record) copy.set(key, record);
		}
	}
}
