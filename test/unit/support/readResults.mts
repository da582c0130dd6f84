import type { ReadResult } from '../../../nodes/CustomerData/read/readRecords';
import { listRequest } from './requests.mts';

/** A read of one record, all there is. */
export const READ: ReadResult = {
	request: listRequest,
	records: [{ Code: 'C1' }],
	read: 1,
	isCut: false,
	missing: [],
	requests: 1,
	retries: 0,
	isPlain: false,
	since: 0,
};

export const SEARCHING = { ...listRequest, options: { ...listRequest.options, search: 'words' } };
export const LATER = { ...listRequest, options: { ...listRequest.options, offset: 100 } };

/** Reads that bring about every kind of hint. */
export const ONE_OF_EACH_HINT: ReadResult[] = [
	{ ...READ, isCut: true, missing: ['Fax'], retries: 2, isPlain: true },
	{ ...READ, request: SEARCHING, records: [], read: 120 },
	{ ...READ, request: LATER, records: [], read: 0 },
];
