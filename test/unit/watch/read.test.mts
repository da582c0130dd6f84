import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import type { Snapshot } from '../../../nodes/CustomerData/watch/compare';
import { hasherFor } from '../../../nodes/CustomerData/watch/identity';
import { type ReadPages, readList } from '../../../nodes/CustomerData/watch/read';
import type { ChangeEvent, WatchRequest } from '../../../nodes/CustomerData/watch/request';
import { law } from '../support/law.mts';
import { pagesOf } from '../support/listAtRest.mts';
import { watchRequest } from '../support/livingWatch.mts';

const NOTHING: Snapshot = {
	entries: new Map(),
	watched: 'all',
	epoch: 'epoch',
	runs: 0,
	isBeginning: true,
};

const read = async (
	pages: ReadPages | DataRecord[],
	request: Partial<WatchRequest> = {},
	known = NOTHING,
) => {
	const from = Array.isArray(pages) ? pagesOf(pages) : pages;
	return await readList(from, { ...watchRequest, ...request }, known, 'all');
};

const plain = (count: number): DataRecord[] =>
	Array.from({ length: count }, (_, id) => ({ id, name: `Name ${id}` }));

/** A list that is another one from the second read on. */
function changing(first: DataRecord[], later: DataRecord[]) {
	const starts: number[] = [];
	const pages: ReadPages = (start, end) =>
		pagesOf(starts.push(start) === 1 ? first : later)(start, end);
	return { pages, starts };
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
			await expect(read(pagesOf(records, size))).rejects.toMatchObject({
				message: expect.stringContaining(`at offsets ${one} and ${other}, share ${one}`),
				description: expect.stringContaining("'Leave Out'"),
			});
		},
	);

	it('are one where they are equal in all that is not ignored, also on one page', async () => {
		const watched = { fields: [], ignored: ['seen'] };
		const twins = [{ id: 3, name: 'Name 3', seen: 1 }, ...plain(3), ...plain(3)];
		const list = await read([...plain(60), ...twins], { watched });
		expect([list.records.size, list.leftOut]).toEqual([60, 0]);
	});

	it('are two at first sight where they stand on one page', async () => {
		const records = [...plain(3), { id: 1, name: 'Twin' }];
		let reads = 0;
		const pages: ReadPages = (start, end) => {
			reads += 1;
			return pagesOf(records)(start, end);
		};
		await expect(read(pages)).rejects.toThrow('at offsets 1 and 3, share 1');
		expect((await read(pages, { unidentified: 'leaveOut' })).shared).toEqual(new Set(['1']));
		expect(reads).toBe(2);
	});

	it('are refused although what is watched of them is equal', async () => {
		const records = [...plain(60), { id: 3, name: 'Name 3', city: 'Elsewhere' }];
		const watched = { fields: ['name'], ignored: [] };
		await expect(read(records, { watched })).rejects.toThrow('share 3');
	});

	it('are left out where that is wanted, and counted', async () => {
		const records = [...plain(60), { id: 3, name: 'Twin' }, { id: 60 }, { id: 60, name: 'Twin' }];
		const list = await read(records, leaveOut);
		expect([list.leftOut, list.hasKeyless]).toEqual([4, false]);
		expect(list.shared).toEqual(new Set(['3', '60']));
		const others = plain(60).filter(({ id }) => id !== 3);
		expect([...list.records.keys()]).toEqual(others.map(({ id }) => String(id)));
	});

	it.each([
		{ places: [120, 290], looks: ['100 to 130', '250 to 300'], offsets: [100, 250] },
		{ places: [5, 140], looks: ['0 to 15', '100 to 150'], offsets: [0, 100] },
	])('are looked for around $places, once more', async ({ places, looks, offsets }) => {
		const records = plain(300);
		const [one = 0, other = 0] = places;
		records[other] = { id: one, name: 'Twin' };
		const asked: string[] = [];
		const seen: number[] = [];
		const pages: ReadPages = async function* (start, end) {
			if (end !== undefined) asked.push(`${start} to ${end}`);
			for await (const page of pagesOf(records)(start)) {
				if (end !== undefined) seen.push(page.offset);
				yield page;
			}
		};
		await expect(read(pages)).rejects.toThrow(`share ${one}`);
		expect([asked, seen]).toEqual([looks, offsets]);
	});

	it.each<[string, DataRecord, DataRecord[], Partial<WatchRequest>?]>([
		['stands no more', { id: 3, name: 'Moved' }, plain(60).filter(({ id }) => id !== 3)],
		[
			'has another key, which is ignored, where a twin has its content',
			{ id: 3, name: 'Twin' },
			plain(60).map((record) => (record.id === 3 ? { id: 99, name: 'Name 3' } : record)),
			{ watched: { fields: [], ignored: ['id'] } },
		],
	])('are one that moved, where the first %s', async (_, moved, later, request) => {
		const list = await read(changing([...plain(60), moved], later).pages, request);
		expect([list.records.size, [...list.records.keys()].at(-1)]).toEqual([60, '3']);
		expect(list.records.get('3')?.record).toEqual(moved);
	});

	it('are looked for a hundred times at most; then the poll fails', async () => {
		const moved = plain(202).map(({ id }, place) => ({
			id: Number(id) % 101,
			name: `At ${place}`,
		}));
		const { pages, starts } = changing(moved, []);
		await expect(read(pages)).rejects.toThrow('share 100');
		expect(starts).toHaveLength(101);
	});
});

describe('a record without a key', () => {
	const records = [...plain(60), { id: '', name: 'Nobody' }];

	it('is refused with its place', async () => {
		await expect(read(records)).rejects.toThrow("The record at offset 60 has no value in 'id'");
	});

	it('is left out where that is wanted, and counted once', async () => {
		const list = await read(records, leaveOut);
		expect([list.records.size, list.leftOut, list.hasKeyless]).toEqual([60, 1, true]);
	});
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
		['one that fits into a run', { maxEvents: 1 }, known, '1'],
		['one of two that fit into a run', { maxEvents: 2 }, known, '1 2'],
		['none of those at the beginning', { emitExisting: false }, NOTHING, ''],
		['one of those at the beginning', { ...only('removed'), emitExisting: true }, NOTHING, '0 1 2'],
		['new, where other fields were watched before', {}, { ...known, watched: 'some' }, '2'],
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

	it('makes room again where the list turned out to have changed', async () => {
		const pages: ReadPages = async function* () {
			yield { kept: 0, offset: 0, records: plain(3), next: 3 };
			yield { kept: 1, offset: 1, records: [{ id: 7 }, { id: 8 }], next: undefined };
		};
		const list = await read(pages, { maxEvents: 2 });
		const isHeld = [...list.records].map(([key, { record }]) => [key, record !== undefined]);
		expect(isHeld).toEqual([
			['0', true],
			['7', true],
			['8', false],
		]);
	});
});
