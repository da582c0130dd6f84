import type { DataRecord, Page } from '../api/page';
import type { Failed } from '../errors/failures';
import type { ReadOptions } from './options';
import { withRetries } from './retry';
import { Window } from './window';

interface Wanted {
	/** Expected distance between the starts of the next pages; below 1 to request none early. */
	step?: number;
	/** How many records before the offset a page may start that was requested early. */
	slack?: number;
	maxRetries?: number;
}

/** Requests pages, and early those that are expected to follow. */
export class Prefetch {
	private readonly early = new Map<number, Promise<Page | Failed>>();
	/** Ends the early requests, which are only ever dropped together. */
	private dropping = new AbortController();
	private earlySignal: AbortSignal;
	private readonly window: Window;

	constructor(private readonly options: ReadOptions) {
		this.window = new Window(options.parallelRequests);
		this.earlySignal = AbortSignal.any([this.dropping.signal, options.signal]);
	}

	/**
	 * The page at the offset, or one requested early that starts up to `slack` records before. An early request
	 * that failed counts as the first of `maxRetries` + 1.
	 */
	async page(at: number, wanted: Wanted = {}): Promise<Page | Failed> {
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
		if (!('failure' in answer)) this.window.widen();
		return answer;
	}

	/** The records of the early pages that have arrived. */
	async recordsInHand(): Promise<DataRecord[]> {
		const answers = [...this.early.values()].map(
			async (early) => await Promise.race([early, null]),
		);
		const arrived = await Promise.all(answers);
		return arrived.flatMap((answer) => (answer && 'records' in answer ? answer.records : []));
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

	private async request(offset: number, signal: AbortSignal): Promise<Page | Failed> {
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
