import { expect, it } from 'vitest';

import { hintsFor } from '../../../nodes/CustomerData/read/hints';
import type { ReadResult } from '../../../nodes/CustomerData/read/readList';
import { LATER, LIMITED, READ, SEARCHING } from '../support/readResults.mts';

const result = (changes: Partial<ReadResult>): ReadResult => ({ ...READ, ...changes });
const messages = (...results: ReadResult[]) => hintsFor(results).map(({ message }) => message);

it('stands below the output, as information', () => {
	expect(hintsFor([result({ retries: 1 })])).toEqual([
		{ message: '1 request was retried.', location: 'outputPane', type: 'info' },
	]);
});

it('says nothing when everything was read without a retry', () => {
	expect(messages(result({}), result({}))).toEqual([]);
});

it('says once how many records were returned when lists have more', () => {
	const cut = result({ request: LIMITED, isCut: true });
	expect(messages(cut, result({}), cut)).toEqual([
		"2 records were returned, but the service has more. 'Limit' goes up to 50; turn on 'Return All' to get all of them.",
	]);
});

it('says so apart for lists that Max Records cut, and for searches', () => {
	const search = { ...SEARCHING, returnAll: false };
	expect(
		messages(
			result({ isCut: true }),
			result({ request: LIMITED, isCut: true }),
			result({ request: search, isCut: true }),
			result({ request: SEARCHING, isCut: true }),
		),
	).toEqual([
		"1 record was returned, but the service has more. 'Limit' goes up to 50; turn on 'Return All' to get all of them.",
		"1 record was found, and there may be more. 'Limit' goes up to 50; turn on 'Return All' to find all of them.",
		"1 record was returned, but the service has more. Raise 'Max Records' or remove it to get all of them.",
		"1 record was found, and there may be more. Raise 'Max Records' or remove it to find all of them.",
	]);
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
	expect(messages(result({ ...nothing, request: LATER }))).toEqual([
		"The list ends before 'Offset'. To get records, lower 'Offset' under 'Options'.",
	]);
});

it('says how many requests were retried', () => {
	expect(messages(result({ retries: 1 }))).toEqual(['1 request was retried.']);
	expect(messages(result({ retries: 2 }), result({ retries: 1 }))).toEqual([
		'3 requests were retried.',
	]);
});

it('tells how to get Consistent Read where Return All is off', () => {
	expect(messages(result({ moved: true, request: { ...SEARCHING, returnAll: false } }))).toEqual([
		"The list changed while it was read, so records can be missing or come twice. To prevent this, turn on 'Return All', add 'Consistent Read' under 'Options' and turn it on.",
	]);
});

it('warns once when lists changed while they were read', () => {
	expect(hintsFor([result({ moved: true }), result({ moved: true })])).toEqual([
		{
			message:
				"The list changed while it was read, so records can be missing or come twice. To prevent this, add 'Consistent Read' under 'Options' and turn it on.",
			location: 'outputPane',
			type: 'warning',
		},
	]);
});
