import { isObject } from '../guards';
import { type Failure, failure } from './failures';
import { withoutKey } from './redact';
import { type Client, send, type ServiceResponse } from './request';
import { describeText, header, readBody, refusalIn } from './response';

/** One record of the service, as it was sent: any JSON object. */
export type DataRecord = { [field: string]: JsonValue };

export type JsonValue = string | number | boolean | null | JsonValue[] | DataRecord;

/** A page that was believed: its records, and the offset of the next page, if there is one. */
export interface Page {
	records: DataRecord[];
	next: number | undefined;
	/** Whether a full page said nothing about more, so that only the next one can tell. */
	isUnsaid?: boolean;
}

export type PageOrFailure = { page: Page } | { failure: Failure };

/** The most records that the service puts on a page (specification, section 8). */
export const MAX_PAGE_SIZE = 50;

interface PageRequest {
	operationName: string;
	offset: number;
	limit: number;
}

/** Headers that name the page; every GET needs both (specification, section 4.5 rule 1). */
export function pageHeaders(offset: number, limit: number) {
	return { 'x-page-offset': String(offset), 'x-page-limit': String(limit) };
}

/**
 * Requests a page once. Never throws; a failure does not hold the key.
 *
 * @param timeout milliseconds until the last byte of the page
 */
export async function requestPage(
	client: Client,
	{ timeout, ...asked }: PageRequest & { timeout: number },
	signal: AbortSignal,
): Promise<PageOrFailure> {
	const headers = pageHeaders(asked.offset, asked.limit);
	const sent = await send(client, { path: asked.operationName, headers, timeout }, signal);
	const answer = 'failure' in sent ? sent : readPage(sent, asked);
	if (!('failure' in answer)) return answer;
	return { failure: withoutKey(answer.failure, client.connection.apiKey) };
}

/**
 * Believes a page only when it is whole: status 200, a JSON envelope with `IsSuccess: true` and no
 * messages, a `Payload` of objects, no more of them than asked for, and a next page that lies ahead.
 * Everything else is a failure that says what came instead (specification, sections 2.1 and 4.5).
 */
export function readPage(response: ServiceResponse, asked: PageRequest): PageOrFailure {
	const body = readBody(response, asked.operationName);
	if ('failure' in body) return body;
	const { text, json } = body;
	if (json === undefined) return { failure: failure('notJson', { fill: describeText(text) }) };
	const envelope = isObject(json) ? json : {};
	const refusal = refusalIn(envelope);
	if (refusal) return { failure: refusal };
	const { IsSuccess: success, Payload: payload } = envelope;
	if (success !== true) return notAPage('JSON without "IsSuccess": true');
	if (!Array.isArray(payload) || payload.some((entry) => !isObject(entry))) {
		return notAPage('a "Payload" that is not a list of records');
	}
	if (payload.length > asked.limit) {
		return notAPage(`${payload.length} records where at most ${asked.limit} were requested`);
	}
	return readNext(payload, response, asked);
}

/** The next page has to start behind the last record, and no later than the range ends. */
function readNext(
	records: DataRecord[],
	response: ServiceResponse,
	{ offset, limit }: PageRequest,
): PageOrFailure {
	const more = header(response, 'x-page-more') ?? '';
	const flags = more.split(',').map((flag) => flag.trim().toLowerCase() === 'true');
	if (!flags.includes(true)) return { page: { records, next: undefined } };
	if (flags.includes(false)) {
		return notAPage('an x-page-more that contradicts itself', `x-page-more: ${more}`);
	}
	if (records.length === 0) return notAPage('an empty page with x-page-more: true');
	const text = header(response, 'x-page-next') ?? 'missing';
	const next = /^\d+$/.test(text) ? Number(text) : NaN;
	const [first, last] = [offset + records.length, offset + limit];
	const isAhead = Number.isSafeInteger(next) && next >= first && next <= last;
	if (isAhead) return { page: { records, next } };
	const expected = first === last ? first : `${first} to ${last}`;
	return notAPage(`an x-page-next other than ${expected}`, `x-page-next: ${text}`);
}

function notAPage(fill: string, text = ''): { failure: Failure } {
	return { failure: failure('notAPage', { fill, quote: { by: 'The service says', text } }) };
}
