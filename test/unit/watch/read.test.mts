import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import type { Snapshot } from '../../../nodes/CustomerData/watch/compare';
import { hasherFor } from '../../../nodes/CustomerData/watch/identity';
import { type ReadPages, readList } from '../../../nodes/CustomerData/watch/read';
import type { ChangeEvent, WatchRequest } from '../../../nodes/CustomerData/watch/request';
import { pagesOf } from '../support/listAtRest.mts';
import { watchRequest } from '../support/livingWatch.mts';

const hashOf = hasherFor(watchRequest.watched);
const NOTHING: Snapshot = {
	entries: new Map(),
	watched: 'all',
	epoch: 'epoch',
	runs: 0,
	isBeginning: true,
};

const read = async (
	pages: ReadPages,
	request: Partial<WatchRequest> = {},
	known: Snapshot = NOTHING,
) => await readList(pages, { ...watchRequest, ...request }, known, 'all');

const plain = (count: number): DataRecord[] =>
	Array.from({ length: count }, (_, id) => ({ id, name: `Name ${id}` }));

function knownOf(records: DataRecord[]): Snapshot {
	const entries = records.map(
		(record) => [JSON.stringify(record.id), { hash: hashOf(record), misses: 0 }] as const,
	);
	return { ...NOTHING, entries: new Map(entries), isBeginning: false };
}

describe('two records with one key', () => {
	it('are refused with the key and both places, wherever they stand, whatever the size of the pages', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.uniqueArray(fc.nat({ max: 149 }), { minLength: 2, maxLength: 2 }),
				fc.integer({ min: 1, max: 50 }),
				async (places, size) => {
					const [one = 0, other = 0] = places.sort((a, b) => a - b);
					const records = plain(150);
					records[other] = { id: one, name: 'Twin' };
					await expect(read(pagesOf(records, size))).rejects.toMatchObject({
						message: `'id' does not identify a record: two different records, at offsets ${one} and ${other}, share ${one}`,
					});
				},
			),
		);
	});

	it('are one where they are equal in all that is not ignored', async () => {
		const records = [...plain(60), { id: 3, name: 'Name 3', seen: 1 }];
		const watched = { fields: [], ignored: ['seen'] };
		const list = await read(pagesOf(records), { watched });
		expect([list.records.size, list.leftOut]).toEqual([60, 0]);
	});

	it('are one, too, where they are equal and stand on one page', async () => {
		const list = await read(pagesOf([...plain(3), ...plain(3)]));
		expect([list.records.size, list.leftOut]).toEqual([3, 0]);
	});

	it('are refused although what is watched of them is equal', async () => {
		const records = [...plain(60), { id: 3, name: 'Name 3', city: 'Elsewhere' }];
		const watched = { fields: ['name'], ignored: [] };
		await expect(read(pagesOf(records), { watched })).rejects.toThrow('share 3');
	});

	it('are left out where that is wanted, and counted', async () => {
		const records = [...plain(60), { id: 3, name: 'Twin' }, { id: 60 }, { id: 60, name: 'Twin' }];
		const list = await read(pagesOf(records), { unidentified: 'leaveOut' });
		expect([list.leftOut, list.hasKeyless]).toEqual([4, false]);
		expect(list.shared).toEqual(new Set(['3', '60']));
		expect([...list.records.keys()]).toEqual(
			[...Array(60).keys()].filter((id) => id !== 3).map(String),
		);
	});

	it.each([
		{ places: [120, 290], looks: ['100 to 130', '250 to 300'], offsets: [100, 250] },
		{ places: [5, 140], looks: ['0 to 15', '100 to 150'], offsets: [0, 100] },
	])(
		'are looked for around their places, once more: $places',
		async ({ places, looks, offsets }) => {
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
			await expect(read(pages)).rejects.toMatchObject({
				message: expect.stringContaining(`share ${one}`),
				description: expect.stringContaining("'Leave Out'"),
			});
			expect(asked).toEqual(looks);
			expect(seen).toEqual(offsets);
		},
	);

	it('are told apart by more than their content where the key is ignored', async () => {
		const records = [...plain(60), { id: 3, name: 'Twin' }];
		const later = plain(60).map((record) =>
			record.id === 3 ? { id: 99, name: 'Name 3' } : record,
		);
		let reads = 0;
		const pages: ReadPages = (start, end) => pagesOf(reads++ === 0 ? records : later)(start, end);
		const list = await read(pages, { watched: { fields: [], ignored: ['id'] } });
		expect(list.records.size).toBe(60);
	});

	it('are one record that moved, where the first no longer stands there', async () => {
		const records = [...plain(60), { id: 3, name: 'Moved' }];
		const moved = plain(60).filter(({ id }) => id !== 3);
		let reads = 0;
		const pages: ReadPages = (start, end) => pagesOf(reads++ === 0 ? records : moved)(start, end);
		const list = await read(pages);
		expect(list.records.get('3')).toMatchObject({ record: { name: 'Moved' } });
		expect([...list.records.keys()].at(-1)).toBe('3');
	});

	it('are looked for a hundred times at most; then the poll fails', async () => {
		const moved = plain(202).map(({ id }, place) => ({
			id: Number(id) % 101,
			name: `At ${place}`,
		}));
		let looks = -1;
		const pages: ReadPages = (start, end) => {
			looks += 1;
			return pagesOf(looks === 0 ? moved : [])(start, end);
		};
		await expect(read(pages)).rejects.toThrow('share 100');
		expect(looks).toBe(100);
	});
});

describe('a record without a key', () => {
	it('is refused with its place', async () => {
		const records = [...plain(60), { id: '', name: 'Nobody' }];
		await expect(read(pagesOf(records))).rejects.toMatchObject({
			message: "The record at offset 60 has no value in 'id'",
			description: expect.stringContaining("'Leave Out'"),
		});
	});

	it('is left out where that is wanted, and counted once', async () => {
		const records = [...plain(60), { id: null, name: 'Nobody' }];
		const list = await read(pagesOf(records), { unidentified: 'leaveOut' });
		expect([list.records.size, list.leftOut, list.hasKeyless]).toEqual([60, 1, true]);
	});
});

describe('the content of a record', () => {
	const [first = {}, second = {}, third = {}] = plain(3);
	const held = async (
		request: Partial<WatchRequest> = {},
		snapshot = knownOf([first, second]),
		records: DataRecord[] = [first, { ...second, name: 'Else' }, third],
	) => {
		const list = await read(pagesOf(records), request, snapshot);
		return [...list.records].filter(([, { record }]) => record).map(([key]) => key);
	};
	const only = (...events: ChangeEvent[]) => ({ events: new Set(events) });

	it('is kept only where it is new or different, and is to be emitted', async () => {
		expect(await held()).toEqual(['1', '2']);
		expect(await held(only('created'))).toEqual(['2']);
		expect(await held(only('updated', 'removed'))).toEqual(['1']);
	});

	it('is kept of no more records than one run emits', async () => {
		expect(await held({ maxEvents: 1 })).toEqual(['1']);
		expect(await held({ maxEvents: 2 })).toEqual(['1', '2']);
	});

	it('is kept at the beginning where that is emitted', async () => {
		expect(await held({ emitExisting: false }, NOTHING)).toEqual([]);
		expect(await held({ ...only('removed'), emitExisting: true }, NOTHING)).toEqual([
			'0',
			'1',
			'2',
		]);
	});

	it('is kept of new records alone where other fields were watched before', async () => {
		expect(await held({}, { ...knownOf([first, second]), watched: 'some' })).toEqual(['2']);
	});

	it('holds the chosen fields', async () => {
		const watched = { fields: ['name'], ignored: [] };
		const list = await read(pagesOf([first]), { watched });
		expect(list.records.get('0')?.record).toEqual({ name: 'Name 0' });
	});

	it('makes room again where the list turned out to have changed', async () => {
		const pages: ReadPages = async function* () {
			yield { kept: 0, offset: 0, records: plain(3), next: 3 };
			yield { kept: 1, offset: 1, records: [{ id: 7 }, { id: 8 }], next: undefined };
		};
		const list = await read(pages, { maxEvents: 2 });
		expect([...list.records].map(([key, { record }]) => [key, Boolean(record)])).toEqual([
			['0', true],
			['7', true],
			['8', false],
		]);
	});
});

it('names a field that no record has', async () => {
	const watched = { fields: ['nmae'], ignored: [] };
	await expect(read(pagesOf(plain(3)), { watched })).rejects.toThrow(
		"No record has a field named 'nmae'",
	);
});
