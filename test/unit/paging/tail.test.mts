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

it('finds the place behind the longest run of records that it knows', () => {
	const page = [...records(20, 22), { id: 'new' }, ...records(90, 93), { id: 'newer' }];
	expect(tailOf(100).findIn(page)).toEqual({ kept: 93, from: 6 });
});

it('does not trust a single record', () => {
	expect(tailOf(100).findIn([{ id: 5 }, { id: 'new' }, { id: 9 }])).toBeUndefined();
});

it('does not take records that it does not know for a run', () => {
	expect(tailOf(100).findIn([{ id: 'new' }, { id: 0 }, { id: 'newer' }])).toBeUndefined();
});

it.each([500, 1_000, 1_050, 1_500, 10_000])(
	'knows the last 500 of %d records at least',
	(count) => {
		const tail = tailOf(count);
		expect(tail.findIn(records(count - 500, count - 498))).toEqual({ kept: count - 498, from: 2 });
		expect(tail.overlapsWith(records(count - 2, count), 50)).toEqual([2]);
	},
);

it('forgets older ones, however long the list is', () => {
	expect(tailOf(10_000).findIn(records(8_900, 9_000))).toBeUndefined();
});
