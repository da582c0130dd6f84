import { describe, expect, it } from 'vitest';

import type { IDataObject } from 'n8n-workflow';

import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import type { ChangeEvent, WatchRequest } from '../../../nodes/CustomerData/trigger/parameters';
import { newStats, summaryOf } from '../../../nodes/CustomerData/read/listPages';
import { CERTAIN, pollList, watchRequest } from '../support/watching.mts';

describe('a poll in doubt', () => {
	it.each([
		['came twice', { ...CERTAIN, repeats: 1 }],
		['cannot overlap', { ...CERTAIN, lacksOverlap: true }],
	])(
		'because records or pages %s emits changes, and leaves misses as they were',
		async (_, doubt) => {
			const data: IDataObject = {};
			const follow = async (ids: number[], stats = CERTAIN) => {
				const records = ids.map((id) => ({ id }));
				const { changes, isInDoubt } = await pollList(data, records, { stats });
				expect(isInDoubt).toBe(stats !== CERTAIN);
				return changes.map(({ event, key }) => `${event} ${key}`);
			};
			await follow([1, 2]);
			for (let miss = 0; miss < 2; miss++) expect(await follow([1])).toEqual([]);
			expect(await follow([1, 3], doubt)).toEqual(['created 3']);
			expect(await follow([1, 3])).toEqual(['removed 2']);
		},
	);

	it("says why in n8n's log", () => {
		const linesOf = (doubt: object) => summaryOf(3, { ...newStats(), ...doubt });
		expect(linesOf({})).toMatch(/^records: 3, requests: 0, retries: 0, seconds: 0\.\d$/);
		expect(linesOf({ repeats: 2 })).toContain(', twice: 2');
		expect(linesOf({ lacksOverlap: true })).toContain(', pages do not overlap');
	});
});

describe('what a poll leaves', () => {
	const only = new Set<ChangeEvent>(['removed']);
	const request: WatchRequest = { ...watchRequest, events: only, emitExisting: false };

	it.each<[string, boolean, DataRecord[], Partial<WatchRequest>?]>([
		['nothing changed', false, [{ id: 1 }, { id: 2 }]],
		['a record was missed', false, [{ id: 1 }]],
		['a record was updated', false, [{ id: 1 }, { id: 2, Name: 'New' }]],
		['a record was created', true, [{ id: 1 }, { id: 2 }, { id: 3 }]],
		['other fields are watched', true, [{ id: 1 }, { id: 2 }], { watchedId: 'other' }],
	])('is needed later, if %s: %s', async (_, expected, records, change) => {
		const data: IDataObject = {};
		const first = await pollList(data, [{ id: 1 }, { id: 2 }], { request });
		const second = await pollList(data, records, { request: { ...request, ...change } });
		expect([first.isLostUnlessStored, second.isLostUnlessStored]).toEqual([true, expected]);
	});

	it('is needed later where as many records were removed as created, or none was ever read', async () => {
		const data: IDataObject = {};
		const lasts = async (...ids: number[]) => {
			const records = ids.map((id) => ({ id }));
			return (await pollList(data, records, { request })).isLostUnlessStored;
		};
		expect([await lasts(), await lasts(), await lasts(1, 2)]).toEqual([true, false, true]);
		expect([await lasts(1), await lasts(1), await lasts(1, 3)]).toEqual([false, false, true]);
	});
});
