import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { newStats, summaryOf } from '../../../nodes/CustomerData/read/listPages';
import { CERTAIN, pollList } from '../support/watching.mts';

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
				const { changes, doubt } = await pollList(data, records, { stats });
				expect(doubt !== undefined).toBe(stats !== CERTAIN);
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
