import type { ServerResponse } from 'node:http';
import type { RecordList } from './recordList.mts';

export interface PageRequest {
	operation: string;
	/** Ping has none. */
	list: RecordList | undefined;
	offset: number;
	limit: number;
}

export interface Answer {
	status: number;
	headers: Record<string, string>;
	/** Text is sent as it is, anything else as JSON. */
	body: unknown;
	/** Sends it in another way than whole. */
	send?: (response: ServerResponse, answer: Answer) => void | Promise<void>;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Specification, section 2.1. */
export function success(payload: unknown[]) {
	return { IsSuccess: true, ErrorMessages: [], Payload: payload };
}

/** The specification shows no body of a failure; it suggests an envelope with a message (section 7). */
export function failure(status: number, message: string): Answer {
	const body = { IsSuccess: false, ErrorMessages: [message], Payload: [] };
	return { status, headers: { 'content-type': JSON_TYPE }, body };
}

/**
 * The page at the offset; the next one starts at offset + limit (section 4.5, rule 4). The
 * specification shows neither the form of Ping's body (section 4.2) nor x-page-next on the last page.
 */
export function answerTo({ list, offset, limit }: PageRequest): Answer {
	if (!list) return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'Pong' };
	const next = offset + limit;
	const paging = next < list.length ? promiseOf(next) : { 'x-page-more': 'false' };
	const body = success(list.page(offset, limit));
	return { status: 200, headers: { 'content-type': JSON_TYPE, ...paging }, body };
}

export function promiseOf(next: number) {
	return { 'x-page-more': 'true', 'x-page-next': String(next) };
}
