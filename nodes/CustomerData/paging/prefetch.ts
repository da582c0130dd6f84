import type { Failure } from '../api/failures';
import type { Page, PageOrFailure } from '../api/page';
import { type RetryPolicy, withRetries } from './retry';
import { Window } from './window';

/** Requests the page at an offset once; the signal ends the request. Never rejects. */
export type FetchPage = (offset: number, signal: AbortSignal) => Promise<PageOrFailure>;

export interface PrefetchOptions {
	fetchPage: FetchPage;
	/** The most requests at the same time, 1 to 16. */
	parallelRequests: number;
	retryPolicy: RetryPolicy;
	/** The offset from which on no page is needed; it can move while the list is read. */
	end?: () => number;
	/** Ends the read at once. */
	signal: AbortSignal;
	/** Called for each request that is repeated. */
	onRetry?: () => void;
}

export interface PlacedPage extends Page {
	offset: number;
}

interface Wanted {
	/** How far after each other the next pages are expected to start; below 1 to request none early. */
	step?: number;
	/** By how many records the page may start before the offset, if it was requested early. */
	slack?: number;
	maxRetries?: number;
}

/** Requests pages, and those that are expected to follow before they are needed. */
export class Prefetch {
	private readonly early = new Map<
		number,
		{ answer: Promise<PageOrFailure>; controller: AbortController }
	>();
	private readonly window: Window;
	/** Requests without a response. */
	private underWay = 0;

	constructor(private readonly options: PrefetchOptions) {
		this.window = new Window(options.parallelRequests);
	}

	/**
	 * The page at the offset. A request that failed early was the first of `maxRetries` + 1; the last one
	 * goes out alone, because our own others may be what the service cannot take.
	 */
	async page(
		at: number,
		{ step = 0, slack = 0, maxRetries }: Wanted = {},
	): Promise<PlacedPage | { failure: Failure }> {
		const { retryPolicy, signal, onRetry } = this.options;
		const offset = this.startNear(at, slack) ?? at;
		const early = this.early.get(offset);
		if (!early) this.drop();
		this.early.delete(offset);
		const policy = { ...retryPolicy, ...(maxRetries !== undefined && { maxRetries }) };
		const attempt = async (retry: number) => {
			if (retry === 0 && early) return await early.answer;
			if (retry > 0) onRetry?.();
			if (retry > 0 && retry === policy.maxRetries) await this.settle();
			return await this.request(offset, signal);
		};
		const answering = withRetries(attempt, policy, signal);
		this.requestAhead(offset, step);
		const answer = await answering;
		if ('failure' in answer) return answer;
		this.window.widen();
		return { offset, ...answer.page };
	}

	/** Ends what was requested early: the list is not as it was, or the read is over. */
	drop(): void {
		if (this.early.size === 0) return;
		this.window.narrow();
		this.window.close();
		for (const { controller } of this.early.values()) controller.abort();
		this.early.clear();
	}

	/** Where the next page that was requested early starts, if that is what is wanted. */
	private startNear(at: number, slack: number): number | undefined {
		const [start] = this.early.keys();
		return start !== undefined && start <= at && start >= at - slack ? start : undefined;
	}

	private requestAhead(offset: number, step: number): void {
		const { parallelRequests, end = () => Infinity } = this.options;
		let next = Math.max(offset, ...this.early.keys()) + step;
		for (; step > 0 && next < end(); next += step) {
			// Dropped requests can still be under way.
			if (this.underWay >= parallelRequests || this.early.size >= this.window.size - 1) return;
			const controller = new AbortController();
			const signal = AbortSignal.any([controller.signal, this.options.signal]);
			this.early.set(next, { answer: this.request(next, signal), controller });
		}
	}

	/** Requests nothing more early until a page arrives; resolves when nothing is under way. */
	private async settle(): Promise<void> {
		this.window.close();
		await Promise.all([...this.early.values()].map(async ({ answer }) => await answer));
	}

	private async request(offset: number, signal: AbortSignal): Promise<PageOrFailure> {
		this.underWay += 1;
		const answer = await this.options.fetchPage(offset, signal);
		this.underWay -= 1;
		// A request that we ended ourselves says nothing about the service.
		if ('failure' in answer && !signal.aborted) this.window.narrow();
		return answer;
	}
}
