import type { Answer } from './answer';
import type { ListReader } from './listReader';
import { Window } from './window';

/** An answer, and whether no other request was under way at any time meanwhile. */
export type Attempt = Answer & { alone: boolean };

interface EarlyPage {
	attempt: Promise<Attempt>;
	/** Ends the request. */
	controller: AbortController;
}

/**
 * Requests pages early, at the offsets that the last stride predicts. Whether a page is wanted
 * is for the chain to say: a page is handed out for exactly its offset, or dropped.
 */
export class ReadAhead {
	private readonly early = new Map<number, EarlyPage>();
	private readonly window: Window;
	/** Requests made so far, and those without an answer. */
	private begun = 0;
	private underWay = 0;
	/** The page that the chain is at, and how far after it the next one is expected. */
	private position = 0;
	private stride = 0;
	private filling = false;

	constructor(private readonly reader: ListReader) {
		this.window = new Window(reader.parallelRequests);
	}

	async request(offset: number, signal: AbortSignal): Promise<Attempt> {
		const others = this.underWay++;
		const begun = ++this.begun;
		const answer = await this.reader.fetchPage(offset, signal);
		this.underWay -= 1;
		// A request that we ended ourselves says nothing about the service.
		if ('failure' in answer && !signal.aborted) this.window.narrow();
		return { ...answer, alone: others === 0 && this.begun === begun };
	}

	/** The page at the offset, if it was requested early. */
	take(offset: number): Promise<Attempt> | undefined {
		const page = this.early.get(offset);
		this.early.delete(offset);
		const skipped = [...this.early.keys()].some((other) => other < offset);
		if (skipped || (!page && this.early.size > 0)) this.drop();
		return page?.attempt;
	}

	/** Requests the pages after the one at `offset`, as far as the window reaches. */
	readOn(offset: number, stride: number): void {
		this.position = offset;
		this.stride = stride;
		if (!this.filling) void this.fill();
	}

	confirm(): void {
		this.window.widen();
	}

	/** Requests nothing more until a page arrives; resolves when nothing is under way. */
	async settle(): Promise<void> {
		this.window.close();
		await Promise.all([...this.early.values()].map(({ attempt }) => attempt));
	}

	/** Ends early requests that were not taken, and makes no more until a page arrives. */
	stop(): void {
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
		const { early, position, stride, reader, window } = this;
		// Dropped requests at other offsets can still be under way.
		if (this.underWay >= reader.parallelRequests) return false;
		for (let page = 1; page < window.size; page++) {
			const predicted = position + page * stride;
			if (early.has(predicted)) continue;
			const controller = new AbortController();
			const signal = AbortSignal.any([controller.signal, reader.signal]);
			early.set(predicted, { attempt: this.request(predicted, signal), controller });
			return true;
		}
		return false;
	}

	/** The chain went another way than predicted. */
	private drop(): void {
		this.window.narrow();
		this.stop();
	}
}
