import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { shortHash } from '../../../nodes/CustomerData/api/hash';
import { n8nClock } from '../../../nodes/CustomerData/read/clock';
import { isLostUnlessStored, StaticData } from '../../../nodes/CustomerData/trigger/host';
import type { Entry, Snapshot } from '../../../nodes/CustomerData/trigger/snapshot';
import { load, store } from '../../../nodes/CustomerData/trigger/state';
import { node } from '../../support/nodes.mts';
import { NOTHING, ownerIn } from '../../support/poll.mts';

interface Place {
	/** All static data of the workflow, where n8n shows them. */
	shown?: object;
	id?: string;
	/** The ID of the workflow. */
	workflow?: string;
}

/** The static data of a node, as n8n gives them to a poll. */
function staticDataIn(own: IDataObject, { shown, id = 'node', workflow = '1' }: Place = {}) {
	return new StaticData({
		getWorkflowStaticData: (type) => (type === 'node' ? own : {}),
		getNode: () => ({ ...node, id }),
		getWorkflow: () => ({ id: workflow, active: true }),
		...(shown && { workflow: { staticData: shown } }),
	});
}

describe('what a poll leaves', () => {
	const entriesOf = (...keys: string[]) =>
		new Map<string, Entry>(keys.map((key) => [key, { hash: `hash of ${key}` }]));
	const known: Snapshot = { ...NOTHING, entries: entriesOf('1', '2'), existing: 0 };
	const missed = entriesOf('1', '2').set('2', { hash: 'another', misses: 1 });

	it.each<[string, boolean, Partial<Snapshot>]>([
		['nothing changed', false, {}],
		['a record was missed, or updated', false, { entries: missed }],
		['a record was created', true, { entries: entriesOf('1', '2', '3') }],
		['a record was removed', true, { entries: entriesOf('1') }],
		['one was removed, and one created', true, { entries: entriesOf('1', '3') }],
		['other fields are watched', true, { watchedId: 'other' }],
		['other records are wanted', true, { conditions: [{ field: 'a', isNot: true, value: 1 }] }],
		['it is the first one', true, { existing: Infinity }],
	])('is needed later, if %s: %s', (_, expected, next) => {
		expect(isLostUnlessStored(known, { ...known, ...next })).toBe(expected);
	});
});

describe('the state in static data', () => {
	const entries = new Map([['"a"', { hash: shortHash('a'), misses: 2 }]]);
	const snapshot: Snapshot = { ...NOTHING, entries, existing: 0 };
	let data: IDataObject;
	beforeEach(() => {
		data = {};
		store(data, ownerIn(), snapshot);
	});

	it('is found under another name of the node, and is moved from there when it is stored', () => {
		const shown = { global: { mine: 1 }, 'node:Old': { ...data }, 'node:New': {}, text: 'text' };
		const own: IDataObject = shown['node:New'];
		expect(staticDataIn(own, { shown, id: 'another' }).stored).toBeUndefined();
		const found = staticDataIn(own, { shown });
		expect(load(found.stored, ownerIn())).toMatchObject(snapshot);
		store(own, ownerIn(), { ...snapshot, runs: 8 });
		found.dropOthers();
		expect(shown).toEqual({ global: { mine: 1 }, 'node:New': own, text: 'text' });
		expect(load(staticDataIn(own).stored, ownerIn())).toMatchObject({ runs: 8 });
	});

	it('counts before one under another name', () => {
		const shown = { 'node:Old': { ...data, runs: 5 }, 'node:New': data };
		expect(load(staticDataIn(data, { shown }).stored, ownerIn())).toMatchObject({ runs: 7 });
	});

	it('can be left to the next poll', () => {
		const shown = {};
		staticDataIn(data, { shown }).leaveToNextPoll();
		expect(load(staticDataIn({}, { shown }).stored, ownerIn())).toMatchObject(snapshot);
		expect(() => staticDataIn(data).leaveToNextPoll()).not.toThrow();
	});

	it('is outdated for half a minute where n8n read it before another poll left it', () => {
		const before = structuredClone(data);
		const now = vi.spyOn(n8nClock, 'now').mockReturnValue(1_000);
		const isOutdated = (place: Place = {}) => staticDataIn(before, place).isOutdated;
		const next = { ...snapshot, runs: 8 };
		store(data, ownerIn(), next);
		staticDataIn(data).noteRun(next);
		expect([staticDataIn(data).isOutdated, isOutdated()]).toEqual([false, true]);
		expect(isOutdated({ workflow: 'another' })).toBe(false);
		expect(isOutdated({ id: 'another' })).toBe(false);
		expect(staticDataIn({}).isOutdated).toBe(false);
		expect(staticDataIn({ ...before, epoch: 'another' }).isOutdated).toBe(false);
		now.mockReturnValue(31_000);
		expect(isOutdated()).toBe(true);
		now.mockReturnValue(31_001);
		expect(isOutdated()).toBe(false);
		now.mockRestore();
	});
});
