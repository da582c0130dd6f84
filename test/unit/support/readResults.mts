import type { ReadResult } from '../../../nodes/CustomerData/read/readList';
import { listRequest } from './requests.mts';

/** A read of one record, all there is. */
export const READ: ReadResult = {
	request: listRequest,
	records: [{ Code: 'C1' }],
	read: 1,
	isCut: false,
	retries: 0,
	moved: false,
};

export const LIMITED = { ...listRequest, returnAll: false };
export const SEARCHING = { ...listRequest, options: { ...listRequest.options, search: 'words' } };
export const LATER = { ...listRequest, options: { ...listRequest.options, offset: 100 } };

/** Reads that bring about every kind of hint. */
export const ONE_OF_EACH_HINT: ReadResult[] = [
	{ ...READ, request: LIMITED, isCut: true },
	{ ...READ, isCut: true },
	{ ...READ, request: SEARCHING, isCut: true },
	{ ...READ, request: { ...SEARCHING, returnAll: false }, isCut: true },
	{ ...READ, request: SEARCHING, records: [], read: 120 },
	{ ...READ, request: LATER, records: [], read: 0 },
	{ ...READ, retries: 2, moved: true },
];
