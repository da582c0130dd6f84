import type { Failure } from '../../../nodes/CustomerData/paging/failure';
import type { Answer, DataRecord } from '../../../nodes/CustomerData/paging/answer';

/** How a service lays the chain through its list. */
export interface SimulatedList {
	/** Records in the list. */
	size: number;
	/** Records on the page at the n-th offset; taken in turn. */
	counts: number[];
	/** How much further than its records a page points; taken in turn. */
	gaps: number[];
}

export interface Trouble {
	/** Which page of the chain, as a share of the list: 0 is the first, 0.99 the last. */
	place: number;
	/** How many requests for that page fail before one succeeds. */
	times: number;
	failure: Failure;
}

const LIMIT = 50;

/** A list as the service answers for it at any offset, also where the chain never comes. */
export class SimulatedService {
	readonly asked: number[] = [];
	mostUnderWay = 0;
	/** Requests above this number at a time are refused. */
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

	/** What a sequential reader gets who is never failed: the oracle. */
	records(): DataRecord[] {
		return this.chain().flatMap((offset) => this.page(offset).records);
	}

	/** The offsets at which a sequential reader asks. */
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
		// Who ends a request does not keep the service busy with it.
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
