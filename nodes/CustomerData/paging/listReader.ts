import type { Answer } from './answer';
import type { Identity } from './identity';
import type { RetryPolicy } from './retry';

/** Requests the page at an offset once; the signal ends the request. Never rejects. */
export type FetchPage = (offset: number, signal: AbortSignal) => Promise<Answer>;

export interface ListReader {
	/** Name of the list operation, for what is thrown. */
	list: string;
	fetchPage: FetchPage;
	/** The most requests at the same time, 1 to 16. */
	parallelRequests: number;
	identity: Identity;
	retryPolicy: RetryPolicy;
	/** Resolves after pending work in the event loop has run. Never rejects. */
	nextTurn: () => Promise<void>;
	/** The offset from which on no page is needed; it can move while the list is read. */
	end?: () => number;
	/** Ends the read at once. */
	signal: AbortSignal;
	/** Called for each request that is repeated. */
	onRetry?: () => void;
	/** Called when pages show that the list has changed since the page before. */
	onMove?: () => void;
}
