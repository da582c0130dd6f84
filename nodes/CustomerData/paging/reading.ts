import type { Page } from '../api/page';
import { failure, PageNotRead, type Failed, type Failure } from '../errors/failures';
import { OVERLAP } from './continuation';
import { Ids } from './ids';
import { Memory, type ShownRecord, type Step } from './memory';
import type { Continuation, PagingOptions } from './pagingOptions';
import { Prefetch } from './prefetch';

/** How many pages in a row may bring nothing new. */
const PATIENCE = 30;

/** How the service refuses a request that it does not know. */
const REFUSALS: Array<Failure['name']> = ['notAccepted', 'unknownOperation'];

/** Why pages do not fit together: their order was seen to change, or they do not show why. */
export type Misfit = 'unordered' | 'unsettled';

/** The state of one read, shared by all of its phases: the records and pages so far, and the requests for more. */
export class Reading {
	readonly pages: Prefetch;
	readonly memory: Memory;
	/** The offset of the next page, after the last one. */
	at: number;
	/** The most different records that were read, and how many pages in a row brought none. */
	private furthest = 0;
	private inVain = 0;

	constructor(
		readonly options: PagingOptions,
		readonly start: number,
	) {
		const { prefetchUntil = Infinity, partOf } = options;
		this.pages = new Prefetch({ ...options, prefetchUntil: prefetchUntil - OVERLAP });
		this.memory = new Memory(new Ids(partOf));
		this.at = start;
	}

	take(step: Step): Continuation {
		const { memory, options } = this;
		const { page, kept, fresh } = step;
		const { offset, records, next } = page;
		const { repeats } = memory;
		memory.take(step);
		options.stats.repeats += memory.repeats - repeats;
		if (memory.different > this.furthest) this.inVain = 0;
		else if (next !== undefined) this.inVain += 1;
		this.furthest = Math.max(this.furthest, memory.different);
		const isFresh = (_: unknown, index: number) => fresh.includes(index);
		return { kept, offset: offset + (fresh[0] ?? 0), records: records.filter(isFresh), next };
	}

	/** Counts a page that brought nothing new. */
	missPage(): void {
		this.inVain += 1;
	}

	/** Whether so many pages in a row brought nothing new that more of them are not worth asking for. */
	get isStuck(): boolean {
		return this.inVain >= PATIENCE;
	}

	async request(at: number): Promise<Page> {
		const page = await this.pages.page(at);
		if ('failure' in page) throw this.notRead(page.failure);
		return page;
	}

	async requestNext(stride: number): Promise<Page> {
		return this.pageOrEnd(await this.pages.page(this.at, { stride }));
	}

	/** The page, or an empty one if it was refused and the page before said nothing about more: then the list ends there. */
	pageOrEnd(answer: Page | Failed): Page {
		if (!('failure' in answer)) return answer;
		const { isEndUnknown } = this.memory.last;
		if (!isEndUnknown || answer.failure.isTransient) throw this.notRead(answer.failure);
		return { offset: this.at, records: [], next: undefined };
	}

	async stillShow(pages: ShownRecord[]): Promise<boolean> {
		for (const page of pages) {
			const { records } = await this.request(page.offset);
			if (!this.memory.isAs(records, page)) return false;
		}
		return true;
	}

	/** A page whose records all come next. */
	allOf(page: Page, kept = this.memory.count): Step {
		return { page, kept, fresh: [...page.records.keys()] };
	}

	notRead(why: Failure, at = this.at): PageNotRead {
		const { status = 0, quote, retries = 0 } = why;
		// A list that has returned a page is known, and so is how to ask for it.
		const isPart = this.memory.taken.length > 0 && REFUSALS.includes(why.name);
		const part = () => failure('incomplete', { status, retries, ...(quote && { quote }) });
		return new PageNotRead(isPart ? part() : why, this.options.listName, at);
	}

	stuck(why: Misfit): PageNotRead {
		return this.notRead(failure(why));
	}
}
