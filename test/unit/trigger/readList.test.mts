import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import { eventOf } from '../../../nodes/CustomerData/trigger/changes';
import type { WatchRequest } from '../../../nodes/CustomerData/trigger/parameters';
import { hasherFor, readList, type ReadPages } from '../../../nodes/CustomerData/trigger/readList';
import { law } from '../support/law.mts';
import { NOTHING, pagesOf, watchRequest } from '../support/watching.mts';

const read = async (
	pages: ReadPages | DataRecord[],
	request: Partial<WatchRequest> = {},
	known = NOTHING,
) => {
	const from = Array.isArray(pages) ? pagesOf(pages) : pages;
	const whole = { ...watchRequest, ...request };
	return await readList(from, whole, (key, hash) => eventOf(key, hash, known, whole));
};

const leftOutOf = ({ shared }: Awaited<ReturnType<typeof readList>>) => [...shared.keys()];

const plain = (count: number): DataRecord[] =>
	Array.from({ length: count }, (_, id) => ({ id, name: `Name ${id}` }));

/** Another list for each read, and the last one from then on. */
function lists(...found: DataRecord[][]) {
	let reads = 0;
	const pages: ReadPages = () => pagesOf(found[reads++] ?? found.at(-1) ?? [])();
	return { pages, reads: () => reads };
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
		expect([list.records.size, leftOutOf(list)]).toEqual([60, []]);
	});

	it('are two although what is watched of them is equal', async () => {
		const records = [...plain(60), { id: 3, name: 'Name 3', city: 'Elsewhere' }];
		const watched = { fields: ['name'], ignored: [] };
		await expect(read(records, { watched })).rejects.toThrow('share 3');
	});

	it('are not looked for where there are none', async () => {
		const { pages, reads } = lists(plain(60));
		await read(pages);
		expect(reads()).toBe(1);
	});

	it('are looked for in one more read, unless both are left out', async () => {
		const { pages, reads } = lists([...plain(60), { id: 3, name: 'Twin' }]);
		const list = await read(pages, leaveOut);
		expect([leftOutOf(list), list.records.size, reads()]).toEqual([['"3"'], 59, 1]);
		await expect(read(pages)).rejects.toThrow('share 3');
		expect(reads()).toBe(3);
	});

	it('are one that was edited and moved, where the next read does not find both', async () => {
		const moved = { id: 3, name: 'Moved' };
		const others = plain(60).filter(({ id }) => id !== 3);
		const { pages, reads } = lists([...plain(60), moved], [...others, moved]);
		const list = await read(pages);
		expect([list.records.size, [...list.records.keys()].at(-1), reads()]).toEqual([60, '"3"', 2]);
		expect(list.records.get('"3"')?.record).toEqual(moved);
		expect(list.shared.has('"3"')).toBe(false);
	});

	it('are one where it was edited and moved in both reads', async () => {
		const [moved, again] = ['Moved', 'Moved again'].map((name) => ({ id: 3, name }));
		const others = plain(60).filter(({ id }) => id !== 3);
		const { pages } = lists([...plain(60), moved ?? {}], [moved ?? {}, ...others, again ?? {}]);
		expect(leftOutOf(await read(pages))).toEqual(['"3"']);
	});

	it('wait for the next poll, where only the second read finds both', async () => {
		const [four, three] = [
			{ id: 4, name: 'Moved' },
			{ id: 3, name: 'Moved' },
		];
		const list = await read(lists([...plain(60), four], [...plain(60), three]).pages);
		expect([leftOutOf(list), list.records.size]).toEqual([['"3"'], 59]);
	});
});

it('a record without a key is refused with its place', async () => {
	const records = [...plain(60), { id: '', name: 'Nobody' }];
	await expect(read(records)).rejects.toThrow(
		"Record 61 in the list (Nobody) has no value in 'id'",
	);
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
		['1 of 1', nobody(1), 'record 1 has'],
		['2 of 2', twins(2), 'records 1 and 2 have'],
		['3 of 5', [...plain(2), ...nobody(1), ...twins(2)], 'records 3, 4, and 5 have'],
		['3 of 3', [...twins(1), ...nobody(1), ...twins(2).slice(1)], 'records 1, 2, and 3 have'],
		[
			'31 of 60',
			[...plain(29), ...nobody(31)],
			'records 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, and 21 more have',
		],
		['60 of 60', twins(60), 'records 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, and 50 more have'],
	])('is refused, with how many and which: %s', async (count, records, which) => {
		await expect(read(records, leaveOut)).rejects.toMatchObject({
			message: `${count} records would be left out: in the list, ${which} no value in 'id' that no other record has`,
			description: expect.stringContaining("Choose a field for 'Identify Records By'"),
		});
	});

	it('is read where as many are kept, and where it is empty', async () => {
		const list = await read([...plain(30), ...nobody(15), ...twins(15)], leaveOut);
		expect([list.records.size, list.keyless.length]).toEqual([30, 15]);
		expect((await read([], leaveOut)).records.size).toBe(0);
	});
});

describe('the content of a record', () => {
	const [first = {}, second = {}, third = {}] = plain(3);

	it('is kept where it is to be emitted', async () => {
		const hashOf = hasherFor(watchRequest.watched);
		const entries = [first, second].map(
			(record) => [JSON.stringify(String(record.id)), { hash: hashOf(record), misses: 0 }] as const,
		);
		const known = { ...NOTHING, entries: new Map(entries) };
		const list = await read([first, { ...second, name: 'Else' }, third], {}, known);
		const held = [...list.records].filter(([, { record }]) => record);
		expect(held.map(([key]) => key)).toEqual(['"1"', '"2"']);
	});

	it('holds the identifier and the chosen fields', async () => {
		const choosing = (...fields: string[]) => ({ watched: { fields, ignored: [] } });
		const list = await read([first], choosing('name'));
		expect(list.records.get('"0"')?.record).toEqual({ id: 0, name: 'Name 0' });
	});
});
