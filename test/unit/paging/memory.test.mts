import { expect, it } from 'vitest';
import { Memory } from '../../../nodes/CustomerData/paging/memory';
import { range } from '../../support/range.mts';

/** Each letter names a record. */
const recordsOf = (names: string) => [...names].map((name) => ({ name }));

/** Takes a page, of which all records, or some, come next. */
function take(
	memory: Memory,
	offset: number,
	names: string,
	{ kept = memory.count, fresh = range(0, names.length), next = offset + names.length } = {},
): void {
	memory.take({ page: { offset, records: recordsOf(names), next }, kept, fresh });
}

function memoryOf(...pages: Array<[offset: number, names: string]>): Memory {
	const memory = new Memory();
	for (const page of pages) take(memory, ...page);
	return memory;
}

const placesOf = (memory: Memory, names: string) =>
	memory.placesOf(memory.idsOf(recordsOf(names))).map((place) => place ?? '-');

it('knows the latest place of a record, and after a drop the one before', () => {
	const memory = memoryOf([0, 'AB'], [2, 'CA']);
	expect([memory.count, memory.different]).toEqual([4, 3]);
	expect(placesOf(memory, 'AACD')).toEqual([3, '-', 2, '-']);
	expect(memory.newIn(recordsOf('AACD'))).toEqual([3]);
	take(memory, 2, 'D', { kept: 2 });
	expect(placesOf(memory, 'AACD')).toEqual([0, '-', '-', 2]);
	expect(memory.different).toBe(3);
});

it('knows the place before several equal records that were dropped', () => {
	const memory = memoryOf([0, 'AB'], [2, 'CAAD']);
	take(memory, 2, 'E', { kept: 2 });
	expect(placesOf(memory, 'A')).toEqual([0]);
});

it('takes a record that stands twice for the one that follows the record before it', () => {
	const memory = memoryOf([0, 'ABCABD']);
	expect(placesOf(memory, 'CABD')).toEqual([2, 3, 4, 5]);
	expect(placesOf(memory, 'ABC')).toEqual([3, 4, 2]);
	expect(placesOf(memoryOf([0, 'ZXABYAB']), 'XAB')).toEqual([1, 2, 3]);
	take(memory, 3, 'E', { kept: 3 });
	expect(placesOf(memory, 'ABCD')).toEqual([0, 1, 2, '-']);
});

it('tells whether a page shows removals alone, whatever one record does', () => {
	const memory = memoryOf([0, 'XY'], [2, 'ABCDEF'], [8, 'GH']);
	const hasShrunk = (names: string) => {
		const [, page = { offset: 2, ids: [] }] = memory.taken;
		return memory.hasShrunk(page, recordsOf(names));
	};
	const pages = ['ABCDEF', 'BCDEFG', 'ACDEFG', 'ABCDEG', 'YABCDE', 'ANBCDE', 'NBCDEF', 'BCDEFA'];
	expect(pages.filter(hasShrunk)).toEqual(['BCDEFG', 'ACDEFG', 'BCDEFA']);
	const others = ['', 'N', 'A', 'YBDEFG', 'BXDN', 'XYDE'];
	expect(others.filter(hasShrunk)).toEqual(['YBDEFG', 'BXDN']);
});

it.each([
	['BCD', 2, 0, 2],
	['BCBCD', 4, 0, 4],
	['BCD', 4, 0, 2],
	['CBC', 2, 0, 0],
	['CD', 1, 0, 0],
	['D', 4, 0, 0],
	['BCBCD', 5, 1, 4],
	['BCBC', 9, Infinity, undefined],
	['BCBCD', 5, 3, undefined],
	['BCBCD', 6, 1, undefined],
])(
	'tells with how many of the last records a page begins, unless that is open: %s, of at most %d, with %d gaps',
	(names, most, gaps, length) => {
		expect(memoryOf([0, 'ABCBC']).overlapWith(recordsOf(names), 2, most, gaps)).toBe(length);
	},
);

it('tells how many places of a page before the end of what was read can be empty', () => {
	const memory = memoryOf([0, '012']);
	const gapsFrom = (offset: number, names: string, next?: number) =>
		memory.gapsFrom({ offset, records: recordsOf(names), next });
	expect(gapsFrom(1, '12', 6)).toBe(0);
	take(memory, 3, '345', { next: 8 });
	expect([gapsFrom(3, '345', 7), gapsFrom(3, '3', 8), gapsFrom(5, '56')]).toEqual([1, 2, 2]);
	expect([gapsFrom(2, '234', 7), gapsFrom(2, '2345')]).toEqual([2, Infinity]);
});

it('tells whether the last page brought nothing new', () => {
	const memory = memoryOf([0, '012']);
	expect(memory.isIdle).toBe(false);
	take(memory, 1, '12', { fresh: [] });
	expect(memory.isIdle).toBe(true);
	take(memory, 2, '23', { fresh: [1] });
	expect(memory.isIdle).toBe(false);
});

it('tells whether a record was seen beyond those read, which is not one of them', () => {
	const memory = memoryOf([0, '012'], [3, '345']);
	take(memory, 3, '37', { kept: 4, fresh: [1] });
	expect(memory.hasSeenMore).toBe(true);
	take(memory, 5, '8');
	expect([memory.count, memory.hasSeenMore]).toEqual([6, false]);
	memory.see({ offset: 6, records: recordsOf('89'), next: undefined });
	expect(memory.hasSeenMore).toBe(true);
	take(memory, 6, '9');
	expect(memory.hasSeenMore).toBe(false);
});

it('tells whether a page begins as the list was read from a place on', () => {
	const memory = memoryOf([0, 'ABC']);
	expect(memory.beginsAt(1, recordsOf('BC'))).toBe(true);
	expect(memory.beginsAt(1, recordsOf('BCD'))).toBe(false);
	expect(memory.beginsAt(1, recordsOf('BCD'), 2)).toBe(true);
});

it('remembers the pages whose records stay', () => {
	const memory = memoryOf([0, '012'], [3, '345']);
	const taken = () => memory.taken.map(({ offset, from }) => [offset, from].join(' from '));
	take(memory, 3, '37', { kept: 4, fresh: [1] });
	expect(taken()).toEqual(['0 from 0', '3 from 3', '3 from 4']);
	take(memory, 1, '18', { kept: 2, fresh: [1] });
	expect(taken()).toEqual(['0 from 0', '1 from 2']);
	take(memory, 0, '9', { kept: 0 });
	expect(taken()).toEqual(['0 from 0']);
});

it('knows the longest page, and whether the service counted more records than it returned', () => {
	const memory = memoryOf([0, '012']);
	expect([memory.size, memory.hasGaps]).toEqual([3, false]);
	take(memory, 3, '3', { next: 6 });
	take(memory, 6, '6');
	expect([memory.size, memory.hasGaps]).toEqual([3, true]);
});
