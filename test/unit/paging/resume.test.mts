import { describe, expect, it } from 'vitest';

import {
	differsThroughout,
	findResumePoint,
	placeBefore,
	setbacksIn,
} from '../../../nodes/CustomerData/paging/resume';
import { Tail } from '../../../nodes/CustomerData/paging/tail';
import { range } from '../support/range.mts';

const COUNT = 100;
const SIZE = 50;

/** Where a page continues what was read; numbers are records that were read, by their place. */
function resume(
	page: Array<number | string>,
	back: number,
	{ isUnordered = false, count = COUNT } = {},
) {
	const tail = new Tail();
	tail.append(0, range(0, count).map(String));
	const texts = page.map(String);
	const places = tail.placesIn(texts);
	return findResumePoint({
		places,
		overlaps: tail.overlapsWith(texts, back),
		count,
		back,
		size: SIZE,
		setbacks: setbacksIn(places, SIZE),
		isUnordered,
	});
}

/** Neighbors that changed places, in pairs. */
const swapped = (start: number, end: number) =>
	range(start / 2, end / 2).flatMap((half) => [2 * half + 1, 2 * half]);

describe('a page', () => {
	it.each<[string, Array<number | string>, number, number, number[]]>([
		['begins with the last records', [98, 99, 'A', 'B'], 2, 100, [2, 3]],
		['begins with more of them', [96, 97, 98, 99, 'A'], 4, 100, [4]],
		['holds as many as it starts before the end', [...swapped(90, 100), 'A'], 10, 100, [10]],
		['holds one from before it', [89, ...range(91, 100), 'A'], 10, 100, [10]],
		['holds a long row', [...range(76, 98), 'A', 'B'], 24, 98, [22, 23]],
		['holds a short row far back', [...range(70, 76), 'A', 'B'], 30, 76, [6, 7]],
		['holds a very long row, unsorted', [...swapped(20, 60), 'A', 'B'], 80, 60, [40, 41]],
		['mixes them with a new one', [90, 'A', ...range(91, 100)], 10, 100, [1]],
		['holds an older record behind a long row', [...range(76, 98), 50, 'A'], 24, 98, [22, 23]],
		[
			'holds a new one in the second half of a very long row, and an edited one in the first',
			[...swapped(20, 30), 'edited', ...swapped(30, 50), 'A', ...swapped(50, 60), 'B'],
			80,
			60,
			[31, 42],
		],
		[
			'holds an edited one just before the second half of a very long row',
			[...swapped(20, 36), 39, 38, 'edited', 37, 36, ...swapped(40, 60), 'A'],
			80,
			60,
			[41],
		],
	])('that %s continues after them', (_, page, back, kept, fresh) => {
		expect(resume(page, back)).toEqual({ kept, fresh });
	});

	it.each<[string, Array<number | string>, number, Parameters<typeof resume>[2]?]>([
		['holds an older record beside the overlap', [98, 99, 50, 'A'], 2],
		['overlaps by two where neighbors change places', [98, 99, 'A'], 2, { isUnordered: true }],
		[
			'holds too few where neighbors change places',
			[...range(91, 100), 'A'],
			10,
			{ isUnordered: true },
		],
		['may hold an edited record', [89, 'edited', ...range(91, 100), 'A'], 10],
		['holds too few of the last ones', [...range(80, 85), ...range(95, 100), 'A'], 10],
		['holds hardly one of the last ones', [...range(80, 89), 99, 'A'], 10],
		['holds too short a row', [...range(76, 97), 'A', 'B', 'C'], 24],
		['holds a short row not far back', [...range(76, 82), 'A'], 24],
		['holds too short a row far back', [...range(70, 75), 'A'], 30],
		[
			'holds a short row where neighbors change places',
			[...range(70, 76), 'A'],
			30,
			{ isUnordered: true },
		],
		[
			'holds as many as it starts before the end, but not the last ones',
			[...range(60, 75), ...range(80, 95), 'A'],
			30,
		],
		['begins with a record that may be edited', ['edited', ...range(0, 10)], 10, { count: 10 }],
		['holds too short a row, unsorted', [...swapped(20, 58), 'A'], 80],
	])('that %s does not show where to continue', (_, page, back, given) => {
		expect(resume(page, back, given)).toBeUndefined();
	});
});

it('looks half a page back, then further, then five times as far each time', () => {
	const offsets = [998];
	while (offsets.at(-1) !== 0) offsets.push(placeBefore(offsets.at(-1) ?? 0, 1_000, 50));
	expect(offsets).toEqual([998, 975, 970, 965, 950, 750, 0]);
});

it('takes steps back of up to 20 of 50 places for neighbors that changed places', () => {
	expect(setbacksIn([30, 10], 50)).toEqual([20]);
	expect(setbacksIn([31, 10, undefined, 9, 12, 12], 50)).toEqual([1]);
});

describe('records differ throughout', () => {
	const now = (time: number, names = ['A', 'B']) =>
		names.map((Name) => ({ Name, Code: Name, time }));

	it.each([
		['if each has another time', true, now(1), now(2)],
		[
			'unless one is as it was',
			false,
			[...now(1), ...now(0, ['C'])],
			[...now(2), ...now(0, ['C'])],
		],
		['unless they are others', false, now(1), now(2, ['C', 'D'])],
		['if they share half of their fields', true, [{ a: 1, b: 1 }], [{ a: 1, b: 2 }]],
		['unless there are fewer', false, now(1), now(2, ['A'])],
	])('%s', (_, expected, one, other) => {
		expect(differsThroughout(one, other)).toBe(expected);
	});
});
