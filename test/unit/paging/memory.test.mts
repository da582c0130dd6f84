import { expect, it } from 'vitest';
import { Memory } from '../../../nodes/CustomerData/paging/memory';
import { range } from '../support/range.mts';

const recordsOf = (names: Array<string | number>) => names.map((name) => ({ name }));

/** Takes pages, each with its offset and records; all of them, or those that are named, come next. */
function memoryOf(
	...pages: Array<[offset: number, names: Array<string | number>, fresh?: number[]]>
) {
	const memory = new Memory();
	for (const [offset, names, fresh = [...names.keys()]] of pages) {
		take(memory, offset, names, fresh);
	}
	return memory;
}

function take(
	memory: Memory,
	offset: number,
	names: Array<string | number>,
	fresh: number[],
	kept = memory.count,
) {
	memory.take({ page: { offset, records: recordsOf(names), next: undefined }, kept, fresh });
}

it('counts records, and different ones', () => {
	const memory = memoryOf([0, ['A', 'B']], [2, ['C', 'A', 'B']]);
	expect([memory.count, memory.different]).toEqual([5, 3]);
});

it('knows the latest place of a record, and after a drop the one before', () => {
	const memory = memoryOf([0, ['A', 'B']], [2, ['C', 'A']]);
	const asked = recordsOf(['A', 'A', 'C', 'D']);
	expect(memory.placesOf(memory.idsOf(asked))).toEqual([3, undefined, 2, undefined]);
	expect(memory.newIn(asked)).toEqual([3]);
	take(memory, 2, ['D'], [0], 2);
	expect(memory.placesOf(memory.idsOf(asked))).toEqual([0, undefined, undefined, 2]);
});

it('takes a record that stands twice for the one that follows the record before it', () => {
	const memory = memoryOf([0, ['A', 'B', 'C', 'A', 'B', 'D']]);
	const placesOf = (...names: string[]) => memory.placesOf(memory.idsOf(recordsOf(names)));
	expect(placesOf('C', 'A', 'B', 'D')).toEqual([2, 3, 4, 5]);
	expect(placesOf('A', 'B', 'C')).toEqual([3, 4, 2]);
	expect(placesOf('A', 'A')).toEqual([3, undefined]);
	take(memory, 3, ['E'], [0], 3);
	expect(placesOf('A', 'B', 'C', 'D')).toEqual([0, 1, 2, undefined]);
});

it('tells whether a page shows removals alone, whatever one record does', () => {
	const before = ['A', 'B', 'C', 'D', 'E', 'F'];
	const memory = memoryOf([0, ['X', 'Y']], [2, before], [8, ['G', 'H']]);
	const hasShrunk = (text: string) => {
		const [, page = { offset: 2, ids: [] }] = memory.taken;
		return memory.hasShrunk(page, recordsOf([...text]));
	};
	const pages = ['ABCDEF', 'BCDEFG', 'ACDEFG', 'ABCDEG', 'YABCDE', 'ANBCDE', 'NBCDEF', 'BCDEFA'];
	expect(pages.filter(hasShrunk)).toEqual(['BCDEFG', 'ACDEFG', 'BCDEFA']);
	expect(['', 'N', 'A', 'YBDEFG'].filter(hasShrunk)).toEqual(['YBDEFG']);
});

it('tells with how many of the last records a page begins', () => {
	const memory = memoryOf([0, ['A', 'B', 'C', 'B', 'C']]);
	const overlap = (names: string[], most: number) => memory.overlapWith(recordsOf(names), 2, most);
	expect(overlap(['B', 'C', 'D'], 2)).toBe(2);
	expect(overlap(['B', 'C', 'B', 'C', 'D'], 4)).toBe(4);
	expect(overlap(['B', 'C', 'D'], 4)).toBe(2);
	expect(overlap(['C', 'B', 'C'], 2)).toBe(0);
	expect(overlap(['C', 'D'], 1)).toBe(0);
	expect(overlap(['D'], 4)).toBe(0);
});

it('tells whether a page begins as the list was read from a place on', () => {
	const memory = memoryOf([0, ['A', 'B', 'C']]);
	expect(memory.beginsAt(1, recordsOf(['B', 'C']))).toBe(true);
	expect(memory.beginsAt(1, recordsOf(['B', 'C', 'D']))).toBe(false);
	expect(memory.beginsAt(1, recordsOf(['B', 'C', 'D']), 2)).toBe(true);
});

it('takes records for the same whatever the order of their fields', () => {
	const memory = new Memory();
	const records = [{ Code: 'A', Name: 'Anna' }];
	memory.take({ page: { offset: 0, records, next: undefined }, kept: 0, fresh: [0] });
	expect(memory.newIn([{ Name: 'Anna', Code: 'A' }])).toEqual([]);
	expect(memory.isAs([{ Name: 'Anna', Code: 'A' }], memory.taken[0])).toBe(true);
	expect(memory.isAs([{ Name: 'Anna', Code: 'B' }], memory.taken[0])).toBe(false);
});

it('recognizes records by a part of them', () => {
	const memory = new Memory(({ Code = null }) => ({ Code }));
	const page = { offset: 0, records: [{ Code: 'A', readAt: 1 }], next: undefined };
	memory.take({ page, kept: 0, fresh: [0] });
	expect(memory.newIn([{ Code: 'A', readAt: 2 }])).toEqual([]);
});

it('remembers the pages whose records stay', () => {
	const memory = memoryOf([0, range(0, 3)], [3, range(3, 6)]);
	take(memory, 3, [3, 7], [1], 4);
	expect(memory.taken.map(({ offset, from }) => [offset, from])).toEqual([
		[0, 0],
		[3, 3],
		[3, 4],
	]);
	take(memory, 1, [1, 8], [1], 2);
	expect(memory.taken.map(({ offset, from }) => [offset, from])).toEqual([
		[0, 0],
		[1, 2],
	]);
	take(memory, 0, [9], [0], 0);
	expect(memory.taken.map(({ offset }) => offset)).toEqual([0]);
});

it('knows the longest page, and whether the service counted more records than it returned', () => {
	const memory = new Memory();
	const page = (offset: number, names: number[], next: number | undefined) => ({
		page: { offset, records: recordsOf(names), next },
		kept: memory.count,
		fresh: [...names.keys()],
	});
	memory.take(page(0, [0, 1, 2], 3));
	expect([memory.size, memory.hasGaps]).toEqual([3, false]);
	memory.take(page(3, [3], 6));
	memory.take(page(6, [6], undefined));
	expect([memory.size, memory.hasGaps]).toEqual([3, true]);
});
