import type { Page } from '../api/page';
import { asksForTooLong, type Failed, type Failure } from '../errors/failures';
import type { PagingOptions } from './pagingOptions';
import { Window } from './window';

/** Milliseconds. The first wait is at most a second; each further one can be twice as long. */
const FIRST_WAIT = 1_000;
const LONGEST_BACKOFF = 30_000;
/** Milliseconds. Servers differ in speed by less, unless they are slow. */
const USUAL_DELAY = 1_000;

/** Requests pages, and requests pages early that are expected to follow. */
export class Prefetch {
	private readonly early = new Map<number, Promise<Page | Failed>>();
	/** Ends the early requests, which are only ever dropped together. */
	private dropping = new AbortController();
	private earlySignal: AbortSignal;
	private readonly window: Window;
	/** The offsets of requests that passed the gate. */
	private readonly sent = new Set<number>();
	/** The longest time that a page has taken so far. */
	private slowest = USUAL_DELAY;

	constructor(private readonly options: PagingOptions) {
		this.window = new Window(options.parallelRequests);
		this.earlySignal = AbortSignal.any([this.dropping.signal, options.signal]);
	}

	/**
	 * The page at the offset, or one requested early that starts up to `slack` records before. The next pages are
	 * requested early, at a distance of `stride`; none if that is 0 or less.
	 */
	async page(
		at: number,
		{ stride = 0, slack = 0, maxRetries = this.options.maxRetries } = {},
	): Promise<Page | Failed> {
		const [first = at] = this.early.keys();
		const offset = first < at - slack ? at : Math.min(first, at);
		const early = this.early.get(offset);
		if (!early) this.drop();
		this.early.delete(offset);
		const answering = this.requestWithRetries(offset, maxRetries, early);
		this.requestAhead(offset, stride);
		const answer = await answering;
		if (!('failure' in answer)) this.window.widen();
		return answer;
	}

	/** The pages that were requested early, if they arrive in the time that the slowest page took, or within a second. */
	async onTheirWay(): Promise<Page[]> {
		const sent = [...this.early].filter(([offset]) => this.sent.has(offset));
		if (sent.length === 0) return [];
		const late = this.options.gate.clock.sleep(this.slowest, this.earlySignal);
		const answers = sent.map(async ([, early]) => await Promise.race([early, late]));
		const arrived = await Promise.all(answers);
		return arrived.flatMap((answer) => (answer && 'records' in answer ? [answer] : []));
	}

	/** Ends the early requests: the list has changed, or the read is over. */
	drop(): void {
		if (this.early.size === 0) return;
		this.window.narrow();
		this.early.clear();
		this.sent.clear();
		this.dropping.abort();
		this.dropping = new AbortController();
		this.earlySignal = AbortSignal.any([this.dropping.signal, this.options.signal]);
	}

	/**
	 * Requests until there is a page, a failure that a retry cannot fix, or no retry left. Waits with exponential
	 * back-off and jitter; after status 429, all other requests wait as well.
	 */
	private async requestWithRetries(
		offset: number,
		maxRetries: number,
		early?: Promise<Page | Failed>,
	): Promise<Page | Failed> {
		const { gate, signal, stats } = this.options;
		const { sleep, random } = gate.clock;
		let last: Failure | undefined;
		for (let retries = 0; ; retries++) {
			const answer = await ((retries === 0 && early) || this.request(offset, signal));
			if (!('failure' in answer)) return answer;
			const { failure } = answer;
			if (failure.name === 'canceled' && last) return { failure: { ...failure, after: last } };
			if (!failure.isTransient || asksForTooLong(failure) || retries === maxRetries) {
				return { failure: { ...failure, retries } };
			}
			last = failure;
			const longest = Math.min(FIRST_WAIT * 2 ** retries, LONGEST_BACKOFF);
			// The longest of three draws: so five retries outlast ten seconds 999 times in a thousand.
			const wait = Math.max(random(), random(), random()) * longest;
			if (failure.name === 'rateLimited') gate.close(wait);
			await sleep(wait, signal);
			stats.retries += 1;
		}
	}

	private requestAhead(offset: number, stride: number): void {
		const { prefetchUntil = Infinity } = this.options;
		let next = Math.max(offset, ...this.early.keys()) + stride;
		for (; stride > 0 && next < prefetchUntil; next += stride) {
			if (this.early.size >= this.window.size - 1) return;
			this.early.set(next, this.request(next, this.earlySignal));
		}
	}

	private async request(offset: number, signal: AbortSignal): Promise<Page | Failed> {
		const { gate, requestInterval, fetchPage, stats } = this.options;
		await gate.pass(requestInterval, signal);
		if (!signal.aborted) {
			stats.requests += 1;
			this.sent.add(offset);
		}
		const start = gate.clock.now();
		const answer = await fetchPage(offset, signal);
		if (!('failure' in answer)) {
			this.slowest = Math.max(this.slowest, gate.clock.now() - start);
			return answer;
		}
		gate.close(answer.failure.retryAfter ?? 0);
		// A request that we canceled says nothing about the service.
		if (!signal.aborted) this.window.narrow();
		return answer;
	}
}
