import { expect, it } from 'vitest';

import { hintsFor } from '../../nodes/CustomerData/action/hints';
import type { ReadResult } from '../../nodes/CustomerData/readRecords';

const result = (changes: Partial<ReadResult>): ReadResult => ({
	records: [{ Code: 'C1' }],
	more: false,
	retries: 0,
	...changes,
});
const messages = (...results: ReadResult[]) => hintsFor(results).map(({ message }) => message);

it('says nothing when everything was read at the first try', () => {
	expect(messages(result({}), result({}))).toEqual([]);
});

it('says once that the service has more, with all that was read of the lists cut short', () => {
	expect(messages(result({ more: true }), result({}), result({ more: true }))).toEqual([
		'2 records were read, and the service has more. Turn on Return All to read all of them.',
	]);
});

it('says that pages had to be asked for again', () => {
	expect(messages(result({ retries: 1 }))).toEqual([
		'The service had to be asked again once. All records were read.',
	]);
	expect(messages(result({ retries: 2 }), result({ retries: 1 }))).toEqual([
		'The service had to be asked again 3 times. All records were read.',
	]);
});
