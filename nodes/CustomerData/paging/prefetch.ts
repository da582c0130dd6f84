import type { Failure } from '../api/failures';
import type { Page, PageOrFailure } from '../api/page';
import { type RetryPolicy, withRetries } from './retry';
import { Window } from './window';

export interface PrefetchOptions {
	/** Requests the page at an offset once; the signal ends the request. Never rejects. */
	fetchPage: (offset: number, signal: AbortSignal) => Promise<PageOrFailure>;
	/** The most requests at the same time, 1 to 16. */
	parallelRequests: number;
	retryPolicy: RetryPolicy;
	/** The offset from which on no page is requested early; none when absent. */
	end?: number;
	signal: AbortSignal;
	onRetry?: () => void;
}

export type PlacedPage = Page & { offset: number };

interface Wanted {
	/** How far after each other the next pages are expected to start; below 1 to request none early. */
	step?: number;
	/** By how many records the page may start before the offset, if it was requested early. */
	slack?: number;
	maxRetries?: number;
}

/** Requests pages, and those that are expected to follow before they are needed. */
export class Prefetch {
	private readonly early = new Map<number, Promise<PageOrFailure>>();
	/** Ends the early requests, which are only ever dropped together. */
	private end = new AbortController();
	private earlySignal: AbortSignal;
	private readonly window: Window;

	constructor(private readonly options: PrefetchOptions) {
		this.window = new Window(options.parallelRequests);
		this.earlySignal = AbortSignal.any([this.end.signal, options.signal]);
	}

	/** The page at the offset. A request that failed early was the first of `maxRetries` + 1. */
	async page(at: number, wanted: Wanted = {}): Promise<PlacedPage | { failure: Failure }> {
		const { retryPolicy, signal, onRetry } = this.options;
		const { step = 0, slack = 0, maxRetries = retryPolicy.maxRetries } = wanted;
		const [first = at] = this.early.keys();
		const offset = first < at - slack ? at : Math.min(first, at);
		const early = this.early.get(offset);
		if (!early) this.drop();
		this.early.delete(offset);
		const attempt = (retry: number) => {
			if (retry > 0) onRetry?.();
			return (retry === 0 && early) || this.request(offset, signal);
		};
		const answering = withRetries(attempt, { ...retryPolicy, maxRetries }, signal);
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
		this.early.clear();
		this.end.abort();
		this.end = new AbortController();
		this.earlySignal = AbortSignal.any([this.end.signal, this.options.signal]);
	}

	private requestAhead(offset: number, step: number): void {
		const { end = Infinity } = this.options;
		let next = Math.max(offset, ...this.early.keys()) + step;
		for (; step > 0 && next < end; next += step) {
			if (this.early.size >= this.window.size - 1) return;
			this.early.set(next, this.request(next, this.earlySignal));
		}
	}

	private async request(offset: number, signal: AbortSignal): Promise<PageOrFailure> {
		const answer = await this.options.fetchPage(offset, signal);
		// A request that we ended ourselves says nothing about the service.
		if ('failure' in answer && !signal.aborted) this.window.narrow();
		return answer;
	}
}
