import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

export interface ReceivedRequest {
	operation: string;
	/** As far as they are whole numbers. */
	offset: number | undefined;
	limit: number | undefined;
	/** The status that was sent; `undefined` until the request has ended. */
	status: number | undefined;
	headers: IncomingHttpHeaders;
	/** Milliseconds since 1970. */
	at: number;
}

export interface Traffic {
	/** The latest requests; the older half is dropped when there are too many to keep. */
	requests: ReceivedRequest[];
	/** Milliseconds that every answer takes. */
	latency: number;
}

export const PREFIX = '/rest/v1';
const MOST_REQUESTS = 100_000;

/** Notes a request, and its status when it has ended. */
export function receive(
	{ requests }: Traffic,
	{ headers, url = '' }: IncomingMessage,
	response: ServerResponse,
): ReceivedRequest {
	const received: ReceivedRequest = {
		operation: url.replace(`${PREFIX}/`, ''),
		offset: wholeNumber(headers['x-page-offset']),
		limit: wholeNumber(headers['x-page-limit']),
		status: undefined,
		headers,
		at: Date.now(),
	};
	if (requests.length >= MOST_REQUESTS) requests.splice(0, MOST_REQUESTS / 2);
	requests.push(received);
	response.once('close', () => {
		if (response.headersSent) received.status = response.statusCode;
	});
	return received;
}

function wholeNumber(text: string | string[] = ''): number | undefined {
	return /^\d{1,15}$/.test(String(text)) ? Number(text) : undefined;
}
