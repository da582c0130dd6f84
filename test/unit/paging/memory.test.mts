import { expect, it } from 'vitest';

import { Memory } from '../../../nodes/CustomerData/paging/memory';
import { range } from '../support/range.mts';

const recordsOf = (names: Array<string | number>) => names.map((name) => ({ name }));

/** Takes pages, each with its offset and records; all of them, or those that are named, come next. */
function memoryOf(
	...pages: Array<[offset: number, names: Array<string | number>, fresh?: number[]]>
) {
	const memory = new Memory(0);
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

it('counts records, those that equal an earlier one, and different ones', () => {
	const memory = memoryOf([0, ['A', 'B']], [2, ['C', 'A', 'B']]);
	expect([memory.count, memory.repeats, memory.different]).toEqual([5, 2, 3]);
});

it('counts equal records that stand together on a page as different', () => {
	const memory = memoryOf([0, ['A', 'A', 'B']], [3, ['B', 'C', 'C', 'C']]);
	expect([memory.count, memory.repeats, memory.different]).toEqual([7, 4, 6]);
	take(memory, 2, ['D'], [0], 2);
	expect([memory.count, memory.repeats, memory.different]).toEqual([3, 1, 3]);
	take(memory, 1, ['D'], [0], 1);
	expect([memory.count, memory.repeats, memory.different]).toEqual([2, 0, 2]);
});

it('tells by how much the list has grown, with the pages that its known records were read on', () => {
	const memory = memoryOf([0, ['A', 'B']], [2, ['C', 'D']]);
	expect(memory.growths).toEqual([]);
	take(memory, 4, ['C', 'D', 'E'], [2]);
	const offsets = memory.growths.map(({ by, pages }) => [by, pages.map(({ offset }) => offset)]);
	expect(offsets).toEqual([[2, [2, 4]]]);
	take(memory, 0, ['F'], [0], 0);
	expect(memory.growths).toEqual([]);
});

it('knows the latest place of a record, and after a drop the one before', () => {
	const memory = memoryOf([0, ['A', 'B']], [2, ['C', 'A']]);
	const asked = recordsOf(['A', 'A', 'C', 'D']);
	expect(memory.placesOf(asked)).toEqual([3, undefined, 2, undefined]);
	expect(memory.newIn(asked)).toEqual([3]);
	take(memory, 2, ['D'], [0], 2);
	expect(memory.placesOf(asked)).toEqual([0, undefined, undefined, 2]);
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
	const memory = new Memory(0);
	const records = [{ Code: 'A', Name: 'Anna' }];
	memory.take({ page: { offset: 0, records, next: undefined }, kept: 0, fresh: [0] });
	expect(memory.newIn([{ Name: 'Anna', Code: 'A' }])).toEqual([]);
	expect(memory.areSame(records, [{ Name: 'Anna', Code: 'A' }])).toBe(true);
	expect(memory.areSame(records, [{ Name: 'Anna', Code: 'B' }])).toBe(false);
});

it('recognizes records by a part of them', () => {
	const memory = new Memory(0, ({ Code = null }) => ({ Code }));
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
	expect(memory.front.records).toEqual(recordsOf([9]));
});

it('notes by how much the list seems to have grown, and which pages can tell', () => {
	const memory = memoryOf([0, range(0, 5)]);
	take(memory, 3, range(3, 8), [2, 3, 4]);
	expect(memory.growths).toEqual([]);
	take(memory, 6, [4, ...range(5, 9)], [4]);
	const [growth] = memory.growths;
	expect(growth?.by).toBe(2);
	expect(growth?.pages.map(({ offset }) => offset)).toEqual([0, 3, 6]);
	take(memory, 11, [9], [0]);
	expect(memory.growths).toHaveLength(1);
	take(memory, 0, [1], [0], 0);
	expect(memory.growths).toEqual([]);
});
