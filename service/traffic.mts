import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';

import { failure } from './answer.mts';
import { requestedPaging, type Paging } from './paging.mts';
import { pause } from './pause.mts';

export interface ReceivedRequest extends Partial<Paging> {
	operation: string;
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

interface TrafficLimit {
	maxConcurrent: number;
	status: 429 | 503;
}

const MOST_REQUESTS = 100_000;

/** Logs every request, then delays it, or refuses it when there are too many. */
export function watchTraffic(app: FastifyInstance, prefix: string, limit: TrafficLimit): Traffic {
	const traffic: Traffic = { requests: [], latency: 0 };
	let inFlight = 0;

	app.addHook('onRequest', async (request, reply) => {
		const { requests, latency } = traffic;
		const entry = entryFor(request, prefix);
		if (requests.length >= MOST_REQUESTS) requests.splice(0, MOST_REQUESTS / 2);
		requests.push(entry);

		inFlight++;
		reply.raw.once('close', () => {
			inFlight--;
			if (reply.raw.headersSent) entry.status = reply.raw.statusCode;
		});

		if (inFlight > limit.maxConcurrent) {
			return await reply.code(limit.status).send(failure('Too many requests at the same time.'));
		}
		await pause(latency, request.signal);
		return request.signal.aborted ? reply.hijack() : undefined;
	});
	return traffic;
}

function entryFor({ headers, url }: FastifyRequest, prefix: string): ReceivedRequest {
	const [path = ''] = url.split('?');
	const operation = path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : path;
	return { operation, ...requestedPaging(headers), status: undefined, headers, at: Date.now() };
}
