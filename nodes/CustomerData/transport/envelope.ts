import type { Connection } from './connection';

/** The path that tests a key (specification, section 4.2). */
export const PING = 'Ping';

/** The most records that the service puts on a page (specification, section 8). */
export const MAX_PAGE_SIZE = 50;

/** The fields of every JSON answer (specification, section 2.1). */
export const FIELDS = { success: 'IsSuccess', messages: 'ErrorMessages', payload: 'Payload' };

/** The headers of an answer, as Node spells them (specification, section 4.5 rule 5; RFC 9110). */
export const ANSWER_HEADERS = {
	more: 'x-page-more',
	next: 'x-page-next',
	location: 'location',
	retryAfter: 'retry-after',
	contentType: 'content-type',
};

/** Headers that name the caller and the company (specification, section 4.1). */
export function identityHeaders({ apiKey, companyId }: Connection) {
	return { 'x-api-key': apiKey, 'x-company-id': companyId };
}

/** Headers that name the page; every GET needs both (specification, section 4.5 rule 1). */
export function pageHeaders(offset: number, limit: number) {
	return { 'x-page-offset': String(offset), 'x-page-limit': String(limit) };
}
