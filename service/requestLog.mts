import type { IncomingHttpHeaders } from 'node:http';

export interface ReceivedRequest {
	operation: string;
	offset: number | undefined;
	limit: number | undefined;
	/** The status that was sent; `undefined` until the request has ended. */
	status: number | undefined;
	headers: IncomingHttpHeaders;
	/** Milliseconds since 1970. */
	at: number;
}

const CAPACITY = 100_000;

/** Drops the older half when the log is full, which is rare and so costs little per request. */
export function remember(log: ReceivedRequest[], request: ReceivedRequest): void {
	if (log.length >= CAPACITY) log.splice(0, CAPACITY / 2);
	log.push(request);
}
