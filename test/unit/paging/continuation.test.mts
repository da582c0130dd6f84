import { describe, expect, it } from 'vitest';
import { nextIn, OVERLAP, setbacksIn } from '../../../nodes/CustomerData/paging/continuation';
import { Memory } from '../../../nodes/CustomerData/paging/memory';
import { range } from '../../support/range.mts';

type Names = Array<number | string>;

const recordsOf = (names: Names) => names.map((name) => ({ name: String(name) }));

/** Which records of a page come next, after those named 0 to 99 were read; pages have 50 places. */
function next(
	names: Names,
	back: number,
	{ isStable = true, gaps = 0, count = 100, size = 50 } = {},
) {
	const memory = new Memory();
	const read = { offset: 0, records: recordsOf(range(0, count)), next: count + gaps };
	memory.take({ page: read, kept: 0, fresh: range(0, count) });
	const records = recordsOf(names);
	const page = { offset: count - back, records, next: undefined };
	const overlap = memory.overlapWith(records, OVERLAP, back, gaps);
	const found = nextIn(page, memory, { back, size, overlap, gaps, isStable });
	return found && { kept: found.kept, fresh: found.fresh };
}

/** Neighbors that changed places, in pairs. */
const swapped = (start: number, end: number) =>
	range(start / 2, end / 2).flatMap((half) => [2 * half + 1, 2 * half]);

const SWAPPING = { isStable: false };

describe('a page continues what was read', () => {
	it.each<[string, Names, number, number, number[], typeof SWAPPING?]>([
		['if it begins with the last records', [98, 99, 'A', 'B'], 2, 100, [2, 3]],
		['if it begins with more of them', [96, 97, 98, 99, 'A'], 4, 100, [4]],
		['if one before it was removed', [97, 98, 99, 'A'], 4, 100, [3]],
		['if it holds as many as it starts before the end', [...swapped(90, 100), 'A'], 10, 100, [10]],
		['in any order', [...swapped(90, 98), 99, 'A', 98, 'B'], 10, 100, [9, 11], SWAPPING],
		['with one from before it', [89, ...range(91, 100), 'A'], 10, 100, [10]],
		['with a new one among the last', [90, 'A', ...range(91, 100)], 10, 100, [1]],
		['if a third are the last ones', [...range(85, 91), 97, 98, 99, 'A'], 9, 100, [9]],
		['after ten in a row', [...range(80, 90), 'A', 'B'], 20, 90, [10, 11]],
		['after ten, without what was moved there', [...range(80, 90), 60, 'A'], 20, 90, [10, 11]],
		['after ten, one of which was moved', ['A', 89, 'B', ...range(80, 89), 'C'], 20, 90, [12]],
		['after ten, not after the first of them', [80, 'A', ...range(81, 90), 'B'], 20, 90, [11]],
		['after the last ten of a longer row', [75, 76, 'A', ...range(77, 90), 'B'], 25, 90, [16]],
		['after the last ten in a row', [...range(60, 71), 'A', ...range(75, 86), 'B'], 40, 86, [23]],
	])('%s', (_, page, back, kept, fresh, options) => {
		expect(next(page, back, options)).toEqual({ kept, fresh });
	});

	it.each<[string, Names, number, Parameters<typeof next>[2]?]>([
		['an older record stands beside the last ones', [98, 99, 50, 'A'], 2],
		['a single record overlaps', [99, 'A', 'B'], 1],
		['the last two do, where neighbors change places', [98, 99, 'A'], 2, SWAPPING],
		['too few do, where neighbors change places', [...range(91, 100), 'A'], 10, SWAPPING],
		['an edited record makes up for one too many', [89, 'edited', ...range(91, 100), 'A'], 10],
		['it holds too few of the last ones', [...range(80, 87), ...range(97, 100), 'A'], 10],
		['it holds hardly one of the last ones', [...range(80, 89), 99, 'A'], 10],
		['it holds as many, but not the last ones', [...range(80, 88), 'A'], 8],
		['a row stands after later ones, as equal records do', [97, 98, 99, ...range(50, 70), 'A'], 2],
		[
			'it may leave out as many as are known too many',
			[89, ...range(91, 100), 'A'],
			10,
			{ gaps: 1 },
		],
		['the row is too short', [...range(80, 89), 'A', 'B'], 20],
		['a row is all there is, where neighbors change places', [...range(70, 90), 'A'], 30, SWAPPING],
		['the front was edited', ['edited', ...range(1, 5)], 5, { count: 5 }],
	])('unless %s', (_, page, back, options) => {
		expect(next(page, back, options)).toBeUndefined();
	});
});

it('takes nothing of a page where equal records leave open with how many of the last ones it begins', () => {
	const memory = new Memory();
	const read = { offset: 0, records: recordsOf(range(0, 100)), next: 100 };
	memory.take({ page: read, kept: 0, fresh: range(0, 100) });
	const where = { back: 30, size: 50, gaps: 0, isStable: true };
	const records = recordsOf([...range(70, 90), 'A']);
	const page = { offset: 70, records, next: undefined };
	expect(nextIn(page, memory, { ...where, overlap: 0 })).toBeDefined();
	expect(nextIn(page, memory, { ...where, overlap: undefined })).toBeUndefined();
});

it('takes three records in a row on short pages, or two where the service leaves places empty', () => {
	expect(next([95, 96, 97, 'A'], 5, { size: 5 })).toEqual({ kept: 98, fresh: [3] });
	expect(next([95, 96, 'A'], 5, { size: 5 })).toBeUndefined();
	expect(next([95, 96, 'A'], 5, { size: 5, gaps: 1 })).toEqual({ kept: 97, fresh: [2] });
});

it('takes steps back of up to 20 of 50 places for neighbors that changed places', () => {
	expect(setbacksIn([30, 10], 50)).toEqual([20]);
	expect(setbacksIn([31, 10, undefined, 9, 12, 12], 50)).toEqual([1]);
});
