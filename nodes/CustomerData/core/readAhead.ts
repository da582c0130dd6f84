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

interface EarlyPage {
	answer: Promise<Answer>;
	/** Ends the request. */
	controller: AbortController;
}

/** So many pages have to arrive before more are asked for at a time than the service took… */
const FIRST_PATIENCE = 8;
/** …and twice as many after each further setback, up to this. */
const LONGEST_PATIENCE = 64;

/**
 * Requests pages early, at the offsets that the last stride predicts. Whether a page is wanted
 * is for the chain to say: a page is handed out for exactly its offset, or dropped.
 *
 * The window counts the page that the chain is at and those after it. It starts with one, and
 * gains one with each page that arrives. When the service fails to answer, the window halves and
 * soon comes close to where it was; only after some patience does it get there again. So a service
 * that takes but few requests at a time is left at that, and one that takes a single one hardly
 * notices.
 */
export class ReadAhead {
	/** Requests made so far. */
	begun = 0;
	/** Requests that have no answer yet. */
	underWay = 0;

	private readonly early = new Map<number, EarlyPage>();
	/** The page that the chain is at, and how far after it the next one is expected. */
	private position = 0;
	private stride = 0;
	private filling = false;
	private window = 1;
	/** What the window may reach without patience. */
	private ceiling: number;
	private patience = 0;
	private arrivedSinceSetback = 0;

	constructor(private readonly reader: EarlyReader) {
		this.ceiling = reader.parallelRequests;
	}

	/** Asks for a page once, and keeps count. */
	async request(offset: number, signal: AbortSignal): Promise<Answer> {
		this.begun += 1;
		this.underWay += 1;
		const answer = await this.reader.fetchPage(offset, signal);
		this.underWay -= 1;
		// A request that we ended ourselves tells nothing of the service.
		if ('failure' in answer && !signal.aborted) this.setBack();
		return answer;
	}

	/** The page at the offset, where it was asked for early. */
	take(offset: number): Promise<Answer> | undefined {
		const page = this.early.get(offset);
		this.early.delete(offset);
		const skipped = [...this.early.keys()].some((other) => other < offset);
		if (skipped || (!page && this.early.size > 0)) this.drop();
		return page?.answer;
	}

	/** Asks for the pages after the one at `offset`, as far as the window reaches. */
	readOn(offset: number, stride: number): void {
		this.position = offset;
		this.stride = stride;
		if (!this.filling) void this.fill();
	}

	/** A page was believed: the window may grow. */
	confirm(): void {
		this.arrivedSinceSetback += 1;
		if (this.window < this.ceiling || this.arrivedSinceSetback > this.patience) {
			this.window = Math.min(this.window + 1, this.reader.parallelRequests);
		}
	}

	/** Asks for nothing more until a page arrives; resolves when nothing is under way any more. */
	async settle(): Promise<void> {
		this.window = 1;
		await Promise.all([...this.early.values()].map(({ answer }) => answer));
	}

	/** Ends what is under way and was not taken, and asks for nothing more until a page arrives. */
	stop(): void {
		this.window = 1;
		for (const { controller } of this.early.values()) controller.abort();
		this.early.clear();
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
		const { early, position, stride, reader } = this;
		// After a setback, earlier requests at other offsets can still be under way.
		if (this.underWay >= reader.parallelRequests) return false;
		for (let page = 1; page < this.window; page++) {
			const predicted = position + page * stride;
			if (early.has(predicted)) continue;
			const controller = new AbortController();
			const signal = AbortSignal.any([controller.signal, reader.signal]);
			early.set(predicted, { answer: this.request(predicted, signal), controller });
			return true;
		}
		return false;
	}

	/** The chain went another way than predicted. */
	private drop(): void {
		this.setBack();
		this.stop();
	}

	/** However often the service fails before another page arrives, that is one setback. */
	private setBack(): void {
		if (this.arrivedSinceSetback === 0) return;
		this.arrivedSinceSetback = 0;
		this.ceiling = Math.max(1, this.window - 1);
		this.window = Math.max(1, Math.floor(this.window / 2));
		this.patience = Math.min(Math.max(FIRST_PATIENCE, this.patience * 2), LONGEST_PATIENCE);
	}
}
