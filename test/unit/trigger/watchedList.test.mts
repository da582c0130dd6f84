import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import type { WatchRequest } from '../../../nodes/CustomerData/trigger/parameters';
import {
	hasherFor,
	readWatchedList,
	type PageSource,
} from '../../../nodes/CustomerData/trigger/watchedList';
import { law } from '../../support/law.mts';
import { CERTAIN, NOTHING, pagesOf, watchRequest } from '../../support/poll.mts';

const read = async (
	pages: PageSource | DataRecord[],
	request: Partial<WatchRequest> = {},
	known = NOTHING,
) => {
	const from = Array.isArray(pages) ? pagesOf(pages) : pages;
	return await readWatchedList(from, CERTAIN, known, { ...watchRequest, ...request });
};

const plain = (count: number): DataRecord[] =>
	Array.from({ length: count }, (_, id) => ({ id, name: `Name ${id}` }));

const leaveOut = { unidentified: 'leaveOut' };

describe('two records with one key', () => {
	law(
		'are refused with the key and both places, wherever they stand, whatever the size of the pages',
		{
			of: [
				fc.uniqueArray(fc.nat({ max: 149 }), { minLength: 2, maxLength: 2 }),
				fc.integer({ min: 1, max: 50 }),
			],
		},
		async (places, size) => {
			const [one = 0, other = 0] = places.sort((a, b) => a - b);
			const records = plain(150);
			records[other] = { id: one, name: 'Twin' };
			const message = `records ${one + 1} and ${other + 1} in the list differ, but share "${one}"`;
			await expect(read(pagesOf(records, size))).rejects.toThrow(message);
		},
	);

	it('are one where they are equal in all that is not ignored, also on one page', async () => {
		const watched = { fields: [], ignored: ['seen'] };
		const twins = [{ id: 3, name: 'Name 3', seen: 1 }, ...plain(3), ...plain(3)];
		const list = await read([...plain(60), ...twins], { watched });
		expect([list.records.size, list.shared.size]).toEqual([60, 0]);
	});

	it('are two although what is watched of them is equal', async () => {
		const records = [...plain(60), { id: 3, name: 'Name 3', city: 'Elsewhere' }];
		const watched = { fields: ['name'], ignored: [] };
		await expect(read(records, { watched })).rejects.toThrow('share "3"');
	});

	const moved = { id: 3, name: 'Moved' };
	const again = { id: 3, name: 'Moved again' };
	const four = { id: 4, name: 'Moved' };
	const others = plain(60).filter(({ id }) => id !== 3);

	it.each<[string, DataRecord[][], Partial<WatchRequest>, string[], number]>([
		['not looked for where there are none', [plain(60)], {}, [], 1],
		['looked for once where both are left out', [[...plain(60), moved]], leaveOut, ['"3"'], 1],
		[
			'one where the next read finds the one',
			[
				[...plain(60), moved],
				[...others, moved],
			],
			{},
			[],
			2,
		],
		[
			'one where it was edited and moved in both reads',
			[
				[...plain(60), moved],
				[moved, ...others, again],
			],
			{},
			['"3"'],
			2,
		],
		[
			'left to the next poll where only the second read finds both',
			[
				[...plain(60), four],
				[...plain(60), moved],
			],
			{},
			['"3"'],
			2,
		],
	])('are %s', async (_, found, request, shared, count) => {
		let reads = 0;
		const list = await read(() => pagesOf(found[reads++] ?? [])(), request);
		expect([[...list.shared.keys()], list.records.size, reads]).toEqual([
			shared,
			60 - shared.length,
			count,
		]);
	});
});

it('a record without a key is refused with its place', async () => {
	const records = [...plain(60), { id: '', name: 'Nobody' }];
	await expect(read(records)).rejects.toThrow('Record 61 in the list (Nobody)');
});

it('a list is refused where no record has the identifying field, also where such are left out', async () => {
	const reading = read(plain(60), { ...leaveOut, keyField: 'Id' });
	await expect(reading).rejects.toMatchObject({
		message: "No record has a field named 'Id'",
		description: expect.stringContaining("In 'Identify Records By', choose"),
	});
	const empty: DataRecord[] = [{ id: '' }, { name: 'No field' }];
	expect((await read([...empty, ...plain(2)], leaveOut)).records.size).toBe(2);
});

describe('a list of which more would be left out than kept', () => {
	const nobody = (count: number): DataRecord[] =>
		Array.from({ length: count }, () => ({ id: null, name: 'Nobody' }));
	const twins = (count: number): DataRecord[] =>
		Array.from({ length: count }, (_, name) => ({ id: 'x', name }));

	it.each<[string, DataRecord[], string]>([
		['1 of 1 records', nobody(1), 'record 1 has'],
		['3 of 5 records', [...plain(2), ...nobody(1), ...twins(2)], 'records 3, 4, and 5 have'],
		['3 of 3', [...twins(1), ...nobody(1), ...twins(2).slice(1)], 'records 1, 2, and 3 have'],
		['60 of 60', twins(60), 'records 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, and 50 more have'],
	])('is refused, with how many and which: %s', async (count, records, which) => {
		const message = new RegExp(`^${count} .* ${which} `);
		await expect(read(records, leaveOut)).rejects.toThrow(message);
	});

	it('is read where as many are kept, and where it is empty', async () => {
		const list = await read([...plain(30), ...nobody(15), ...twins(15)], leaveOut);
		expect([list.records.size, list.keyless.length]).toEqual([30, 15]);
		expect((await read([], leaveOut)).records.size).toBe(0);
	});
});

it('keeps the identifier and the chosen fields of a record that is to be emitted, and nothing of others', async () => {
	const hash = hasherFor({ fields: ['name'], ignored: [] })({ name: 'Name 0' });
	const known = { ...NOTHING, entries: new Map([['"0"', { hash }]]) };
	const records = plain(2).map((record) => ({ ...record, city: 'Ulm' }));
	const list = await read(records, { watched: { fields: ['name'], ignored: [] } }, known);
	const kept = [...list.records.values()].map(({ record }) => record);
	expect(kept).toEqual([undefined, { id: 1, name: 'Name 1' }]);
});

it('forgets what a page takes back, because the list has changed', async () => {
	const list = await read(async function* () {
		yield { kept: 0, offset: 0, records: plain(4), next: 4 };
		yield { kept: 2, offset: 2, records: [{ id: 9, name: 'Name 9' }], next: undefined };
	});
	expect([...list.records.keys()]).toEqual(['"0"', '"1"', '"9"']);
});
