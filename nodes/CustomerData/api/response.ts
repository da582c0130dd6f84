import { asksForTooLong, failure, type Failed, type Failure } from '../errors/failures';
import type { ServiceResponse } from './client';
import { PAGE_HEADERS } from './headers';
import { isObject, parseExactly, unlessItThrows } from './json';

/** n8n's request helper sets no limit, neither before nor after decompression (n8n 2.41). */
const MAX_MEGABYTES = 200;

/** @param path what was requested, relative to the base URL @returns `json` is `undefined` if the body is not JSON */
export function acceptBody(
	response: ServiceResponse,
	path: string,
): { text: string; json: unknown } | Failed {
	const { statusCode: status, body } = response;
	if (status >= 300 && status < 400 && status !== 304) {
		// The query may hold the key.
		const text = header(response, 'location')?.replace(/[?#].*/s, '') ?? '';
		return { failure: failure('redirected', { quote: { intro: 'The address is', text } }) };
	}
	if (body.length > MAX_MEGABYTES * 1e6) {
		return { failure: failure('notAPage', { fill: `more than ${MAX_MEGABYTES} MB of data` }) };
	}
	if (status === 200 && isFromCache(response)) return { failure: failure('cached') };
	// JSON is UTF-8 (RFC 8259, section 8.1). With another status, a proxy's web page may be in any encoding.
	const decoder = new TextDecoder('utf-8', { fatal: status === 200 });
	const text = unlessItThrows(() => decoder.decode(body));
	if (text === undefined) {
		return { failure: failure('notJson', { fill: 'data that is not UTF-8 text' }) };
	}
	const json = unlessItThrows(() => parseExactly(text));
	if (status === 200) return { text, json };
	const retryAfter = retryAfterOf(header(response, 'retry-after'), Date.now());
	const details = { path, says: messagesOf(json), retryAfter, isWebPage: isHtml(text) };
	return { failure: statusFailure(status, details) };
}

/** Whether it comes from a cache (RFC 9111, section 5.1) that may not tell pages apart. */
function isFromCache(response: ServiceResponse): boolean {
	const varying = header(response, 'vary')?.toLowerCase().split(/[\s,]/) ?? [];
	const knowsPages = Object.values(PAGE_HEADERS).every((name) => varying.includes(name));
	return parseInt(header(response, 'age') ?? '') >= 1 && !knowsPages && !varying.includes('*');
}

/** Why the service refused the request, if it did. Messages do not belong beside records (specification, section 2.1). */
export function failureIn(envelope: Record<string, unknown>): Failure | undefined {
	const { IsSuccess: success, ErrorMessages: messages = null } = envelope;
	const hasMessages = Array.isArray(messages) ? messages.length > 0 : messages !== null;
	if (success !== false && !(success === true && hasMessages)) return undefined;
	return failure('refused', { quote: { intro: 'The service says', text: messagesOf(envelope) } });
}

/** The value of a header, by its name in lowercase. Node joins the values of a repeated header with commas. */
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

/** Seconds, or an HTTP date (RFC 9110, sections 10.2.3 and 5.6.7). @returns milliseconds; 0 for anything else */
export function retryAfterOf(text = '', now: number): number {
	if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text)) * 1000;
	const date = new Date(text);
	if (date.toUTCString() !== text) return 0;
	return Math.max(0, Math.ceil((date.getTime() - now) / 1000) * 1000) || 0;
}

const WEB_PAGE =
	'The response is a web page, which a proxy, gateway or firewall in front of the service may have sent: ask the administrator of your network. ';

/** @property retryAfter milliseconds that the service asks to wait */
type StatusDetails = { path: string; says: string; retryAfter?: number; isWebPage?: boolean };

export function statusFailure(
	status: number,
	{ path, says, retryAfter = 0, isWebPage = false }: StatusDetails,
): Failure {
	const quote = { intro: status === 407 ? 'The proxy says' : 'The service says', text: says };
	const row = failure(rowOf(status), { fill: path, status, quote });
	const found = { ...row, ...(row.isTransient && { retryAfter }) };
	const isTooLong = asksForTooLong(found);
	const advice = isTooLong ? tryAgainAfter(retryAfter) : row.advice;
	// For a path that it does not have, the service's own web server may send a web page.
	const hint = isWebPage && status !== 404 ? WEB_PAGE : '';
	return { ...found, advice: hint + advice };
}

const BY_STATUS = new Map<number, Failure['name']>([
	[401, 'unauthorized'],
	[403, 'forbidden'],
	[404, 'unknownOperation'],
	[407, 'proxyFailed'],
	[429, 'rateLimited'],
	...[408, 500, 502, 503, 504].map((status) => [status, 'unavailable'] as const),
]);

function rowOf(status: number): Failure['name'] {
	const other = Math.floor(status / 100) === 4 ? 'notAccepted' : 'unexpected';
	return BY_STATUS.get(status) ?? other;
}

function tryAgainAfter(wait: number): string {
	const minutes = Math.ceil(wait / 60_000);
	const hours = Math.ceil(minutes / 60).toLocaleString('en');
	const later = minutes > 120 ? `${hours} hours` : `${minutes} minutes`;
	return `The service asks to wait. Try again in ${later}.`;
}
