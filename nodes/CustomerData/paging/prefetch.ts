import type { DataRecord, Page, PageOrFailure } from '../api/page';
import type { Failure } from '../errors/failures';
import type { Gate } from './gate';
import { withRetries } from './retry';

export interface PrefetchOptions {
	/** Requests the page at an offset once; the signal ends the request. Never rejects. */
	fetchPage: (offset: number, signal: AbortSignal) => Promise<PageOrFailure>;
	/** Shared by all reads that keep their requests apart. */
	gate: Gate;
	/** Milliseconds between the starts of two requests. */
	requestInterval: number;
	/** The most requests at the same time, 1 to 16. */
	parallelRequests: number;
	/** Further requests for a page that failed, 0 to 10. */
	maxRetries: number;
	/** No page is requested early from this offset on. */
	prefetchUntil?: number;
	signal: AbortSignal;
	/** Updated while pages are read. */
	stats: ReadCounts;
}

/** What a read took, and what it met. */
export interface ReadCounts {
	requests: number;
	/** Of them, those that were repeated. */
	retries: number;
	/** Records that came twice, whole. */
	repeats: number;
	/** Whether changes during the read could go unnoticed. */
	lacksOverlap: boolean;
}

export interface ReadOptions extends PrefetchOptions {
	/** For what is thrown. */
	listName: string;
	/** The part of a record to recognize it by; all of it by default. */
	partOf?: (record: DataRecord) => DataRecord;
}

export type PlacedPage = Page & { offset: number };

interface Wanted {
	/** Expected distance between the starts of the next pages; below 1 to request none early. */
	step?: number;
	/** How many records before the offset a page may start that was requested early. */
	slack?: number;
	maxRetries?: number;
}

/** Requests pages, and early those that are expected to follow. */
export class Prefetch {
	private readonly early = new Map<number, Promise<PageOrFailure>>();
	/** Ends the early requests, which are only ever dropped together. */
	private dropping = new AbortController();
	private earlySignal: AbortSignal;
	private readonly window: Window;

	constructor(private readonly options: PrefetchOptions) {
		this.window = new Window(options.parallelRequests);
		this.earlySignal = AbortSignal.any([this.dropping.signal, options.signal]);
	}

	/**
	 * The page at the offset, or one requested early that starts up to `slack` records before. An early request
	 * that failed counts as the first of `maxRetries` + 1.
	 */
	async page(at: number, wanted: Wanted = {}): Promise<PlacedPage | { failure: Failure }> {
		const { gate, signal, stats } = this.options;
		const { step = 0, slack = 0, maxRetries = this.options.maxRetries } = wanted;
		const [first = at] = this.early.keys();
		const offset = first < at - slack ? at : Math.min(first, at);
		const early = this.early.get(offset);
		if (!early) this.drop();
		this.early.delete(offset);
		const attempt = (retry: number) => {
			if (retry > 0) stats.retries += 1;
			return (retry === 0 && early) || this.request(offset, signal);
		};
		const answering = withRetries(attempt, maxRetries, gate, signal);
		this.requestAhead(offset, step);
		const answer = await answering;
		if ('failure' in answer) return answer;
		this.window.widen();
		return { offset, ...answer.page };
	}

	/** The records of the early pages that have arrived. */
	async recordsInHand(): Promise<DataRecord[]> {
		const answers = [...this.early.values()].map(
			async (early) => await Promise.race([early, null]),
		);
		const arrived = await Promise.all(answers);
		return arrived.flatMap((answer) => (answer && 'page' in answer ? answer.page.records : []));
	}

	/** Ends the early requests: the list has changed, or the read is over. */
	drop(): void {
		if (this.early.size === 0) return;
		this.window.narrow();
		this.early.clear();
		this.dropping.abort();
		this.dropping = new AbortController();
		this.earlySignal = AbortSignal.any([this.dropping.signal, this.options.signal]);
	}

	private requestAhead(offset: number, step: number): void {
		const { prefetchUntil = Infinity } = this.options;
		let next = Math.max(offset, ...this.early.keys()) + step;
		for (; step > 0 && next < prefetchUntil; next += step) {
			if (this.early.size >= this.window.size - 1) return;
			this.early.set(next, this.request(next, this.earlySignal));
		}
	}

	private async request(offset: number, signal: AbortSignal): Promise<PageOrFailure> {
		const { gate, requestInterval, fetchPage, stats } = this.options;
		await gate.pass(requestInterval, signal);
		if (!signal.aborted) stats.requests += 1;
		const answer = await fetchPage(offset, signal);
		if (!('failure' in answer)) return answer;
		gate.close(answer.failure.retryAfter ?? 0);
		// A request that we canceled says nothing about the service.
		if (!signal.aborted) this.window.narrow();
		return answer;
	}
}

/** By how much each page that arrives opens a window that has narrowed. */
const GROWTH = 1 / 16;

/**
 * How many pages may be requested at the same time: one at first and after a failure, until a page
 * arrives. A failure halves the window, and each page opens it a little, up to the maximum; so it settles
 * at what the service takes.
 */
export class Window {
	private width: number;
	private isWaiting = true;

	constructor(private readonly max: number) {
		this.width = max;
	}

	/** Requests at the same time, from 1 to `max`. */
	get size(): number {
		return this.isWaiting ? 1 : Math.floor(this.width);
	}

	/** A page arrived. */
	widen(): void {
		this.isWaiting = false;
		this.width = Math.min(this.width + GROWTH, this.max);
	}

	/** A request failed or was in vain; until the next page arrives, this counts once. */
	narrow(): void {
		if (!this.isWaiting) this.width = Math.max(1, this.width / 2);
		this.isWaiting = true;
	}
}
