import { expect, it } from 'vitest';

import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import { Tail } from '../../../nodes/CustomerData/paging/tail';

const records = (from: number, to: number): DataRecord[] =>
	Array.from({ length: to - from }, (_, index) => ({ id: from + index }));

function tailOf(count: number): Tail {
	const tail = new Tail();
	for (let from = 0; from < count; from += 50) tail.append(from, records(from, from + 50));
	return tail;
}

const NEW = { id: 'new' };

it.each<[string, DataRecord[], ReturnType<Tail['findIn']>]>([
	[
		'finds the longest run',
		[...records(20, 22), NEW, ...records(90, 93), NEW],
		{ kept: 93, from: 6 },
	],
	['does not trust a single record', [{ id: 5 }, NEW, { id: 9 }], undefined],
	['does not take an unknown record for a part of a run', [NEW, { id: 0 }, NEW], undefined],
])('a tail %s', (_, page, found) => {
	expect(tailOf(100).findIn(page)).toEqual(found);
});

it.each([500, 1_000, 1_050, 1_500, 10_000])('knows the last 500 of %d records', (count) => {
	const tail = tailOf(count);
	expect(tail.findIn(records(count - 500, count - 498))).toEqual({ kept: count - 498, from: 2 });
	expect(tail.overlapsWith(records(count - 2, count), 50)).toEqual([2]);
});
