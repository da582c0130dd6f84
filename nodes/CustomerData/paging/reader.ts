import { type Failure, failure as failureOf, PageNotRead } from '../errors/failures';
import { GROUP, nextIn, OVERLAP, setbacksIn, TRIES } from './continuation';
import { type Continuation, type Found, Memory, type Taken } from './memory';
import { askOwnPlace, endOrThrow, follow, whyNoOverlap } from './overlap';
import { type PlacedPage, Prefetch, type ReadOptions } from './prefetch';

/** The largest share of a page that overlaps: a group of equal rows, and half of the one before. */
const WIDE = 1.5 * GROUP;

/** How many pages in a row may bring nothing new. */
const PATIENCE = 30;

/** How many of them are enough where equal rows change places: they do so again. */
const PATIENCE_IF_UNORDERED = 7;

/** Finds the next page: one that continues what was read. */
export class Reader {
	readonly pages: Prefetch;
	readonly memory: Memory;
	/** Where the next page belongs: after the last one, at this offset. */
	at = 0;
	/** Whether pages overlap is open at first; once it is proven, either way, it stays so. */
	overlaps: boolean | undefined;
	/** Whether no page shows what comes next, so that the count alone tells whether the list is whole. */
	isUnordered = false;
	/** Whether the service counted more records than it returned, up to `x-page-next`. */
	hasGaps = false;
	/** The records of the longest page. */
	size = 0;
	/** By how many places neighbors were seen to change places. */
	private disorder = 0;
	/** The most different records that the read has reached. */
	private furthest = 0;
	private inVain = 0;
	private restarts: number;

	constructor(
		readonly options: ReadOptions,
		readonly start: number,
	) {
		const { prefetchUntil = Infinity, partOf } = options;
		this.pages = new Prefetch({ ...options, prefetchUntil: prefetchUntil - OVERLAP });
		this.memory = new Memory(start, partOf);
		// Only a read of the whole list can begin anew.
		this.restarts = start === 0 ? TRIES : 0;
	}

	async first(): Promise<Found> {
		return this.allOf(await this.request(this.start), 0);
	}

	/** Remembers what comes next. */
	take(found: Found): Continuation {
		const { memory, options } = this;
		const { page, kept, fresh } = found;
		const { offset, records, next } = page;
		const { repeats } = memory;
		memory.take(found);
		options.stats.repeats += memory.repeats - repeats;
		this.hasGaps ||= next !== undefined && next - offset > records.length;
		this.size = Math.max(this.size, records.length);
		if (memory.different > this.furthest) this.inVain = 0;
		else if (next !== undefined) this.inVain += 1;
		this.furthest = Math.max(this.furthest, memory.different);
		const isFresh = (_: unknown, index: number) => fresh.includes(index);
		return { kept, offset: offset + (fresh[0] ?? 0), records: records.filter(isFresh), next };
	}

	/** Finds the page that continues what was read. @throws PageNotRead */
	async nextPage(): Promise<Found> {
		const { pages, options, at } = this;
		const { last } = this.memory;
		const { length } = last.records;
		if (this.inVain > PATIENCE) throw this.unsettled();
		if (this.isUnordered) return await this.goOn();
		const wide = Math.min(3 * this.disorder, Math.floor(WIDE * length));
		const overlap = Math.max(OVERLAP, wide);
		// If the service counts records that it does not return, the overlap lies further back.
		const expected = Math.max(0, last.offset + length - overlap);
		const isTooShort = expected <= last.offset && last.next !== undefined;
		if (this.overlaps === false || isTooShort) return await follow(this);
		const near = await pages.page(expected, {
			// Less the records that the service counts but does not return.
			step: length - overlap - (at - last.offset - length),
			slack: Math.floor(GROUP * length),
			maxRetries: this.overlaps ? options.maxRetries : Math.min(1, options.maxRetries),
		});
		if (!('failure' in near)) return await this.lookBack(near);
		if (this.overlaps || near.failure.name === 'cancelled') throw this.notRead(near.failure);
		const answer = await askOwnPlace(this, expected, near.failure);
		if ('near' in answer) return await this.lookBack(answer.near);
		return 'own' in answer ? await follow(this, answer.own) : endOrThrow(this, answer.failure);
	}

	/** The page where the read stands, with whatever is new on it, because no page shows what comes next. */
	async goOn(): Promise<Found> {
		const { pages, memory, size } = this;
		// A further reading starts between these places.
		if (!this.isUnordered) this.at -= (this.at - this.start) % size;
		this.isUnordered = true;
		const page = await pages.page(this.at, { step: size });
		if ('failure' in page) return endOrThrow(this, page.failure);
		return { page, kept: memory.count, fresh: memory.newIn(page.records) };
	}

	/** @throws PageNotRead */
	async stillShows({ offset, ids }: Taken): Promise<boolean> {
		const page = await this.request(offset);
		return this.memory.idsOf(page.records).join() === ids.join();
	}

	/** @throws PageNotRead */
	async request(at: number): Promise<PlacedPage> {
		const page = await this.pages.page(at);
		if ('failure' in page) throw this.notRead(page.failure);
		return page;
	}

	notRead(failure: Failure, at = this.at): PageNotRead {
		return new PageNotRead(failure, this.options.listName, at);
	}

	allOf(page: PlacedPage, kept = this.memory.count): Found {
		return { page, kept, fresh: [...page.records.keys()] };
	}

	/** If this page does not continue what was read, tries pages further back, down to the front. */
	private async lookBack(near: PlacedPage): Promise<Found> {
		const { pages, at } = this;
		const { last } = this.memory;
		for (let page = near; ; this.inVain += 1) {
			const found = this.nextIn(page);
			if (found) return found;
			pages.drop();
			if (page !== near && this.overlaps === undefined) return await this.findOutWhy(near);
			if (page.offset === 0) return await this.beginAnew(page);
			if (this.disorder > 0 && this.inVain >= PATIENCE_IF_UNORDERED) return await this.goOn();
			if (this.inVain >= PATIENCE) throw this.unsettled();
			// Half a page back, then twice as far each time.
			const share = this.disorder > 0 ? WIDE : 0.5;
			const back = Math.max(Math.ceil(share * (at - last.offset)), 2 * (at - page.offset));
			const answer = await pages.page(Math.max(0, at - back));
			if (!('failure' in answer)) page = answer;
			else if (this.overlaps) throw this.notRead(answer.failure);
			else return await this.findOutWhy(near);
		}
	}

	private nextIn(page: PlacedPage): Found | undefined {
		const { memory, size, at, hasGaps } = this;
		const setbacks = setbacksIn(memory.placesOf(page.records), size);
		if (setbacks.length > 1) this.disorder = Math.max(this.disorder, ...setbacks);
		const where = { back: at - page.offset, size, hasGaps, isDisordered: this.disorder > 0 };
		const next = nextIn(page.records, memory, where);
		if (!next) return undefined;
		// A page that ends where the read stands does not prove that pages overlap.
		const hasNews = next.fresh.length > 0 || page.next === undefined || next.kept < memory.count;
		if (this.overlaps === undefined && !hasNews) return undefined;
		this.overlaps = true;
		return { page, ...next };
	}

	private async findOutWhy(near: PlacedPage): Promise<Found> {
		const why = await whyNoOverlap(this, near);
		if ('own' in why) return await follow(this, why.own);
		this.overlaps = true;
		if (why.hasStood) this.disorder ||= 1;
		return this.start === 0 ? await this.beginAnew(why.front) : await this.lookBack(near);
	}

	/** Nothing of what was read is left at the front, or all of it is, and the order is not stable. */
	private async beginAnew(page: PlacedPage): Promise<Found> {
		const { memory, disorder } = this;
		if (disorder > 0 && memory.areSame(page.records, memory.front.records))
			return await this.goOn();
		this.restarts -= 1;
		if (this.restarts < 0) throw this.unsettled();
		return this.allOf(page, 0);
	}

	/** Why the read makes no progress, as far as it shows. */
	private unsettled(): PageNotRead {
		const [before, last] = this.memory.taken.slice(-2);
		const isElsewhere = before && last && last.offset > before.offset;
		const isSame =
			isElsewhere && last.ids.length >= 2 * OVERLAP && last.ids.join() === before.ids.join();
		if (isSame) return this.notRead(failureOf('samePage'));
		return this.notRead(failureOf(this.disorder > 0 ? 'unordered' : 'unsettled'));
	}
}
