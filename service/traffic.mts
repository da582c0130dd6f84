import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';

import { pause } from './deliver.mts';

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

export interface Limit {
	/** The most requests at the same time; further ones are refused. */
	maxConcurrent?: number;
	maxConcurrentStatus?: 429 | 503;
}

export const PREFIX = '/rest/v1';
const MOST_REQUESTS = 100_000;

/** Logs every request, then delays it, or refuses it when there are too many. */
export function watchTraffic(
	app: FastifyInstance,
	traffic: Traffic,
	{ maxConcurrent = Infinity, maxConcurrentStatus = 429 }: Limit,
): void {
	let inFlight = 0;
	app.addHook('onRequest', async ({ headers, url, signal }, reply) => {
		const { requests, latency } = traffic;
		const received: ReceivedRequest = {
			operation: url.replace(/\?.*/, '').replace(`${PREFIX}/`, ''),
			offset: wholeNumber(headers['x-page-offset']),
			limit: wholeNumber(headers['x-page-limit']),
			status: undefined,
			headers,
			at: Date.now(),
		};
		if (requests.length >= MOST_REQUESTS) requests.splice(0, MOST_REQUESTS / 2);
		requests.push(received);

		inFlight++;
		reply.raw.once('close', () => {
			inFlight--;
			if (reply.raw.headersSent) received.status = reply.raw.statusCode;
		});

		if (inFlight > maxConcurrent)
			refuse(maxConcurrentStatus, 'Too many requests at the same time.');
		await pause(latency, signal);
		if (signal.aborted) reply.hijack();
	});
}

/** Ends the request with a failure. */
export function refuse(statusCode: number, message: string): never {
	throw Object.assign(new Error(message), { statusCode });
}

function wholeNumber(text: string | string[] | undefined): number | undefined {
	return typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : undefined;
}
