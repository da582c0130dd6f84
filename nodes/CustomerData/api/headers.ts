import type { Connection } from './connection';

/** The most records that the service puts on a page (specification, section 8). */
export const MAX_PAGE_SIZE = 50;

/** Headers that name the caller and the company (specification, section 4.1). */
export function identityHeaders({ apiKey, companyId }: Connection) {
	return { 'x-api-key': apiKey, 'x-company-id': companyId };
}

/** Headers that name the page; both are wanted on every GET (specification, section 4.5 rule 1). */
export function pageHeaders(offset: number, limit: number) {
	return { 'x-page-offset': String(offset), 'x-page-limit': String(limit) };
}
