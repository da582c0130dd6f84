import type { IncomingHttpHeaders } from 'node:http';

import { answerOf, success, type Answer } from './answer.mts';
import type { RecordList } from './recordList.mts';

const MAXIMUM_LIMIT = 50;

export interface Paging {
	offset: number;
	limit: number;
}

/** The paging headers of a request, as far as they are whole numbers. */
export function requestedPaging(headers: IncomingHttpHeaders): Partial<Paging> {
	return {
		offset: wholeNumber(headers['x-page-offset']),
		limit: wholeNumber(headers['x-page-limit']),
	};
}

/**
 * The paging of a request, or the message that refuses it. The specification does not say whether a
 * limit above 50 is refused or read as 50; refusing is stricter.
 */
export function readPaging(headers: IncomingHttpHeaders): Paging | string {
	if (headers['x-page-offset'] === undefined) return 'The header x-page-offset is missing.';
	if (headers['x-page-limit'] === undefined) return 'The header x-page-limit is missing.';
	const { offset, limit } = requestedPaging(headers);
	if (offset === undefined) return 'The header x-page-offset must be a whole number of 0 or more.';
	if (limit === undefined || limit < 1 || limit > MAXIMUM_LIMIT) {
		return `The header x-page-limit must be a whole number from 1 to ${MAXIMUM_LIMIT}.`;
	}
	return { offset, limit };
}

/** The page at the offset; the next one starts at offset + limit (section 4.5, rule 4). */
export function pageOf(list: RecordList, { offset, limit }: Paging, advance = limit): Answer {
	const next = offset + advance;
	return answerOf(200, success(list.page(offset, limit)), next < list.length ? more(next) : END);
}

/** The specification does not show x-page-next on the last page. Without it, no client can rely on it. */
const END: Answer['headers'] = { 'x-page-more': 'false' };

export function more(next: number): Answer['headers'] {
	return { 'x-page-more': 'true', 'x-page-next': String(next) };
}

function wholeNumber(text: string | string[] | undefined): number | undefined {
	if (typeof text !== 'string' || !/^\d+$/.test(text)) return undefined;
	const number = Number(text);
	return Number.isSafeInteger(number) ? number : undefined;
}
