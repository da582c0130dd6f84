import { expect, it } from 'vitest';

import { hintsFor } from '../../../nodes/CustomerData/read/hints';
import type { ReadResult } from '../../../nodes/CustomerData/read/readRecords';
import { LATER, READ, SEARCHING } from '../support/readResults.mts';

const result = (changes: Partial<ReadResult>): ReadResult => ({ ...READ, ...changes });
const messages = (...results: ReadResult[]) => hintsFor(results).map(({ message }) => message);

it('stands below the output, as information', () => {
	expect(hintsFor([result({ retries: 1 })])).toEqual([
		{ message: '1 request was retried.', location: 'outputPane', type: 'info' },
	]);
});

it('says nothing when everything was read without a retry', () => {
	expect(messages()).toEqual([]);
	expect(messages(result({}), result({}), result({ request: SEARCHING }))).toEqual([]);
});

it('says once how many records were returned when lists may have more', () => {
	const more =
		"and there may be more. To get all of them, turn on 'Return All', and raise or remove 'Max Records'.";
	const cut = result({ isCut: true });
	expect(messages(cut, result({}))).toEqual([`1 record was returned, ${more}`]);
	expect(messages(cut, result({}), cut)).toEqual([`2 records were returned, ${more}`]);
});

it('says how many records were read when searches found nothing', () => {
	const inVain = result({ request: SEARCHING, records: [], read: 120 });
	expect(messages(inVain, inVain, result({ request: SEARCHING }))).toEqual([
		"240 records were read, and none contains all the words in 'Search'.",
	]);
});

it('says nothing of a search in an empty list', () => {
	expect(messages(result({ request: SEARCHING, records: [], read: 0 }))).toEqual([]);
});

it('says when the list ends before the offset, and not when it is empty', () => {
	const nothing = { records: [], read: 0 };
	expect(messages(result(nothing))).toEqual([]);
	expect(messages(result({ request: LATER }))).toEqual([]);
	expect(messages(result({ ...nothing, request: LATER }))).toEqual([
		"The list ends before 'Offset'. To get records, lower 'Offset' under 'Options'.",
	]);
});

it('names once each field that reads of a part did not find', () => {
	expect(messages(result({ missing: ['Fax', 'Web'] }), result({ missing: ['Fax'] }))).toEqual([
		"None of the records that were read has a field named 'Fax' or 'Web'.",
	]);
});

it('says how many requests were retried', () => {
	expect(messages(result({ retries: 2 }), result({ retries: 1 }))).toEqual([
		'3 requests were retried.',
	]);
});

it('says once that changes cannot be noticed', () => {
	const plain = result({ isPlain: true });
	expect(messages(plain, result({}), plain)).toEqual([
		'The pages of this service cannot overlap, so changes made during the read cannot be noticed.',
	]);
});
