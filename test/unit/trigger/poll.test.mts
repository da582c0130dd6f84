import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import { doubtIn, DOUBTS } from '../../../nodes/CustomerData/identity/missing';
import { logLine, newStats } from '../../../nodes/CustomerData/read/readRecords';
import { pollList, watchRequest } from '../../support/poll.mts';

it.each([
	[false, {}, undefined, ''],
	[false, { repeats: 2 }, DOUBTS.repeats, ', twice: 2'],
	[false, { repeats: 1, lacksOverlap: true }, DOUBTS.lacksOverlap, ', pages do not overlap'],
	[true, { lacksOverlap: true }, DOUBTS.isUnidentified, ', pages do not overlap'],
])(
	'the reason of a doubt is known, and stands in the log: %s %j',
	(isUnidentified, read, doubt, words) => {
		const stats = { ...newStats(), ...read };
		expect(doubtIn(isUnidentified, stats)).toBe(doubt);
		expect(logLine(3, stats)).toMatch(/^records: 3, requests: 0, retries: 0, seconds: 0\.\d/);
		expect(logLine(3, stats).endsWith(words)).toBe(true);
	},
);

describe('a chosen field that no record has', () => {
	const all = { watchedId: 'Fax, Name', watched: { fields: ['Fax', 'Name'], ignored: [] } };
	const request = { ...watchRequest, ...all, emitExisting: false };
	const customers = (faxes: number, Name = 'Name', count = 20): DataRecord[] =>
		Array.from({ length: count }, (_, id) => ({ id, Name, ...(id < faxes && { Fax: '1' }) }));
	const NO_FAX = "No record has a field named 'Fax'";

	/** How much each poll emits. */
	const follow = async (data: IDataObject, ...lists: DataRecord[][]) => {
		const counts: number[] = [];
		for (const records of lists) {
			const { changes } = await pollList(data, records, { request });
			counts.push(changes.filter(({ event }) => event === 'updated').length);
		}
		return counts;
	};

	it('is refused at the first poll with this choice, and where nothing was known then', async () => {
		await expect(follow({}, customers(0))).rejects.toThrow(NO_FAX);
		await expect(follow({}, [], customers(0))).rejects.toThrow(NO_FAX);
		const data: IDataObject = {};
		await pollList(data, customers(0), { request: { ...request, ...watchRequest } });
		await expect(follow(data, customers(0))).rejects.toThrow(NO_FAX);
	});

	const emptied = [...customers(0).slice(0, 19), { id: 19, Name: 'New' }];

	it.each<[string, DataRecord[][], number[]]>([
		[
			'where the last record that had it lost it, and stops no other change',
			[customers(1), emptied, emptied, customers(0, 'Other'), customers(0, 'Again')],
			[0, 2, 0, 20, 20],
		],
		[
			'whatever else changes in the same poll',
			[customers(3), customers(0, 'Other'), customers(0, 'Again')],
			[0, 20, 20],
		],
		['where a fifth lost it', [customers(10, 'Name', 50), customers(0, 'Name', 50)], [0, 10]],
		// A few are quickly many.
		['where all of nine lost it', [customers(9, 'Name', 9), customers(0, 'Name', 9)], [0, 9]],
	])('is empty %s', async (_, lists, counts) => {
		expect(await follow({}, ...lists)).toEqual(counts);
	});

	it('is refused where many lost it at once, because it may have another name now', async () => {
		const lists = [customers(10, 'Name', 49), customers(0, 'Name', 49)];
		await expect(follow({}, ...lists)).rejects.toThrow(NO_FAX);
	});

	it('is refused so beside one that was emptied in the only record that had it', async () => {
		const fields = [...all.watched.fields, 'Note'];
		const wider = { request: { ...request, watched: { ...all.watched, fields } } };
		const [first, ...others] = customers(10, 'Name', 49);
		const data: IDataObject = {};
		await pollList(data, [{ ...first, Note: 'x' }, ...others], wider);
		await expect(pollList(data, customers(0, 'Name', 49), wider)).rejects.toThrow('Fax');
	});
});
