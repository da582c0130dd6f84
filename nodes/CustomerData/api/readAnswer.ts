import type { IDataObject } from 'n8n-workflow';
import type { Failure } from '../core/failure';
import type { Answer, DataRecord } from '../core/page';
import { readRetryAfter } from './retryAfter';

/** What n8n's request helper hands back: the status, headers with lower-case names, the body as text. */
export interface HttpAnswer {
	statusCode: number;
	headers: IDataObject;
	body: string;
}

export interface PageRequest {
	offset: number;
	limit: number;
}

/**
 * Believes a page only when it is whole: status 200, a JSON envelope with `IsSuccess: true`,
 * a `Payload` of objects, no more of them than asked for, and a next page that lies ahead.
 * Everything else is a failure that says what came instead (specification, sections 2.1 and 4.5).
 */
export function readAnswer(answer: HttpAnswer, request: PageRequest): Answer {
	const { statusCode: status } = answer;
	if (status >= 300 && status < 400) {
		return { failure: { kind: 'redirect', status, location: header(answer, 'location') } };
	}
	const envelope = parseJson(answer.body);
	if (status !== 200) {
		const retryAfter = readRetryAfter(header(answer, 'retry-after'), Date.now());
		return { failure: { kind: 'status', status, messages: messagesOf(envelope), retryAfter } };
	}
	if (envelope === undefined) return notAPage(describeText(answer.body));
	if (!isObject(envelope)) return notAPage(`JSON that is ${describeJson(envelope)}`);
	if (envelope.IsSuccess === false) {
		return { failure: { kind: 'refused', messages: messagesOf(envelope) } };
	}
	if (envelope.IsSuccess !== true) return notAPage('JSON without "IsSuccess": true');
	return readPayload(envelope.Payload, answer, request);
}

function readPayload(payload: unknown, answer: HttpAnswer, { offset, limit }: PageRequest): Answer {
	if (!Array.isArray(payload)) return notAPage(`a "Payload" that is ${describeJson(payload)}`);
	const records: DataRecord[] = [];
	for (const entry of payload) {
		if (!isObject(entry)) return notAPage(`a "Payload" that contains ${describeJson(entry)}`);
		records.push(entry);
	}
	if (records.length > limit) {
		return notAPage(`${records.length} records where at most ${limit} were asked for`);
	}
	if (header(answer, 'x-page-more')?.toLowerCase() !== 'true') {
		return { page: { records, next: undefined } };
	}
	if (records.length === 0) return notAPage('an empty page with x-page-more: true');
	return readNext(header(answer, 'x-page-next'), records, offset, limit);
}

function readNext(
	text: string | undefined,
	records: DataRecord[],
	offset: number,
	limit: number,
): Answer {
	if (text === undefined) return notAPage('x-page-more: true without x-page-next');
	const next = /^\d+$/.test(text) ? Number(text) : NaN;
	const first = offset + records.length;
	const last = offset + limit;
	if (!(next >= first && next <= last)) {
		return notAPage(
			`x-page-next: ${text} where ${first === last ? first : `${first} to ${last}`} was expected`,
		);
	}
	return { page: { records, next } };
}

function notAPage(found: string): { failure: Failure } {
	return { failure: { kind: 'notAPage', found } };
}

function header({ headers }: HttpAnswer, name: string): string | undefined {
	const value = headers[name];
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
	if (!isObject(envelope) || !Array.isArray(envelope.ErrorMessages)) return [];
	return envelope.ErrorMessages.filter((message) => typeof message === 'string');
}

function isObject(value: unknown): value is DataRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describeText(text: string): string {
	const start = text.trimStart();
	if (start === '') return 'an empty answer';
	if (start.startsWith('<')) return 'a web page';
	return 'text that is not JSON';
}

function describeJson(value: unknown): string {
	if (value === undefined) return 'missing';
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	return `a ${typeof value}`;
}
