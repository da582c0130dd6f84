import type { ServerResponse } from 'node:http';

import type { RecordList } from './recordList.mts';

export interface PageRequest {
	operation: string;
	/** Ping has none. */
	list?: RecordList;
	offset: number;
	limit: number;
}

export interface Answer {
	status: number;
	/** A list of values is sent as that many headers. */
	headers: Record<string, string | string[]>;
	/** Text is sent as it is, anything else as JSON. */
	body: unknown;
	/** How the body becomes bytes; UTF-8 when absent. */
	encoding?: BufferEncoding;
	/** Milliseconds to wait before it is sent. */
	delay?: number;
	/** Sends it in another way than whole. */
	send?: (response: ServerResponse, answer: Answer) => void;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Specification, section 2.1. */
export function success(payload: unknown[]) {
	return { IsSuccess: true, ErrorMessages: [], Payload: payload };
}

/** The specification shows no body of a failure; it suggests an envelope with a message (section 7). */
export function failure(message: string) {
	return { IsSuccess: false, ErrorMessages: [message], Payload: [] };
}

/** The page at the offset; the next one starts at offset + limit (section 4.5, rule 4). */
export function answerTo({ list, offset, limit }: PageRequest, advance = limit): Answer {
	if (!list) return PONG;
	const next = offset + advance;
	const paging = next < list.length ? promiseOf(next) : END;
	const body = success(list.page(offset, limit));
	return { status: 200, headers: { 'content-type': JSON_TYPE, ...paging }, body };
}

/** The specification does not show the form of the body (section 4.2). */
const PONG: Answer = { status: 200, headers: { 'content-type': 'text/plain' }, body: 'Pong' };

/** The specification does not show x-page-next on the last page. Without it, no client can rely on it. */
const END = { 'x-page-more': 'false' };

export function promiseOf(next: number) {
	return { 'x-page-more': 'true', 'x-page-next': String(next) };
}
