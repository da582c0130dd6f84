import type { Answer } from './answer';
import type { ListReader } from './listReader';
import { asksForTooLong, retryAfterOf } from './retry';
import { Window } from './window';

/** A page that was requested before the chain came to it. */
export interface EarlyPage {
	offset: number;
	answer: Promise<Answer>;
	/** Resolves once the page may be requested again, as far as the answer says when. */
	rested: Promise<void>;
}

/** The most records by which an early page may reach back behind the end of the page before it. */
export const MAX_OVERLAP = 10;

/**
 * Requests pages early, at the offsets that the last stride predicts. An early page reaches back
 * behind the end of the page before it, so that the two show whether they are neighbours, in
 * whatever order the service read them.
 */
export class ReadAhead {
	private readonly early = new Map<number, EarlyPage & { controller: AbortController }>();
	private readonly window: Window;
	/** Requests without an answer. */
	private underWay = 0;
	/** The page that the chain is at, and how far after each other early pages start. */
	private position = 0;
	private step = 0;
	private filling = false;
	/** Resolves when the service may be asked again, as far as dropped pages say when. */
	rested: Promise<unknown> = Promise.resolve();
	private readonly waits = new Set<Promise<void>>();
	private readonly end = new AbortController();

	constructor(private readonly reader: ListReader) {
		this.window = new Window(reader.parallelRequests);
	}

	async request(offset: number, signal: AbortSignal): Promise<Answer> {
		this.underWay += 1;
		const answer = await this.reader.fetchPage(offset, signal);
		this.underWay -= 1;
		// A request that we ended ourselves says nothing about the service.
		if ('failure' in answer && !signal.aborted) {
			this.window.narrow();
			if (retryAfterOf(answer.failure) !== undefined) this.window.close();
		}
		return answer;
	}

	/** The early page that starts at least `overlap` records before the offset, and not far before. */
	take(offset: number, overlap: number): EarlyPage | undefined {
		const starts = [...this.early.keys()];
		const near = starts.filter(
			(start) => start <= offset - overlap && start >= offset - MAX_OVERLAP,
		);
		const start = Math.max(...near);
		const page = this.early.get(start);
		this.early.delete(start);
		if (starts.some((other) => !page || other < start)) this.drop();
		return page;
	}

	/** Requests the pages after the one at `offset`, a step from each other, as far as the window reaches. */
	readOn(offset: number, step: number): void {
		this.position = offset;
		this.step = step;
		if (!this.filling) void this.fill();
	}

	/** A page was taken. */
	confirm(): void {
		this.window.widen();
	}

	/** Requests nothing more until a page is taken; resolves when nothing is under way. */
	async settle(): Promise<void> {
		this.window.close();
		await Promise.all([...this.early.values()].map(({ answer }) => answer));
	}

	/** Ends early requests that were not taken: the chain went another way than predicted. */
	drop(): void {
		this.window.narrow();
		this.rested = Promise.all([this.rested, ...this.waits]);
		this.endEarly();
	}

	/** Ends whatever is under way: the read is over. */
	stop(): void {
		this.end.abort();
		this.endEarly();
	}

	/** Makes no more early requests until a page is taken. */
	private endEarly(): void {
		this.window.close();
		for (const { controller } of this.early.values()) controller.abort();
		this.early.clear();
	}

	/**
	 * One request in a turn of the event loop: made all at once, requests hold each other up, and
	 * their answers do so again, round after round.
	 */
	private async fill(): Promise<void> {
		this.filling = true;
		while (this.requestNext()) await this.reader.nextTurn();
		this.filling = false;
	}

	private requestNext(): boolean {
		const { early, position, step, reader, window } = this;
		// Dropped requests can still be under way.
		if (this.underWay >= reader.parallelRequests) return false;
		if (step < 1 || early.size >= window.size - 1) return false;
		const offset = Math.max(position, ...early.keys()) + step;
		if (reader.end && offset >= reader.end()) return false;
		const controller = new AbortController();
		const signal = AbortSignal.any([controller.signal, reader.signal]);
		const answer = this.request(offset, signal);
		early.set(offset, { offset, answer, rested: this.rest(answer), controller });
		return true;
	}

	private async rest(answer: Promise<Answer>): Promise<void> {
		const settled = await answer;
		if (!('failure' in settled) || asksForTooLong(settled.failure)) return;
		const wait = retryAfterOf(settled.failure);
		if (wait === undefined) return;
		const { retryPolicy, signal } = this.reader;
		const waiting = retryPolicy.sleep(wait, AbortSignal.any([this.end.signal, signal]));
		this.waits.add(waiting);
		await waiting;
		this.waits.delete(waiting);
	}
}
