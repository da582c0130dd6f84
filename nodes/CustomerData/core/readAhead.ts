import type { Answer } from './page';

/** Asks once for the page at an offset; the signal ends the request. Never rejects. */
export type FetchPage = (offset: number, signal: AbortSignal) => Promise<Answer>;

export interface EarlyReader {
	fetchPage: FetchPage;
	/** The most requests at a time, 1 to 16. */
	parallelRequests: number;
	/** Resolves when whatever else is due in the process has had its turn. Never rejects. */
	nextTurn: () => Promise<void>;
	/** Ends the read at once. */
	signal: AbortSignal;
}

/** After a setback so many pages have to arrive before anything is read ahead again… */
const FIRST_PATIENCE = 8;
/** …and twice as many after each further one, up to this. */
const LONGEST_PATIENCE = 64;

/**
 * Requests pages early, at the offsets that the last stride predicts. Whether a page is wanted
 * is for the chain to say: a page is handed out for exactly its offset, or dropped.
 *
 * The window counts the page that the chain stands at and those ahead of it. It starts with one,
 * gains one with each page that arrives, and falls back to one when the service fails to answer
 * or strides differently: a service that takes one request at a time is left at that.
 */
export class ReadAhead {
	/** Requests made so far. */
	begun = 0;
	/** Requests that have no answer yet. */
	underWay = 0;

	private readonly pending = new Map<number, Promise<Answer>>();
	private controller = new AbortController();
	/** The page that the chain is at, and how far behind it the next one is expected. */
	private position = 0;
	private stride = 0;
	private filling = false;
	private arrived = 0;
	private patience = 0;

	constructor(private readonly reader: EarlyReader) {}

	/** Asks for a page once, and keeps count. */
	async request(offset: number, signal: AbortSignal): Promise<Answer> {
		this.begun += 1;
		this.underWay += 1;
		const answer = await this.reader.fetchPage(offset, signal);
		this.underWay -= 1;
		if ('failure' in answer) this.setBack();
		return answer;
	}

	/** The page at the offset, where it was asked for early. */
	take(offset: number): Promise<Answer> | undefined {
		const answer = this.pending.get(offset);
		this.pending.delete(offset);
		const skipped = [...this.pending.keys()].some((early) => early < offset);
		if (skipped || (!answer && this.pending.size > 0)) this.drop();
		return answer;
	}

	/** Asks for the pages behind the one at `offset`, as far as the window reaches. */
	lookBehind(offset: number, stride: number): void {
		this.position = offset;
		this.stride = stride;
		if (!this.filling) void this.fill();
	}

	/** A page was believed: the window may grow. */
	confirm(): void {
		this.arrived += 1;
	}

	/** Resolves when nothing is under way any more. */
	async settle(): Promise<void> {
		await Promise.all(this.pending.values());
	}

	/** Ends whatever is under way. */
	stop(): void {
		this.pending.clear();
		this.controller.abort();
	}

	/**
	 * One request in a turn of the event loop: those that are made all at once hold each other up,
	 * and their answers do so again, round after round.
	 */
	private async fill(): Promise<void> {
		this.filling = true;
		while (this.askForNext()) await this.reader.nextTurn();
		this.filling = false;
	}

	private askForNext(): boolean {
		const { controller, pending, position, stride, reader } = this;
		// After a setback, earlier requests at other offsets can still be under way.
		if (controller.signal.aborted || this.underWay >= reader.parallelRequests) return false;
		for (let ahead = 1; ahead < this.window; ahead++) {
			const predicted = position + ahead * stride;
			if (pending.has(predicted)) continue;
			const signal = AbortSignal.any([controller.signal, reader.signal]);
			pending.set(predicted, this.request(predicted, signal));
			return true;
		}
		return false;
	}

	private get window(): number {
		return Math.min(this.reader.parallelRequests, Math.max(1, this.arrived - this.patience + 1));
	}

	/** The chain went another way than predicted. */
	private drop(): void {
		this.stop();
		this.controller = new AbortController();
		this.setBack();
	}

	/** However many requests fail before another page arrives, they are one setback. */
	private setBack(): void {
		if (this.arrived === 0) return;
		this.arrived = 0;
		this.patience = Math.min(Math.max(FIRST_PATIENCE, this.patience * 2), LONGEST_PATIENCE);
	}
}
