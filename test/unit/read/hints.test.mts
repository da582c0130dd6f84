import { expect, it } from 'vitest';

import { hintsFor } from '../../../nodes/CustomerData/read/hints';
import type { ReadResult } from '../../../nodes/CustomerData/read/readList';

const result = (changes: Partial<ReadResult>): ReadResult => ({
	records: [{ Code: 'C1' }],
	cutBy: undefined,
	retries: 0,
	moved: false,
	...changes,
});
const messages = (...results: ReadResult[]) => hintsFor(results).map(({ message }) => message);

it('says nothing when everything was read without a retry', () => {
	expect(messages(result({}), result({}))).toEqual([]);
});

it('says once how many records were returned when lists have more', () => {
	const cut = result({ cutBy: 'limit' });
	expect(messages(cut, result({}), cut)).toEqual([
		"2 records were returned, but the service has more. Turn on 'Return All' to get all of them.",
	]);
});

it('says so apart for lists that Max Records cut', () => {
	expect(messages(result({ cutBy: 'maxRecords' }), result({ cutBy: 'limit' }))).toEqual([
		"1 record was returned, but the service has more. Turn on 'Return All' to get all of them.",
		"1 record was returned, but the service has more. Raise 'Max Records' or remove it to get all of them.",
	]);
});

it('says how many requests were retried', () => {
	expect(messages(result({ retries: 1 }))).toEqual(['1 request was retried.']);
	expect(messages(result({ retries: 2 }), result({ retries: 1 }))).toEqual([
		'3 requests were retried.',
	]);
});

it('speaks of one record in the singular, below the output', () => {
	expect(hintsFor([result({ cutBy: 'limit' })])).toEqual([
		{
			message:
				"1 record was returned, but the service has more. Turn on 'Return All' to get all of them.",
			location: 'outputPane',
			type: 'info',
		},
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
