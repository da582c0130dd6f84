import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';
import { textKeyOf } from '../../../nodes/CustomerData/identity/identity';
import type { Snapshot } from '../../../nodes/CustomerData/trigger/snapshot';
import { decode, encode, load, store } from '../../../nodes/CustomerData/trigger/state';
import { hasherFor } from '../../../nodes/CustomerData/trigger/watchedList';
import { law } from '../../support/law.mts';
import { ownerIn, watchRequest } from '../../support/poll.mts';

const hashOf = hasherFor({ fields: [], ignored: [] });
/** Of a record that was read, or else was missed so often. */
const entry = (key: string, misses?: number) =>
	[key, { hash: hashOf({ key }), ...(misses !== undefined && { misses }) }] as const;
const snapshot: Snapshot = {
	entries: new Map([entry('"b"'), entry('"a"', 2)]),
	watchedId: 'all',
	filled: new Map([
		['Fax', 0],
		['Web\n2 site', 12],
	]),
	conditions: [
		{ field: 'Active', isNot: false, value: 'true' },
		{ field: 'Address.City', isNot: true, value: 7 },
	],
	filledInAll: new Map([['Address.City', 4]]),
	accepted: 3,
	epoch: 'epoch',
	runs: 7,
	waiting: new Map([
		['"c"', 0],
		['"a"', 1],
	]),
	existing: 1,
};

/** As it is remembered of a record with this key. */
function entryOf(value: string | number, misses?: number) {
	return entry(textKeyOf(value) ?? '""', misses);
}

describe('the entries', () => {
	const keys = fc
		.oneof(
			fc.string({ minLength: 1 }),
			fc.string({ minLength: 1, unit: fc.constantFrom(...'a"\\\n\r\t\u2028\u2029é') }),
			fc.integer(),
			fc.double({ noNaN: true, noDefaultInfinity: true }),
		)
		// Blank text identifies no record.
		.filter((key) => textKeyOf(key) !== undefined);

	law(
		'are read back unchanged, whatever the keys',
		{ of: [fc.array(fc.tuple(keys, fc.option(fc.nat({ max: 2 }), { nil: undefined })))] },
		(records) => {
			const entries = new Map(records.map(([key, misses]) => entryOf(key, misses)));
			expect(decode(encode(entries))).toEqual(entries);
			const marks = { misses: 0, isRespelled: true } as const;
			const marked = new Map([...entries].map(([key, seen]) => [key, { ...marks, ...seen }]));
			expect(decode(encode(marked))).toEqual(marked);
		},
	);

	it('take no more than a key and a hash for each record that is there', () => {
		const records = [entryOf('b'), entryOf(7), entryOf('a', 1), entryOf(' c ')] as const;
		const [[, b], [, seven], [, a], [, c]] = records;
		const text = JSON.stringify(['7', seven.hash, 'a', a, 'b', b.hash, 'c', c.hash]);
		expect(encode(new Map(records))).toBe(text);
	});

	it('stand in the order of their keys', () => {
		const keys = [...'012345678'].map((digit) => `"C${digit}"`);
		const entries = new Map(keys.toReversed().map((key) => entry(key)));
		expect([...(decode(encode(entries)) ?? []).keys()]).toEqual(keys);
	});

	it.each([
		'nonsense',
		'{}',
		'7',
		'["C1"]',
		'["C1",7]',
		'["C1",[7]]',
		'["C1",{"hash":"x"}]',
		'["C1",{"misses":0}]',
		'[" ","hash"]',
		'[true,"hash"]',
	])('are refused where they were not written by this trigger: %j', (text) => {
		expect(decode(text)).toBeUndefined();
	});
});

describe('the state', () => {
	let data: IDataObject;
	beforeEach(() => {
		data = {};
		store(data, ownerIn(), snapshot);
	});

	it('is read back as it was stored, also with another API key', () => {
		expect(load(JSON.parse(JSON.stringify(data)), ownerIn())).toMatchObject(snapshot);
		expect(load(data, ownerIn({ connection: { apiKey: 'other' } }))).toMatchObject(snapshot);
	});

	it('is nothing at the beginning', () => {
		expect(load({}, ownerIn())).toBeUndefined();
		expect(load(undefined, ownerIn())).toBeUndefined();
	});

	it.each<[string, boolean, Partial<Snapshot>]>([
		['the order of the list', false, { entries: new Map([...snapshot.entries].reverse()) }],
		['a record', true, { entries: new Map([entry('"b"')]) }],
		['a miss', true, { entries: new Map([entry('"b"', 1), entry('"a"', 2)]) }],
		['the watched fields', true, { watchedId: 'some' }],
		['the run', true, { runs: 8 }],
		['how many records have a field', true, { filled: new Map([['Fax', 1]]) }],
		['the conditions', true, { conditions: [] }],
		['how many have a field of them', true, { filledInAll: new Map() }],
		['what was let through', true, { accepted: 4 }],
		['what waits', true, { waiting: new Map([['"c"', 0]]) }],
		['the end of the beginning', true, { existing: 0, waiting: new Map() }],
	])('has to be stored again where %s differs: %s', (_, isNew, change) => {
		const next = { ...snapshot, ...change };
		expect(store(data, ownerIn(), next)).toBe(isNew);
		expect(load(data, ownerIn())).toMatchObject(next);
	});

	const otherList = { ...watchRequest.list, listName: 'Other' };

	it.each<[string, Parameters<typeof ownerIn>[0]]>([
		['company', { connection: { companyId: '2' } }],
		['service', { connection: { baseUrl: 'https://example.org' } }],
		['key', { request: { ...watchRequest, keyField: 'Name' } }],
		['list', { request: { ...watchRequest, list: otherList } }],
		['node', { id: 'another' }],
	])('of another %s does not count', (_, place) => {
		expect(load(data, ownerIn(place))).toBeUndefined();
	});

	it.each<IDataObject>([
		...[{ version: 2 }, { node: 7 }, { list: 7 }, { watchedId: null }, { epoch: 7 }],
		...[{ runs: 'seven' }, { runs: 0.5 }, { existing: true }],
		...[
			{ existing: null },
			{ waiting: undefined },
			{ waiting: '{}' },
			{ filled: [] },
			{ filled: '[]' },
			{ filledInAll: 'x' },
			{ conditions: '{}' },
			{ conditions: '[7]' },
			{ conditions: '[{"field":"a"}]' },
			{ accepted: 'x' },
		],
		...[{ entries: 'nonsense' }, { entries: [] }],
	])('that is damaged or of another version does not count: %j', (damage) => {
		expect(load({ ...data, ...damage }, ownerIn())).toBeUndefined();
	});
});
