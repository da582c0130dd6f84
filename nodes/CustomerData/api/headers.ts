import type { Connection } from './connection';

/** Sent with every request. Some caches heed the second (RFC 9111, section 5.2.1.4). */
export const COMMON_HEADERS = { accept: 'application/json', 'cache-control': 'no-cache' };

/** The headers that tell pages apart (specification, section 4.1). A cache has to tell them apart by all of these. */
export const PAGE_HEADERS = {
	companyId: 'x-company-id',
	offset: 'x-page-offset',
	limit: 'x-page-limit',
} as const;

/** The headers in which a page names the next one (specification, section 4.5 rule 5). */
export const NEXT_HEADERS = { more: 'x-page-more', offset: 'x-page-next' } as const;

export function identityHeaders({ apiKey, companyId }: Connection) {
	return { 'x-api-key': apiKey, [PAGE_HEADERS.companyId]: companyId };
}

/** The headers that ask for a part of a list. Every GET needs both (specification, section 4.5 rule 1). */
export function pageHeaders(offset: number, limit: number) {
	return { [PAGE_HEADERS.offset]: String(offset), [PAGE_HEADERS.limit]: String(limit) };
}
