import { isObject } from '../guards';
import type { Answer, DataRecord } from '../paging/answer';
import type { Failure } from '../paging/failure';
import { ANSWER_HEADERS, FIELDS } from './envelope';
import { readRetryAfter } from './retryAfter';
import { isRedirect, OK } from './statuses';
import type { ServiceResponse } from './transport';

/** The part of a list that was asked for. */
export interface Range {
	offset: number;
	limit: number;
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
	const records: DataRecord[] = [];
	for (const entry of payload) {
		if (!isRecord(entry)) return found(`contains ${describeJson(entry)}`);
		records.push(entry);
	}
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

/** What `JSON.parse` made an object of holds JSON values alone. */
function isRecord(value: unknown): value is DataRecord {
	return isObject(value);
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
