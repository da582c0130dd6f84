import type { Failure } from '../../../nodes/CustomerData/paging/failure';
import type { Answer, DataRecord } from '../../../nodes/CustomerData/paging/answer';

/** The pages of a service's list. */
export interface SimulatedList {
	/** Records in the list. */
	size: number;
	/** The most records that the service puts on each page, in turn. */
	counts: number[];
	/** Every so many records, one that the service counts but never shows; 0 for none. */
	hiddenEvery: number;
}

export interface Trouble {
	/** The record, as a share of the list: 0 is the first, 0.99 the last. */
	place: number;
	/** How many requests for pages with that record fail before one succeeds. */
	times: number;
	failure: Failure;
}

const LIMIT = 50;

/** A list that responds at any offset, also where the chain never comes. */
export class SimulatedService {
	readonly asked: number[] = [];
	mostUnderWay = 0;
	/** The most requests at the same time; further ones are refused. */
	maxConcurrent = Infinity;

	private underWay = 0;
	private readonly troubles: Array<{ at: number; times: number; failure: Failure }>;

	constructor(
		private readonly list: SimulatedList,
		troubles: Trouble[] = [],
		private readonly travel: <T>(value: T) => Promise<T> = async (value) => value,
	) {
		this.troubles = troubles.map(({ place, times, failure }) => ({
			at: Math.floor(place * list.size),
			times,
			failure,
		}));
	}

	/** What a sequential reader gets without failures: the oracle. */
	records(): DataRecord[] {
		return this.chain().flatMap((offset) => this.page(offset).records);
	}

	/** The offsets that a sequential reader requests. */
	chain(): number[] {
		const offsets: number[] = [];
		let next: number | undefined = 0;
		while (next !== undefined) {
			offsets.push(next);
			next = this.page(next).next;
		}
		return offsets;
	}

	fetchPage = async (offset: number, signal: AbortSignal): Promise<Answer> => {
		if (signal.aborted) return { failure: { kind: 'cancelled' } };
		this.asked.push(offset);
		this.underWay += 1;
		this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
		// A request that its client ended no longer keeps the service busy.
		const leave = () => {
			this.underWay -= 1;
		};
		signal.addEventListener('abort', leave, { once: true });
		const answer = await this.travel(this.answer(offset));
		signal.removeEventListener('abort', leave);
		if (!signal.aborted) leave();
		return answer;
	};

	private answer(offset: number): Answer {
		if (this.underWay > this.maxConcurrent) {
			const busy = { status: 429, messages: [], retryAfter: undefined };
			return { failure: { kind: 'status', ...busy } };
		}
		const { end, ...page } = this.page(offset);
		const trouble = this.troubles.find(
			({ at, times }) => times > 0 && at >= offset && (at < end || end === offset),
		);
		if (!trouble) return { page };
		trouble.times -= 1;
		return { failure: trouble.failure };
	}

	private page(offset: number) {
		const { size, counts, hiddenEvery } = this.list;
		const count = counts[Math.floor(offset / LIMIT) % counts.length] ?? LIMIT;
		const end = Math.max(offset, Math.min(offset + count, size));
		const records = Array.from({ length: end - offset }, (_, index) => ({ index: offset + index }));
		return {
			records: records.filter(({ index }) => hiddenEvery === 0 || (index + 1) % hiddenEvery > 0),
			next: end < size ? end : undefined,
			end,
		};
	}
}
