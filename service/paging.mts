import type { IncomingHttpHeaders } from 'node:http';

import { answerOf, success, type Answer } from './answer.mts';
import type { RecordList } from './recordList.mts';

export const MAXIMUM_LIMIT = 50;

export interface Paging {
	offset: number;
	limit: number;
}

/** What the request asks for, as far as it is a number at all. */
export function requestedPaging(headers: IncomingHttpHeaders): Partial<Paging> {
	return {
		offset: wholeNumber(headers['x-page-offset']),
		limit: wholeNumber(headers['x-page-limit']),
	};
}

/**
 * The paging of a request, or the sentence that says what is wrong with it. That a limit above 50 is
 * refused, rather than taken for 50, is not shown: this is the stricter choice.
 */
export function readPaging(headers: IncomingHttpHeaders): Paging | string {
	if (headers['x-page-offset'] === undefined) return 'The header x-page-offset is missing.';
	if (headers['x-page-limit'] === undefined) return 'The header x-page-limit is missing.';
	const { offset, limit } = requestedPaging(headers);
	if (offset === undefined) return 'The header x-page-offset must be a whole number from 0.';
	if (limit === undefined || limit < 1 || limit > MAXIMUM_LIMIT) {
		return `The header x-page-limit must be a whole number from 1 to ${MAXIMUM_LIMIT}.`;
	}
	return { offset, limit };
}

/** The page, and where the next one starts: further on by the limit (section 4.5, rule 4). */
export function pageOf(list: RecordList, { offset, limit }: Paging, advance = limit): Answer {
	const next = offset + advance;
	return answerOf(200, success(list.page(offset, limit)), next < list.length ? more(next) : END);
}

/** What x-page-next says on the last page is not shown: it is left out, so that nobody leans on it. */
const END: Answer['headers'] = { 'x-page-more': 'false' };

export function more(next: number): Answer['headers'] {
	return { 'x-page-more': 'true', 'x-page-next': String(next) };
}

function wholeNumber(text: string | string[] | undefined): number | undefined {
	if (typeof text !== 'string' || !/^\d+$/.test(text)) return undefined;
	const number = Number(text);
	return Number.isSafeInteger(number) ? number : undefined;
}
