import { isObject } from '../guards';
import type { Answer, DataRecord } from '../paging/answer';
import type { Failure } from '../paging/failure';
import { ANSWER_HEADERS, FIELDS, pageHeaders } from './envelope';
import { withoutKey } from './redact';
import { describeJson, failureOf, header, readBody, refusalIn } from './response';
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
	const failure = failureOf(response, asked.apiKey);
	if (failure) return { failure };
	const { json, found } = readBody(response, asked.apiKey);
	if (found !== undefined) return { failure: { kind: 'notJson', found } };
	if (!isObject(json)) return notAPage(`JSON that is ${describeJson(json)}`);
	const refusal = refusalIn(json, asked.apiKey);
	if (refusal) return { failure: refusal };
	if (json[FIELDS.success] !== true) return notAPage(`JSON without "${FIELDS.success}": true`);
	return readPayload(json[FIELDS.payload], response, asked);
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
