import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Snapshot } from '../../../nodes/CustomerData/watch/compare';
import { hasherFor } from '../../../nodes/CustomerData/watch/identity';
import { decode, encode } from '../../../nodes/CustomerData/watch/state';
import { law } from '../support/law.mts';
import { stateIn, watchRequest } from '../support/livingWatch.mts';

const hashOf = hasherFor({ fields: [], ignored: [] });
const entry = (key: string, misses = 0) => [key, { hash: hashOf({ key }), misses }] as const;
const snapshot: Snapshot = {
	entries: new Map([entry('"b"'), entry('"a"', 2)]),
	watched: 'all',
	epoch: 'epoch',
	runs: 7,
	isBeginning: false,
};
const SLOT = 'customerDataTrigger:node';

describe('the entries', () => {
	const keys = fc.oneof(
		fc.string({ minLength: 1 }),
		fc.string({ minLength: 1, unit: fc.constantFrom(...'a"\\\n\r\t\u2028\u2029é') }),
		fc.integer(),
		fc.double({ noNaN: true, noDefaultInfinity: true }),
	);

	law(
		'are read back unchanged, whatever the keys',
		{ of: [fc.array(fc.tuple(keys, fc.nat({ max: 2 })))] },
		(records) => {
			const entries = new Map(records.map(([key, misses]) => entry(JSON.stringify(key), misses)));
			expect(decode(encode(entries))).toEqual(entries);
		},
	);

	it('stand in the order of their keys', () => {
		const keys = Array.from({ length: 9 }, (_, index) => JSON.stringify(`C${index}`));
		const entries = new Map(keys.toReversed().map((key) => entry(key)));
		expect([...(decode(encode(entries)) ?? []).keys()]).toEqual(keys);
	});

	it.each([
		'nonsense',
		'short"C1"',
		'\n',
		'AAAAAAAAAAA',
		'{"C1":"hash"}',
		'AAAAAAAAAAA"C1"x',
		'?AAAAAAAAAAA"C1"',
		'---AAAAAAAAAAA"C1"',
	])('are refused where they were not written by this trigger: %j', (text) => {
		expect(decode(text)).toBeUndefined();
	});
});

describe('the state', () => {
	let data: IDataObject;
	const info = vi.fn();
	beforeEach(() => {
		data = {};
		info.mockClear();
		stateIn(data).store(snapshot);
	});

	it('is read back as it was stored, also with another API key', () => {
		expect(stateIn({}, { info }).load()).toBeUndefined();
		expect(info).not.toHaveBeenCalled();
		expect(stateIn(JSON.parse(JSON.stringify(data))).load()).toMatchObject(snapshot);
		expect(stateIn(data, { connection: { apiKey: 'other' } }).load()).toMatchObject(snapshot);
	});

	it.each<[string, boolean, Partial<Snapshot>]>([
		['the order of the list', false, { entries: new Map([...snapshot.entries].reverse()) }],
		['a record', true, { entries: new Map([entry('"b"')]) }],
		['a miss', true, { entries: new Map([entry('"b"', 1), entry('"a"', 2)]) }],
		['the watched fields', true, { watched: 'some' }],
		['the run', true, { runs: 8 }],
		['the end of the beginning', true, { isBeginning: true }],
	])('has to be stored again where %s differs: %s', (_, isNew, change) => {
		const next = { ...snapshot, ...change };
		const stored = data[SLOT];
		expect(stateIn(data).store(next)).toBe(isNew);
		expect(data[SLOT] !== stored).toBe(isNew);
		expect(stateIn(data).load()).toMatchObject(next);
	});

	const otherList = { ...watchRequest.list, operationName: 'Other' };

	it.each<[string, Parameters<typeof stateIn>[1]]>([
		['company', { connection: { companyId: '2' } }],
		['service', { connection: { baseUrl: 'https://example.org' } }],
		['key', { request: { ...watchRequest, keyField: 'Name' } }],
		['list', { request: { ...watchRequest, list: otherList } }],
	])('of another %s does not count, and the log says so', (_, place) => {
		expect(stateIn(data, { ...place, info }).load()).toBeUndefined();
		expect(info).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('it starts over'));
	});

	it.each<IDataObject>([
		...[{ version: 2 }, { list: 7 }, { watched: null }, { epoch: 7 }, { stamp: 7 }],
		...[{ runs: 'seven' }, { runs: 0.5 }, { isBeginning: 0 }],
		...[{ entries: 'nonsense' }, { entries: [] }],
	])('that is damaged or of another version does not count: %j', (damage) => {
		Object.assign(data[SLOT] ?? {}, damage);
		expect(stateIn(data).load()).toBeUndefined();
		data[SLOT] = 'text';
		expect(stateIn(data).load()).toBeUndefined();
	});

	it('is out of date for a minute where this process stored another one, and then the one to go on from', () => {
		const before = structuredClone(data);
		const isOutdated = (place: object = {}) => stateIn(before, place).isOutdated;
		const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
		stateIn(data).store({ ...snapshot, runs: 8 });
		expect([stateIn(data).isOutdated, isOutdated()]).toEqual([false, true]);
		expect([stateIn({}).isOutdated, isOutdated({ id: 'another' })]).toEqual([false, false]);
		stateIn(data).store({ ...snapshot, epoch: 'another' });
		expect(isOutdated()).toBe(false);
		stateIn(data).store({ ...snapshot, runs: 9 });
		now.mockReturnValue(1_059_999);
		expect(isOutdated()).toBe(true);
		now.mockReturnValue(1_060_000);
		expect([stateIn(data).isOutdated, isOutdated()]).toEqual([false, false]);
		now.mockRestore();
	});

	it('of nodes that are gone is removed with the next store, and nothing else is', () => {
		Object.assign(data, {
			'customerDataTrigger:gone': {},
			'customerDataTrigger:other': {},
			mine: 1,
		});
		stateIn(data).store({ ...snapshot, runs: 8 });
		expect(data).toHaveProperty(['customerDataTrigger:gone']);
		const workflow = { nodes: { Node: { id: 'node' }, Other: { id: 'other' } } };
		stateIn(data, { workflow }).store({ ...snapshot, runs: 9 });
		expect(Object.keys(data).sort()).toEqual([SLOT, 'customerDataTrigger:other', 'mine']);
	});
});
