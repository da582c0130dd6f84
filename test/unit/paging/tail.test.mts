import { expect, it } from 'vitest';

import { Tail } from '../../../nodes/CustomerData/paging/tail';
import { range } from '../support/range.mts';

function tailOf(...texts: string[]): Tail {
	const tail = new Tail();
	tail.append(0, texts);
	return tail;
}

it('counts records that equal an earlier one, until they are dropped', () => {
	const tail = tailOf('A', 'B', 'A', 'B', 'C');
	expect([tail.count, tail.repeats]).toEqual([5, 2]);
	tail.append(3, ['D']);
	expect([tail.count, tail.repeats]).toEqual([4, 1]);
	tail.append(4, ['D']);
	expect([tail.count, tail.repeats]).toEqual([5, 2]);
});

it('knows the latest place of a record, and gives it to one of equal records alone', () => {
	expect(tailOf('A', 'B', 'A').placesIn(['A', 'A', 'C', 'C', 'B'])).toEqual([
		2,
		undefined,
		undefined,
		undefined,
		1,
	]);
});

it('counts the records of a page that it knows, whatever the order of their fields', () => {
	const tail = new Tail();
	const page = [
		{ Code: 'A', Name: 'Anna' },
		{ Code: 'B', Name: 'Bert' },
	];
	tail.append(0, tail.textsOf(page));
	const other = [
		{ Name: 'Bert', Code: 'B' },
		{ Name: 'Carl', Code: 'C' },
	];
	expect([tail.knownIn(page), tail.knownIn(other), tail.knownIn([])]).toEqual([2, 1, 0]);
});

it('forgets dropped records, and those that lie further back than a thousand', () => {
	const tail = tailOf(...range(0, 1_001).map(String));
	tail.append(1_001, ['new']);
	expect(tail.placesIn(['0', '500', '501', '1000', 'new'])).toEqual([
		undefined,
		undefined,
		501,
		1_000,
		1_001,
	]);
	tail.append(1_000, ['other']);
	expect(tail.placesIn(['1000', 'new', '999', 'other'])).toEqual([
		undefined,
		undefined,
		999,
		1_000,
	]);
});

it('tells with how many of the last records a page begins', () => {
	const tail = tailOf('A', 'B', 'A', 'B', 'A', 'B');
	expect(tail.overlapsWith(['A', 'B', 'A', 'B', 'C'], 4)).toEqual([2, 4]);
	expect(tail.overlapsWith(['A', 'B', 'A', 'B', 'C'], 3)).toEqual([2]);
	expect(tail.overlapsWith(['B', 'A'], 4)).toEqual([]);
});
