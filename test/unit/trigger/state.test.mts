import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Snapshot } from '../../../nodes/CustomerData/trigger/changes';
import { clock } from '../../../nodes/CustomerData/read/clock';
import { hasherFor } from '../../../nodes/CustomerData/trigger/readList';
import { decode, encode, STARTS_OVER } from '../../../nodes/CustomerData/trigger/state';
import { law } from '../support/law.mts';
import { stateIn, watchRequest } from '../support/watching.mts';

const hashOf = hasherFor({ fields: [], ignored: [] });
const entry = (key: string, misses = 0) => [key, { hash: hashOf({ key }), misses }] as const;
const snapshot: Snapshot = {
	entries: new Map([entry('"b"'), entry('"a"', 2)]),
	watchedId: 'all',
	epoch: 'epoch',
	runs: 7,
	isBeginning: false,
};

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

	/** The state does not count, and the log says so. */
	function expectNothing(stored: IDataObject, place: Parameters<typeof stateIn>[1] = {}): void {
		expect(stateIn(stored, { ...place, info }).load()).toBeUndefined();
		expect(info).toHaveBeenCalledExactlyOnceWith(`Customer Data: ${STARTS_OVER}`);
	}

	it('is read back as it was stored, also with another API key', () => {
		expect(stateIn(JSON.parse(JSON.stringify(data))).load()).toMatchObject(snapshot);
		const place = { connection: { apiKey: 'other' }, info };
		expect(stateIn(data, place).load()).toMatchObject(snapshot);
		expect(info).not.toHaveBeenCalled();
	});

	it('is nothing at the beginning, and the log says so', () => expectNothing({}));

	it.each<[string, boolean, Partial<Snapshot>]>([
		['the order of the list', false, { entries: new Map([...snapshot.entries].reverse()) }],
		['a record', true, { entries: new Map([entry('"b"')]) }],
		['a miss', true, { entries: new Map([entry('"b"', 1), entry('"a"', 2)]) }],
		['the watched fields', true, { watchedId: 'some' }],
		['the run', true, { runs: 8 }],
		['the end of the beginning', true, { isBeginning: true }],
	])('has to be stored again where %s differs: %s', (_, isNew, change) => {
		const next = { ...snapshot, ...change };
		expect(stateIn(data).store(next)).toBe(isNew);
		expect(stateIn(data).load()).toMatchObject(next);
	});

	const otherList = { ...watchRequest.list, listName: 'Other' };

	it.each<[string, Parameters<typeof stateIn>[1]]>([
		['company', { connection: { companyId: '2' } }],
		['service', { connection: { baseUrl: 'https://example.org' } }],
		['key', { request: { ...watchRequest, keyField: 'Name' } }],
		['list', { request: { ...watchRequest, list: otherList } }],
		['node', { id: 'another' }],
	])('of another %s does not count', (_, place) => expectNothing(data, place));

	it.each<IDataObject>([
		...[{ version: 2 }, { node: 7 }, { list: 7 }, { watchedId: null }, { epoch: 7 }],
		...[{ runs: 'seven' }, { runs: 0.5 }, { isBeginning: 0 }],
		...[{ entries: 'nonsense' }, { entries: [] }],
	])('that is damaged or of another version does not count: %j', (damage) =>
		expectNothing({ ...data, ...damage }),
	);

	it('is found under another name of the node, and is moved from there when it is stored', () => {
		const shown = { global: { mine: 1 }, 'node:Old': { ...data }, 'node:New': {}, text: 'text' };
		const own: IDataObject = shown['node:New'];
		expectNothing(own, { shown, id: 'another' });
		const state = stateIn(own, { shown });
		expect(state.load()).toMatchObject(snapshot);
		state.store({ ...snapshot, runs: 8 });
		expect(shown).toEqual({ global: { mine: 1 }, 'node:New': own, text: 'text' });
		expect(stateIn(own).load()).toMatchObject({ runs: 8 });
	});

	it('counts before one under another name', () => {
		const shown = { 'node:Old': { ...data, runs: 5 }, 'node:New': data };
		expect(stateIn(data, { shown }).load()).toMatchObject({ runs: 7 });
	});

	it('can be left to the next poll', () => {
		const shown = {};
		const state = stateIn(data, { shown });
		state.leaveToNextPoll();
		expect(stateIn({}, { shown }).load()).toMatchObject(snapshot);
		expect(() => stateIn(data).leaveToNextPoll()).not.toThrow();
	});

	it('is outdated for half a minute where n8n read it before another poll left it', () => {
		const before = structuredClone(data);
		const now = vi.spyOn(clock, 'now').mockReturnValue(1_000);
		const isOutdated = (place: object = {}) => stateIn(before, place).isOutdated;
		stateIn(data).store({ ...snapshot, runs: 8 });
		expect([stateIn(data).isOutdated, isOutdated()]).toEqual([false, true]);
		expect(isOutdated({ workflow: 'another' })).toBe(false);
		expect(isOutdated({ id: 'another' })).toBe(false);
		expect(stateIn({}).isOutdated).toBe(false);
		expect(stateIn({ ...before, epoch: 'another' }).isOutdated).toBe(false);
		now.mockReturnValue(31_000);
		expect(isOutdated()).toBe(true);
		now.mockReturnValue(31_001);
		expect(isOutdated()).toBe(false);
		now.mockRestore();
	});
});
