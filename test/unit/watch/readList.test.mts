import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import type { Snapshot } from '../../../nodes/CustomerData/watch/compare';
import { hasherFor } from '../../../nodes/CustomerData/watch/identity';
import { type ReadPages, readList } from '../../../nodes/CustomerData/watch/readList';
import type {
	ChangeEvent,
	WatchRequest,
} from '../../../nodes/CustomerData/parameters/watchRequest';
import { law } from '../support/law.mts';
import { NOTHING, pagesOf, watchRequest } from '../support/watching.mts';

const read = async (
	pages: ReadPages | DataRecord[],
	request: Partial<WatchRequest> = {},
	known = NOTHING,
) => {
	const from = Array.isArray(pages) ? pagesOf(pages) : pages;
	return await readList(from, { ...watchRequest, ...request }, known);
};

const plain = (count: number): DataRecord[] =>
	Array.from({ length: count }, (_, id) => ({ id, name: `Name ${id}` }));

/** Another list for each read, and the last one from then on. */
function lists(...found: DataRecord[][]) {
	const asked: Array<[start: number, end?: number]> = [];
	const pages: ReadPages = (start, end) => {
		const nth = asked.push(end === undefined ? [start] : [start, end]) - 1;
		return pagesOf(found[nth] ?? found.at(-1) ?? [])(start);
	};
	return { pages, asked };
}

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
			await expect(read(pagesOf(records, size))).rejects.toThrow(
				`records ${one + 1} and ${other + 1} in the list differ, but share ${one}`,
			);
		},
	);

	it('are one where they are equal in all that is not ignored, also on one page', async () => {
		const watched = { fields: [], ignored: ['seen'] };
		const twins = [{ id: 3, name: 'Name 3', seen: 1 }, ...plain(3), ...plain(3)];
		const list = await read([...plain(60), ...twins], { watched });
		expect([list.records.size, list.leftOut]).toEqual([60, 0]);
	});

	it('are two although what is watched of them is equal', async () => {
		const records = [...plain(60), { id: 3, name: 'Name 3', city: 'Elsewhere' }];
		const watched = { fields: ['name'], ignored: [] };
		await expect(read(records, { watched })).rejects.toThrow('share 3');
	});

	it.each<[number, number, ...Array<[number, number]>]>([
		[1, 3],
		[120, 290, [100, 130], [250, 300]],
		[5, 140, [0, 15], [100, 150]],
	])('at %d and %d are looked for once more around there, unless on one page', async (...given) => {
		const [one, other, ...looks] = given;
		const records = plain(300);
		records[other] = { id: one, name: 'Twin' };
		const { pages, asked } = lists(records);
		expect((await read(pages, leaveOut)).shared).toEqual(new Set([String(one)]));
		expect(asked).toEqual([[0], ...looks]);
	});

	it.each<[string, DataRecord, DataRecord[], Partial<WatchRequest>?]>([
		['stands no more', { id: 3, name: 'Moved' }, plain(60).filter(({ id }) => id !== 3)],
		[
			'has another key, which is ignored, where a twin has its content',
			{ id: 3, name: 'Twin' },
			plain(60).map((record) => (record.id === 3 ? { id: 99, name: 'Name 3' } : record)),
			{ watched: { fields: [], ignored: ['id'] } },
		],
		[
			'has another key, which is ignored, and the other stands still',
			{ id: 3, name: 'Twin' },
			[
				...plain(60).map((record) => (record.id === 3 ? { id: 99, name: 'Name 3' } : record)),
				{ id: 3, name: 'Twin' },
			],
			{ watched: { fields: [], ignored: ['id'] } },
		],
		[
			'was edited, and the other stands still',
			{ id: 3, name: 'Twin' },
			[
				...plain(60).map((record) => (record.id === 3 ? { id: 3, name: 'Edited' } : record)),
				{ id: 3, name: 'Twin' },
			],
		],
		[
			'stands far from its place, and the other stands still',
			{ id: 3, name: 'Twin' },
			[
				...plain(60).filter(({ id }) => id !== 3),
				{ id: 3, name: 'Twin' },
				{ id: 3, name: 'Name 3' },
			],
		],
	])('are one that moved, where the first %s', async (_, moved, later, request) => {
		const list = await read(lists([...plain(60), moved], later).pages, request);
		expect([list.records.size, [...list.records.keys()].at(-1)]).toEqual([60, '3']);
		expect(list.records.get('3')?.record).toEqual(moved);
	});

	it('are looked for a hundred times at most; then the poll fails', async () => {
		const moved = plain(202).map((record, place) => ({ ...record, id: place % 101 }));
		const { pages, asked } = lists(moved, []);
		await expect(read(pages)).rejects.toThrow('share 100');
		expect(asked).toHaveLength(101);
	});
});

it('a record without a key is refused with its place', async () => {
	const records = [...plain(60), { id: '', name: 'Nobody' }];
	await expect(read(records)).rejects.toThrow("Record 61 in the list has no value in 'id'");
});

describe('the content of a record', () => {
	const [first = {}, second = {}, third = {}] = plain(3);
	const hashOf = hasherFor(watchRequest.watched);
	const entries = [first, second].map(
		(record) => [JSON.stringify(record.id), { hash: hashOf(record), misses: 0 }] as const,
	);
	const known: Snapshot = { ...NOTHING, entries: new Map(entries), isBeginning: false };
	const only = (...events: ChangeEvent[]) => ({ events: new Set(events) });

	it.each<[string, Partial<WatchRequest>, Snapshot, string]>([
		['new or different', {}, known, '1 2'],
		['new', only('created'), known, '2'],
		['different', only('updated', 'removed'), known, '1'],
		['none of those at the beginning', { emitExisting: false }, NOTHING, ''],
		['one of those at the beginning', { ...only('removed'), emitExisting: true }, NOTHING, '0 1 2'],
		['new, where other fields were watched before', {}, { ...known, watchedId: 'some' }, '2'],
	])('is kept where it is to be emitted, and is %s', async (_, request, snapshot, kept) => {
		const list = await read([first, { ...second, name: 'Else' }, third], request, snapshot);
		const held = [...list.records].filter(([, { record }]) => record);
		expect(held.map(([key]) => key).join(' ')).toBe(kept);
	});

	it('holds the chosen fields, which some record has to have', async () => {
		const choosing = (...fields: string[]) => ({ watched: { fields, ignored: [] } });
		const list = await read([first], choosing('name'));
		expect(list.records.get('0')?.record).toEqual({ name: 'Name 0' });
		await expect(read([first], choosing('nmae'))).rejects.toThrow("named 'nmae'");
	});
});
