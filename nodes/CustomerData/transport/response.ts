import { isObject } from '../guards';
import type { Failure } from '../paging/failure';
import { ANSWER_HEADERS, FIELDS } from './envelope';
import { parseExactly } from './json';
import { withoutKey } from './redact';
import { readRetryAfter } from './retryAfter';
import { isRedirect, OK } from './statuses';
import { charsetOf, decode } from './text';
import type { ServiceResponse } from './transport';

/** Why a status other than 200 came. @param apiKey taken out of what is quoted */
export function failureOf(response: ServiceResponse, apiKey: string): Failure | undefined {
	const { statusCode: status } = response;
	const location = header(response, 'location');
	if (isRedirect(status, location)) {
		return { kind: 'redirect', status, location: location && withoutKey(location, apiKey) };
	}
	if (status === OK) return undefined;
	const retryAfter = readRetryAfter(header(response, 'retryAfter'), Date.now());
	const { json } = readBody(response, apiKey);
	return { kind: 'status', status, messages: messagesOf(json, apiKey), retryAfter };
}

/** A body as text, and what it is in JSON; `found` describes what is not JSON. */
export interface Body {
	text?: string;
	json?: unknown;
	found?: string;
}

export function readBody(response: ServiceResponse, apiKey: string): Body {
	const charset = charsetOf(response.body, header(response, 'contentType'));
	const text = decode(response.body, charset);
	if (text === undefined) {
		return { found: `data that cannot be read as ${withoutKey(charset, apiKey)} text` };
	}
	try {
		return { text, json: parseExactly(text) };
	} catch {
		return { text, found: describeText(text) };
	}
}

/** An envelope that says so, or holds messages, which do not belong beside records (section 2.1). */
export function refusalIn(envelope: Record<string, unknown>, apiKey: string): Failure | undefined {
	const success = envelope[FIELDS.success];
	if (success !== false && !(success === true && hasMessages(envelope))) return undefined;
	return { kind: 'refused', messages: messagesOf(envelope, apiKey) };
}

/** The values of a header that came more than once are joined with commas, as Node does it. */
export function header({ headers }: ServiceResponse, name: keyof typeof ANSWER_HEADERS) {
	const value = headers[ANSWER_HEADERS[name]];
	if (Array.isArray(value)) return value.join(', ');
	return typeof value === 'string' ? value : undefined;
}

export function describeJson(value: unknown): string {
	if (value === undefined) return 'missing';
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function describeText(text: string): string {
	const start = text.trimStart();
	if (start === '') return 'an empty response';
	if (start.startsWith('<')) return 'a web page';
	return 'text that is not JSON';
}

function hasMessages({ [FIELDS.messages]: messages }: Record<string, unknown>): boolean {
	if (Array.isArray(messages)) return messages.length > 0;
	return messages !== undefined && messages !== null;
}

function messagesOf(envelope: unknown, apiKey: string): string[] {
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
