import { type Failure, failure } from './failures';
import { isObject, parseExactly } from './json';
import type { ServiceResponse } from './client';
import { statusFailure } from './status';

/** The request headers that tell pages apart (specification, section 4.1). */
const PAGE_HEADERS = ['x-page-offset', 'x-page-limit', 'x-company-id'];

/**
 * The body of a response with status 200 as text, and what that is in JSON, if it is.
 *
 * @param path what was requested, relative to the base URL
 */
export function readBody(
	response: ServiceResponse,
	path: string,
): { text: string; json: unknown } | { failure: Failure } {
	const { statusCode: status, body } = response;
	if (status >= 300 && status < 400 && status !== 304) {
		// The query may hold the key.
		const text = header(response, 'location')?.replace(/[?#].*/s, '') ?? '';
		return { failure: failure('redirected', { quote: { by: 'The address is', text } }) };
	}
	if (status === 200 && isFromCache(response)) return { failure: failure('cached') };
	const text = decode(body);
	const json = text === undefined ? undefined : parse(text);
	if (status !== 200) {
		const retryAfter = readRetryAfter(header(response, 'retry-after'), Date.now());
		// Whatever its encoding.
		const isWebPage = isHtml(new TextDecoder().decode(body.subarray(0, 1_000)));
		const says = messagesOf(json);
		return { failure: statusFailure(status, { path, says, retryAfter, isWebPage }) };
	}
	if (text === undefined) {
		return { failure: failure('notJson', { fill: 'data that is not UTF-8 text' }) };
	}
	return { text, json };
}

/** Whether it comes from a cache (RFC 9111, section 5.1) that may not tell pages apart. */
function isFromCache(response: ServiceResponse): boolean {
	const varying = header(response, 'vary')?.toLowerCase().split(/[\s,]/) ?? [];
	const knowsPages = PAGE_HEADERS.every((name) => varying.includes(name));
	return parseInt(header(response, 'age') ?? '') >= 1 && !knowsPages && !varying.includes('*');
}

/** JSON is UTF-8 (RFC 8259, section 8.1). */
function decode(body: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(body);
	} catch {
		return undefined;
	}
}

function parse(text: string): unknown {
	try {
		return parseExactly(text);
	} catch {
		return undefined;
	}
}

/** Messages do not belong beside records (specification, section 2.1). */
export function failureIn(envelope: Record<string, unknown>): Failure | undefined {
	const { IsSuccess: success, ErrorMessages: messages = null } = envelope;
	const hasMessages = Array.isArray(messages) ? messages.length > 0 : messages !== null;
	if (success !== false && !(success === true && hasMessages)) return undefined;
	return failure('refused', { quote: { by: 'The service says', text: messagesOf(envelope) } });
}

/** Node joins the values of a repeated header with commas. */
export function header({ headers }: ServiceResponse, name: string): string | undefined {
	return headers[name] === undefined ? undefined : String(headers[name]);
}

export function describeText(text: string): string {
	if (text.trim() === '') return 'an empty response';
	return isHtml(text) ? 'a web page' : 'text that is not JSON';
}

function isHtml(text: string): boolean {
	return /^\s*<(?:.*?<)?(?:!doctype )?html\b/is.test(text);
}

/** A message is text; some services send an object that holds the text. */
function messagesOf(envelope: unknown): string {
	const messages: unknown[] = isObject(envelope) ? [envelope.ErrorMessages].flat() : [];
	const texts = messages.flatMap((entry) => (isObject(entry) ? Object.values(entry) : [entry]));
	return texts.filter((text) => ['string', 'number'].includes(typeof text)).join(' ');
}

/**
 * Reads a `Retry-After` header: seconds, or an HTTP date (RFC 9110, sections 10.2.3 and 5.6.7).
 *
 * @param now milliseconds since the epoch
 * @returns milliseconds to wait, rounded up to whole seconds; 0 when the header does not say
 */
export function readRetryAfter(text = '', now: number): number {
	if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text)) * 1000;
	const date = new Date(text);
	if (date.toUTCString() !== text) return 0;
	return Math.max(0, Math.ceil((date.getTime() - now) / 1000) * 1000) || 0;
}
