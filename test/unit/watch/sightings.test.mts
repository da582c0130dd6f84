import { describe, expect, it } from 'vitest';

import type { ChangeEvent } from '../../../nodes/CustomerData/watch/request';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import { FieldPicker } from '../../../nodes/CustomerData/read/fields';
import { Sightings } from '../../../nodes/CustomerData/watch/sightings';
import { hasherFor } from '../../../nodes/CustomerData/watch/watched';
import { emptySnapshot } from '../support/snapshots.mts';

const hashOf = hasherFor({ fields: [], ignored: [] });

const record = (Code: string | number | null, Name = 'A'): DataRecord => ({ Code, Name });

function sightings(changes: Partial<ConstructorParameters<typeof Sightings>[0]> = {}) {
	return new Sightings({
		keyField: 'Code',
		known: emptySnapshot,
		hashOf,
		contentOf: hashOf,
		events: new Set<ChangeEvent>(['created', 'updated']),
		maxEvents: Infinity,
		fields: new FieldPicker([]),
		...changes,
	});
}

const step = (offset: number, records: DataRecord[], kept = offset) => ({
	kept,
	offset,
	records,
	next: undefined,
});

describe('Sightings', () => {
	it('keeps the records in the order of the list, by their key', () => {
		const found = sightings();
		found.add(step(0, [record('b'), record(1)]));
		found.add(step(2, [record('a')]));
		expect([...found.byKey().keys()]).toEqual(['"b"', '1', '"a"']);
		expect([...found.byKey().values()].map(({ offset }) => offset)).toEqual([0, 1, 2]);
	});

	it('counts a record once that comes again, where it came last', () => {
		const found = sightings();
		found.add(step(0, [record('a'), record('b'), record('a')]));
		found.add(step(3, [record('a', 'B')]));
		const byKey = found.byKey();
		expect([...byKey.keys()]).toEqual(['"b"', '"a"']);
		expect(byKey.get('"a"')).toMatchObject({ offset: 3, record: record('a', 'B') });
	});

	it('forgets the records that come again because the list changed', () => {
		const found = sightings({ maxEvents: 2 });
		found.add(step(0, [record('a'), record('b'), record('c')]));
		found.add(step(1, [record('d')], 1));
		expect([...found.byKey().values()].map((one) => one.record)).toEqual([
			record('a'),
			record('d'),
		]);
	});

	it('holds the content of new and changed records alone', () => {
		const known = {
			...emptySnapshot,
			entries: new Map([
				['"a"', { hash: hashOf(record('a')), absence: 0 }],
				['"b"', { hash: hashOf(record('b', 'before')), absence: 0 }],
			]),
		};
		const found = sightings({ known });
		found.add(step(0, [record('a'), record('b'), record('c')]));
		const all = [...found.byKey().values()].map(({ event, record: content }) => [event, content]);
		expect(all).toEqual([
			[undefined, undefined],
			['updated', record('b')],
			['created', record('c')],
		]);
	});

	it('holds the content of no more records than can be emitted, and of no event that is not chosen', () => {
		const found = sightings({ maxEvents: 1 });
		found.add(step(0, [record('a'), record('b')]));
		const others = sightings({ events: new Set<ChangeEvent>(['updated']) });
		others.add(step(0, [record('a')]));
		const contents = [found, others].map((one) =>
			[...one.byKey().values()].map((sighting) => sighting.record),
		);
		expect(contents).toEqual([[record('a'), undefined], [undefined]]);
	});

	it('keeps what to emit of a record that comes again unchanged', () => {
		const found = sightings({ maxEvents: 1 });
		found.add(step(0, [record('a'), record('a'), record('b')]));
		const contents = [...found.byKey().values()].map((one) => [one.offset, one.record]);
		expect(contents).toEqual([
			[1, record('a')],
			[2, undefined],
		]);
	});

	it('compares with hashes of what was watched before', () => {
		const knownHashOf = hasherFor({ fields: [], ignored: ['Name'] });
		const entry = { hash: knownHashOf(record('a')), absence: 0 };
		const known = { ...emptySnapshot, entries: new Map([['"a"', entry]]) };
		const found = sightings({ known, knownHashOf });
		found.add(step(0, [record('a', 'B')]));
		expect(found.byKey().get('"a"')).toEqual({
			key: '"a"',
			offset: 0,
			hash: hashOf(record('a', 'B')),
			content: hashOf(record('a', 'B')),
		});
	});

	it('names the offset of a record without a value', () => {
		expect(() => sightings().add(step(50, [record('a'), record(null)]))).toThrow(
			expect.objectContaining({
				message: "The record at offset 51 has no value in 'Code'",
				description:
					"Choose a field for 'Identify Records By' that holds a text or number in every record.",
			}),
		);
	});

	it('refuses a value that two different records on a page share', () => {
		const found = sightings();
		expect(() => found.add(step(50, [record('b'), record('a'), record('a', 'B')]))).toThrow(
			expect.objectContaining({
				message:
					'\'Code\' does not identify a record: two different records, at offsets 51 and 52, share "a"',
				description:
					"Choose a field for 'Identify Records By' that is different for every record, such as a code or number.",
			}),
		);
	});

	it('tells records with the same key apart by fields that are not watched, too', () => {
		const watching = { hashOf: hasherFor({ fields: ['Code'], ignored: [] }) };
		const onOnePage = sightings(watching);
		expect(() => onOnePage.add(step(0, [record('a'), record('a', 'B')]))).toThrow(
			'offsets 0 and 1',
		);
		const onTwo = sightings(watching);
		onTwo.add(step(0, [record('a')]));
		onTwo.add(step(1, [record('a', 'B')]));
		expect(onTwo.conflicts()).toHaveLength(1);
	});

	it('finds the records on different pages that share a key and differ', () => {
		const found = sightings();
		found.add(step(0, [record('a'), record('b')]));
		found.add(step(2, [record('a', 'B'), record('b')]));
		found.add(step(4, [record('a', 'C')]));
		const offsets = found.conflicts().map((pair) => pair.map(({ offset }) => offset));
		expect(offsets).toEqual([
			[0, 2],
			[0, 4],
		]);
	});
});
