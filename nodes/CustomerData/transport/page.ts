import { isObject } from '../guards';
import type { Answer, DataRecord } from '../paging/answer';
import type { Failure } from '../paging/failure';
import { ANSWER_HEADERS, FIELDS, pageHeaders } from './envelope';
import { redactFailure, redactRecords } from './redact';
import { readRetryAfter } from './retryAfter';
import { isRedirect, OK } from './statuses';
import { send, type Service, type ServiceResponse } from './transport';

interface PageRequest {
	operationName: string;
	offset: number;
	limit: number;
	/** Milliseconds until the last byte of the page. */
	timeout: number;
}

type Range = Pick<PageRequest, 'offset' | 'limit'>;

/** Requests a page once. Never throws; a failure holds neither the key nor the company ID. */
export async function requestPage(
	service: Service,
	request: PageRequest,
	signal: AbortSignal,
): Promise<Answer> {
	const { operationName: path, offset, limit, timeout } = request;
	const headers = pageHeaders(offset, limit);
	const sent = await send(service, { method: 'GET', path, headers, timeout }, signal);
	const answer = 'failure' in sent ? sent : believe(sent, service, request);
	if (!('failure' in answer)) return answer;
	return { failure: redactFailure(answer.failure, service.connection) };
}

function believe(response: ServiceResponse, { connection }: Service, range: Range): Answer {
	try {
		const read = readPage(response, range);
		if ('failure' in read) return read;
		const records = redactRecords(read.page.records, response.body, connection);
		return { page: { ...read.page, records } };
	} catch {
		// Thousands of lists in one another are too much for the stack.
		return { failure: { kind: 'notAPage', found: 'records that are nested too deeply' } };
	}
}

/**
 * Believes a page only when it is whole: status 200, a JSON envelope with `IsSuccess: true`,
 * a `Payload` of objects, no more of them than asked for, and a next page that lies ahead.
 * Everything else is a failure that says what came instead (specification, sections 2.1 and 4.5).
 */
export function readPage(response: ServiceResponse, range: Range): Answer {
	const { statusCode: status } = response;
	if (isRedirect(status)) {
		return { failure: { kind: 'redirect', status, location: header(response, 'location') } };
	}
	const envelope = parseJson(response.body);
	if (status !== OK) {
		const retryAfter = readRetryAfter(header(response, 'retryAfter'), Date.now());
		return { failure: { kind: 'status', status, messages: messagesOf(envelope), retryAfter } };
	}
	if (envelope === undefined) return notAPage(describeText(response.body));
	if (!isObject(envelope)) return notAPage(`JSON that is ${describeJson(envelope)}`);
	if (envelope[FIELDS.success] === false) {
		return { failure: { kind: 'refused', messages: messagesOf(envelope) } };
	}
	if (envelope[FIELDS.success] !== true) return notAPage(`JSON without "${FIELDS.success}": true`);
	return readPayload(envelope[FIELDS.payload], response, range);
}

function readPayload(payload: unknown, response: ServiceResponse, range: Range): Answer {
	const found = (what: string) => notAPage(`a "${FIELDS.payload}" that ${what}`);
	if (!Array.isArray(payload)) return found(`is ${describeJson(payload)}`);
	const odd: unknown = payload.find((entry) => !isObject(entry));
	if (odd !== undefined) return found(`contains ${describeJson(odd)}`);
	const records: DataRecord[] = payload;
	if (records.length > range.limit) {
		return notAPage(`${records.length} records where at most ${range.limit} were requested`);
	}
	if (header(response, 'more')?.toLowerCase() !== 'true') {
		return { page: { records, next: undefined } };
	}
	return readNext(records, header(response, 'next'), range);
}

/** The next page has to start behind the last record, and no later than the range ends. */
function readNext(records: DataRecord[], text: string | undefined, range: Range): Answer {
	const { more, next: name } = ANSWER_HEADERS;
	if (records.length === 0) return notAPage(`an empty page with ${more}: true`);
	if (text === undefined) return notAPage(`${more}: true without ${name}`);
	const next = /^\d+$/.test(text) ? Number(text) : NaN;
	const first = range.offset + records.length;
	const last = range.offset + range.limit;
	if (next >= first && next <= last) return { page: { records, next } };
	const expected = first === last ? first : `${first} to ${last}`;
	return notAPage(`${name}: ${text} where ${expected} was expected`);
}

function notAPage(found: string): { failure: Failure } {
	return { failure: { kind: 'notAPage', found } };
}

function header({ headers }: ServiceResponse, name: keyof typeof ANSWER_HEADERS) {
	const value = headers[ANSWER_HEADERS[name]];
	return typeof value === 'string' ? value : undefined;
}

/** `undefined` when the text is not JSON. */
function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function messagesOf(envelope: unknown): string[] {
	const messages = isObject(envelope) ? envelope[FIELDS.messages] : undefined;
	if (!Array.isArray(messages)) return [];
	return messages.filter((message) => typeof message === 'string');
}

function describeText(text: string): string {
	const start = text.trimStart();
	if (start === '') return 'an empty response';
	if (start.startsWith('<')) return 'a web page';
	return 'text that is not JSON';
}

function describeJson(value: unknown): string {
	if (value === undefined) return 'missing';
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
