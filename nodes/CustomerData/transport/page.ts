import { isObject } from '../guards';
import type { Answer, DataRecord } from '../paging/answer';
import type { Failure } from '../paging/failure';
import { ANSWER_HEADERS, FIELDS, pageHeaders } from './envelope';
import { parseExactly } from './json';
import { withoutKey } from './redact';
import { readRetryAfter } from './retryAfter';
import { isRedirect, OK } from './statuses';
import { charsetOf, decode } from './text';
import { send, type Service, type ServiceResponse } from './transport';

interface PageRequest {
	operationName: string;
	offset: number;
	limit: number;
	/** Milliseconds until the last byte of the page. */
	timeout: number;
}

interface Asked extends Pick<PageRequest, 'offset' | 'limit'> {
	/** Taken out of what is quoted from the response. */
	apiKey: string;
}

/** Requests a page once. Never throws; a failure does not hold the key. */
export async function requestPage(
	service: Service,
	{ operationName: path, offset, limit, timeout }: PageRequest,
	signal: AbortSignal,
): Promise<Answer> {
	const headers = pageHeaders(offset, limit);
	const sent = await send(service, { method: 'GET', path, headers, timeout }, signal);
	if ('failure' in sent) return sent;
	return readPage(sent, { offset, limit, apiKey: service.connection.apiKey });
}

/**
 * Believes a page only when it is whole: status 200, a JSON envelope with `IsSuccess: true` and no
 * messages, a `Payload` of objects, no more of them than asked for, and a next page that lies ahead.
 * Everything else is a failure that says what came instead (specification, sections 2.1 and 4.5).
 */
export function readPage(response: ServiceResponse, asked: Asked): Answer {
	const { statusCode: status } = response;
	const location = header(response, 'location');
	if (isRedirect(status, location)) {
		const target = location && withoutKey(location, asked.apiKey);
		return { failure: { kind: 'redirect', status, location: target } };
	}
	const body = readBody(response, asked);
	if (status !== OK) {
		const retryAfter = readRetryAfter(header(response, 'retryAfter'), Date.now());
		const messages = 'json' in body ? messagesOf(body.json, asked) : [];
		return { failure: { kind: 'status', status, messages, retryAfter } };
	}
	return 'json' in body ? readEnvelope(body.json, response, asked) : body;
}

type Body = { json: unknown } | { failure: Failure };

function readBody(response: ServiceResponse, { apiKey }: Asked): Body {
	const charset = charsetOf(response.body, header(response, 'contentType'));
	const text = decode(response.body, charset);
	if (text === undefined)
		return notJson(`data that cannot be read as ${withoutKey(charset, apiKey)} text`);
	try {
		return { json: parseExactly(text) };
	} catch {
		return notJson(describeText(text));
	}
}

function readEnvelope(envelope: unknown, response: ServiceResponse, asked: Asked): Answer {
	if (!isObject(envelope)) return notAPage(`JSON that is ${describeJson(envelope)}`);
	const success = envelope[FIELDS.success];
	if (success === false || (success === true && hasMessages(envelope))) {
		return { failure: { kind: 'refused', messages: messagesOf(envelope, asked) } };
	}
	if (success !== true) return notAPage(`JSON without "${FIELDS.success}": true`);
	return readPayload(envelope[FIELDS.payload], response, asked);
}

function readPayload(payload: unknown, response: ServiceResponse, asked: Asked): Answer {
	const found = (what: string) => notAPage(`a "${FIELDS.payload}" that ${what}`);
	if (!Array.isArray(payload)) return found(`is ${describeJson(payload)}`);
	const odd: unknown = payload.find((entry) => !isObject(entry));
	if (odd !== undefined) return found(`contains ${describeJson(odd)}`);
	const records: DataRecord[] = payload;
	if (records.length > asked.limit) {
		return notAPage(`${records.length} records where at most ${asked.limit} were requested`);
	}
	const text = header(response, 'more') ?? '';
	const flags = text.split(',').map((flag) => flag.trim().toLowerCase() === 'true');
	if (!flags.includes(true)) return { page: { records, next: undefined } };
	if (flags.every(Boolean)) return readNext(records, header(response, 'next'), asked);
	const quote = withoutKey(text, asked.apiKey);
	return notAPage(`${ANSWER_HEADERS.more}: ${quote}, which contradicts itself`);
}

/** The next page has to start behind the last record, and no later than the range ends. */
function readNext(records: DataRecord[], text: string | undefined, asked: Asked): Answer {
	const { more, next: name } = ANSWER_HEADERS;
	if (records.length === 0) return notAPage(`an empty page with ${more}: true`);
	if (text === undefined) return notAPage(`${more}: true without ${name}`);
	const next = /^\d+$/.test(text) ? Number(text) : NaN;
	const first = asked.offset + records.length;
	const last = asked.offset + asked.limit;
	if (Number.isSafeInteger(next) && next >= first && next <= last) {
		return { page: { records, next } };
	}
	const expected = first === last ? first : `${first} to ${last}`;
	return notAPage(`${name}: ${withoutKey(text, asked.apiKey)} where ${expected} was expected`);
}

function notAPage(found: string): { failure: Failure } {
	return { failure: { kind: 'notAPage', found } };
}

function notJson(found: string): { failure: Failure } {
	return { failure: { kind: 'notJson', found } };
}

/** The values of a header that came more than once are joined with commas, as Node does it. */
function header({ headers }: ServiceResponse, name: keyof typeof ANSWER_HEADERS) {
	const value = headers[ANSWER_HEADERS[name]];
	if (Array.isArray(value)) return value.join(', ');
	return typeof value === 'string' ? value : undefined;
}

/** Whether the service has something to say; beside records, it should not (specification, section 2.1). */
function hasMessages({ [FIELDS.messages]: messages }: Record<string, unknown>): boolean {
	if (Array.isArray(messages)) return messages.length > 0;
	return messages !== undefined && messages !== null;
}

function messagesOf(envelope: unknown, { apiKey }: Asked): string[] {
	const messages = isObject(envelope) ? envelope[FIELDS.messages] : undefined;
	const entries: unknown[] = Array.isArray(messages) ? messages : [messages];
	return entries.flatMap(quotable).map((message) => withoutKey(message, apiKey));
}

/** A message is text; some services send an object that holds the text. */
function quotable(message: unknown): string[] {
	if (typeof message === 'string') return [message];
	if (typeof message === 'number') return [String(message)];
	return isObject(message)
		? Object.values(message).filter((value) => typeof value === 'string')
		: [];
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
