import type { FastifyInstance, FastifyRequest } from 'fastify';

import { failure } from './answer.mts';
import { requestedPaging } from './paging.mts';
import { pause } from './pause.mts';
import { remember, type ReceivedRequest } from './requestLog.mts';

declare module 'fastify' {
	interface FastifyRequest {
		/** Aborted when the request has ended or its client has disconnected. */
		gone: AbortSignal;
	}
}

export interface Traffic {
	requests: ReceivedRequest[];
	/** The most requests that there were at one time; may be set back. */
	maxInFlight: number;
	/** Milliseconds that every answer takes. */
	latency: number;
}

export interface TrafficLimit {
	maxConcurrent: number;
	status: 429 | 503;
}

/** Logs and counts every request, then delays it, or refuses it when there are too many. */
export function watchTraffic(app: FastifyInstance, prefix: string, limit: TrafficLimit): Traffic {
	const traffic: Traffic = { requests: [], maxInFlight: 0, latency: 0 };
	let inFlight = 0;

	app.decorateRequest('gone');
	app.addHook('onRequest', async (request, reply) => {
		const entry = entryFor(request, prefix);
		remember(traffic.requests, entry);

		const gone = new AbortController();
		request.gone = gone.signal;
		inFlight++;
		traffic.maxInFlight = Math.max(traffic.maxInFlight, inFlight);
		reply.raw.once('close', () => {
			inFlight--;
			if (reply.raw.headersSent) entry.status = reply.raw.statusCode;
			gone.abort();
		});

		if (inFlight > limit.maxConcurrent) {
			return await reply.code(limit.status).send(failure('Too many requests at the same time.'));
		}
		await pause(traffic.latency, gone.signal);
		if (gone.signal.aborted) return reply.hijack();
		return undefined;
	});
	return traffic;
}

function entryFor({ headers, url }: FastifyRequest, prefix: string): ReceivedRequest {
	const [path = ''] = url.split('?');
	const operation = path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : path;
	const { offset, limit } = requestedPaging(headers);
	return { operation, offset, limit, status: undefined, headers, at: Date.now() };
}
