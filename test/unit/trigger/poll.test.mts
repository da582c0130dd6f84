import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
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

describe('a chosen field that no record has', () => {
	const all = { watchedId: 'Fax, Name', watched: { fields: ['Fax', 'Name'], ignored: [] } };
	const request = { ...watchRequest, ...all, emitExisting: false };
	const customers = (faxes: number, Name = 'Name', count = 20): DataRecord[] =>
		Array.from({ length: count }, (_, id) => ({ id, Name, ...(id < faxes && { Fax: '1' }) }));
	const NO_FAX = "No record has a field named 'Fax'";

	/** What each poll emits. */
	const follow = async (data: IDataObject, ...lists: DataRecord[][]) => {
		const events: string[] = [];
		for (const records of lists) {
			const { changes } = await pollList(data, records, { request });
			events.push(changes.map(({ event, key }) => `${event} ${key}`).join());
		}
		return events;
	};

	it('is refused at the first poll with this choice, and where nothing was known then', async () => {
		await expect(follow({}, customers(0))).rejects.toThrow(NO_FAX);
		await expect(follow({}, [], customers(0))).rejects.toThrow(NO_FAX);
		const data: IDataObject = {};
		await pollList(data, customers(0), { request: { ...request, ...watchRequest } });
		await expect(follow(data, customers(0))).rejects.toThrow(NO_FAX);
	});

	it('is empty where the last record that had it lost it, and stops no other change', async () => {
		const emptied = [...customers(0).slice(0, 19), { id: 19, Name: 'New' }];
		const bulk = customers(0, 'Other');
		const lists = [customers(1), emptied, emptied, bulk, customers(0, 'Again')];
		const [first, second, third, fourth = '', fifth = ''] = await follow({}, ...lists);
		expect([first, second, third]).toEqual(['', 'updated 0,updated 19', '']);
		expect([fourth, fifth].map((events) => events.split(',').length)).toEqual([20, 20]);
	});

	it('is empty whatever else changes in the same poll', async () => {
		const lists = [customers(3), customers(0, 'Other'), customers(0, 'Again')];
		const events = await follow({}, ...lists);
		expect(events.map((one) => one.split(',').filter(Boolean).length)).toEqual([0, 20, 20]);
	});

	it('is refused where many lost it at once, because it may have another name now', async () => {
		const data: IDataObject = {};
		await follow(data, customers(11, 'Name', 50));
		await expect(follow(data, customers(0, 'Name', 50))).rejects.toThrow(NO_FAX);
		await follow(data, customers(10, 'Name', 50), customers(0, 'Name', 50));
		// A few are quickly many.
		await follow({}, customers(9, 'Name', 9), customers(0, 'Name', 9));
	});
});
