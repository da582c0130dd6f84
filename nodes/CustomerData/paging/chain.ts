import type { Answer, PlacedPage } from './answer';
import { type Failure, PageNotRead } from './failure';
import type { ListReader } from './listReader';
import { ReadAhead } from './readAhead';
import { asksForTooLong, withRetries } from './retry';

/** Requests the pages of a list, one after the other and early ones in between. */
export class Chain {
	private readonly ahead: ReadAhead;

	/** @param overlap by how many records an early page reaches back behind the page before it */
	constructor(
		private readonly reader: ListReader,
		private readonly overlap: number,
	) {
		// An early request that fails needs a second one.
		const parallelRequests = reader.retryPolicy.maxRetries === 0 ? 1 : reader.parallelRequests;
		const { end } = reader;
		// What an early page shares with the page before it is no reason to request it.
		const last = end && { end: () => end() - overlap };
		this.ahead = new ReadAhead({ ...reader, parallelRequests, ...last });
	}

	/**
	 * A page that was requested early and that starts near before the offset. When that request
	 * failed, `failed` says so, and the page may be requested again now.
	 *
	 * @param stride how far after each other pages start
	 * @throws PageNotRead when the service asks for more patience than there is
	 */
	async early(at: number, stride: number): Promise<{ page?: PlacedPage; failed: boolean }> {
		const early = this.ahead.take(at, this.overlap);
		if (!early) return { failed: false };
		const { offset } = early;
		this.ahead.readOn(offset, stride - this.overlap);
		const answer = await early.answer;
		if (!('failure' in answer)) return { page: { offset, ...answer.page }, failed: false };
		if (asksForTooLong(answer.failure)) this.fail(answer.failure, offset);
		await early.rested;
		return { failed: true };
	}

	/** The page at the offset, as {@link ask} gets it. @throws PageNotRead */
	async request(offset: number, stride = 0, failedEarly = false): Promise<PlacedPage> {
		const answer = await this.ask(offset, stride, failedEarly);
		if ('failure' in answer) return this.fail(answer.failure, offset);
		return { offset, ...answer.page };
	}

	/**
	 * Requests the page at the offset. A page is requested at most once and `maxRetries` times more,
	 * and the last time alone: our own other requests may be what the service cannot take.
	 *
	 * @param stride how far after each other the next pages start; 0 to request none of them early
	 * @param failedEarly whether the page was requested before
	 */
	async ask(offset: number, stride = 0, failedEarly = false): Promise<Answer> {
		const { reader, ahead } = this;
		const { retryPolicy, signal, onRetry } = reader;
		const { maxRetries } = retryPolicy;
		const attempt = async (retriesLeft: number) => {
			if (retriesLeft < maxRetries) onRetry?.();
			if (retriesLeft === 0) await ahead.settle();
			return await ahead.request(offset, signal);
		};
		const policy = { ...retryPolicy, maxRetries: maxRetries - (failedEarly ? 1 : 0) };
		await ahead.rested;
		const answering = withRetries(attempt, policy, signal);
		ahead.readOn(offset, stride - this.overlap);
		return await answering;
	}

	/** The page is part of what is read. */
	confirm(): void {
		this.ahead.confirm();
	}

	/** The list is not as it was: ends what was requested early. */
	drop(): void {
		this.ahead.drop();
	}

	stop(): void {
		this.ahead.stop();
	}

	fail(failure: Failure, offset: number): never {
		throw new PageNotRead(failure, this.reader.list, offset);
	}
}
