import type { Failure } from '../../../nodes/CustomerData/paging/failure';
import type { Answer, DataRecord } from '../../../nodes/CustomerData/paging/answer';

/** The pages of a service's list. */
export interface SimulatedList {
	/** Records in the list. */
	size: number;
	/** Records on each page, in turn. */
	counts: number[];
	/** How many offsets the next page starts after the last record of each page, in turn. */
	gaps: number[];
}

export interface Trouble {
	/** The page of the chain, as a share of the list: 0 is the first, 0.99 the last. */
	place: number;
	/** How many requests for that page fail before one succeeds. */
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
	private readonly troubles = new Map<number, { times: number; failure: Failure }>();

	constructor(
		private readonly list: SimulatedList,
		troubles: Trouble[] = [],
		private readonly travel: <T>(value: T) => Promise<T> = async (value) => value,
	) {
		const chain = this.chain();
		for (const { place, times, failure } of troubles) {
			const offset = chain[Math.floor(place * chain.length)] ?? 0;
			this.troubles.set(offset, { times, failure });
		}
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
		const trouble = this.troubles.get(offset);
		if (trouble && trouble.times > 0) {
			trouble.times -= 1;
			return { failure: trouble.failure };
		}
		return { page: this.page(offset) };
	}

	private page(offset: number) {
		const { size, counts, gaps } = this.list;
		const turn = Math.floor(offset / LIMIT);
		const count = Math.min(counts[turn % counts.length] ?? LIMIT, Math.max(0, size - offset));
		const gap = Math.min(gaps[turn % gaps.length] ?? 0, LIMIT - count);
		const next = offset + count + gap;
		const records = Array.from({ length: count }, (_, index) => ({ index: offset + index }));
		return { records, next: next < size ? next : undefined };
	}
}
