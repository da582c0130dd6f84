import { type Failure, failure as failureOf } from '../api/failures';
import type { DataRecord, Page } from '../api/page';
import { differsThroughout } from './alike';
import { type PlacedPage, Prefetch, type PrefetchOptions, type Wanted } from './prefetch';
import { findResumePoint, type ResumePoint, setbacksIn } from './resume';
import { OVERLAP, Tail } from './tail';

export interface ReadOptions extends PrefetchOptions {
	/** Name of the list operation, for what is thrown. */
	list: string;
	/** The part of a record to recognize it by; all of it by default. */
	partOf?: (record: DataRecord) => DataRecord;
}

/** Thrown when a list could not be read to its end. */
export class PageNotRead extends Error {
	constructor(
		readonly failure: Failure,
		readonly list: string,
		/** Offset of the first record that was not read. */
		readonly offset: number,
	) {
		super(`${list} could not be read from offset ${offset} on: ${failure.message}`);
	}
}

/** A page, and which of its records come next. */
export interface Found extends ResumePoint {
	page: PlacedPage;
}

/** Where the read stands: after this page, at this offset. */
interface Position {
	last: PlacedPage;
	at: number;
}

/** How many pages in a row may bring nothing new. */
const PATIENCE = 30;

/** How often a read may begin anew after finding nothing of what it had read. */
const RESTARTS = 3;

/** Retries of an overlapping page, until pages are known to overlap. */
const FEW_RETRIES = 1;

/** After its first refusal, how often a service has to answer at its own offset and refuse ours again. */
const ROUNDS = 4;

/** How many records before the overlap an early page may start: pages can be shorter than expected. */
const SLACK = 10;

/** How far back to look for the place to continue, in pages; then five times as far each time. */
const LOOKS = [0.5, 0.6, 0.7, 1];

/** The largest share of a page that may overlap with the one before. */
const LONGEST_OVERLAP = 0.6;

/** Finds the next page: one that continues what was read. */
export class Reader {
	readonly pages: Prefetch;
	readonly tail: Tail;
	/** Whether the service has proven that its pages cannot overlap. */
	isPlain = false;
	/** Whether pages were seen to overlap. One that does not then shows a changed list or order. */
	isProven = false;
	/** Whether neighbors were seen to change places. */
	private isUnordered = false;
	/** How many records the next page should share with the last one. */
	private overlap = OVERLAP;
	/** Records on the longest page. */
	private size = 0;
	private restarts = RESTARTS;
	private patience = PATIENCE;
	/** The highest number of records that the read has reached. */
	private furthest = 0;
	private front: DataRecord[] = [];
	/** The last two pages that were taken. */
	private taken: PlacedPage[] = [];

	constructor(
		private readonly options: ReadOptions,
		private readonly start: number,
	) {
		const { end = Infinity } = options;
		this.pages = new Prefetch({ ...options, end: end - OVERLAP });
		this.tail = new Tail(options.partOf);
	}

	async first(): Promise<Found> {
		return this.begin(await this.request(this.start));
	}

	/** Remembers the new records, and returns them. @throws PageNotRead after too many pages without any */
	take({ page, kept, fresh }: Found): DataRecord[] {
		const { tail, options, taken } = this;
		const chosen = new Set(fresh);
		const records = page.records.filter((_, index) => chosen.has(index));
		const { count, repeats } = tail;
		tail.append(kept, records);
		const repeated = tail.repeats - repeats;
		options.stats.repeats += repeated;
		this.size = Math.max(this.size, page.records.length);
		this.taken = [...taken.slice(-1), page];
		const isAhead = records.length > repeated && tail.count > this.furthest;
		this.furthest = Math.max(this.furthest, tail.count);
		if (isAhead) this.patience = PATIENCE;
		else if (page.next !== undefined && (kept < count || records.length === repeated)) {
			this.endure(page.offset);
		}
		return records;
	}

	/** The page that continues after the last one, which ends at this offset. */
	async goOn(last: PlacedPage, at: number): Promise<Found> {
		const position = { last, at };
		const stride = at - last.offset;
		const { length } = last.records;
		const overlap = Math.max(OVERLAP, Math.min(this.overlap, Math.floor(length * LONGEST_OVERLAP)));
		// If the service counts records that it does not return, the overlap lies further back.
		const expected = Math.max(0, last.offset + length - overlap);
		if (this.isPlain || (expected <= last.offset && last.next !== undefined)) {
			return await this.follow(position);
		}
		const near = await this.pages.page(expected, {
			step: 2 * length - overlap - stride,
			slack: SLACK,
			...(!this.isProven && { maxRetries: Math.min(FEW_RETRIES, this.options.maxRetries) }),
		});
		if (!('failure' in near)) return await this.goOnFrom(near, position);
		if (this.isProven || near.failure.name === 'cancelled') throw this.notRead(near.failure, at);
		return await this.tryInTurn(expected, position, near.failure);
	}

	/** If this page does not continue what was read, tries pages further back, down to the front. */
	private async goOnFrom(near: PlacedPage, { last, at }: Position): Promise<Found> {
		for (let page = near; ;) {
			const found = this.goesOn(page, at);
			if (found) return found;
			this.pages.drop();
			if (page !== near && !this.isProven) return await this.prove(near, { last, at });
			if (page.offset === 0) return this.beginAnew(page, at);
			this.endure(at);
			const answer = await this.pages.page(placeBefore(page.offset, at, at - last.offset));
			if (!('failure' in answer)) page = answer;
			else if (this.isProven) throw this.notRead(answer.failure, at);
			else return await this.prove(near, { last, at });
		}
	}

	private goesOn(page: PlacedPage, at: number): Found | undefined {
		const { tail, size } = this;
		const back = at - page.offset;
		const places = tail.placesIn(page.records);
		const overlaps = tail.overlapsWith(page.records, back);
		const setbacks = setbacksIn(places, size);
		this.isUnordered ||= setbacks.length > 1;
		const { count } = tail;
		const { isUnordered } = this;
		const resume = findResumePoint({ places, overlaps, count, back, size, isUnordered });
		if (!resume) return undefined;
		// A page that ends where the read stands proves nothing.
		const hasNews = resume.fresh.length > 0 || page.next === undefined || resume.kept < count;
		if (!this.isProven && !hasNews) return undefined;
		this.isProven = true;
		// The next page has to show all neighbors that change places.
		if (setbacks.length > 1) {
			const wide = Math.min(3 * Math.max(...setbacks), LONGEST_OVERLAP * size);
			this.overlap = Math.max(this.overlap, Math.floor(wide));
		}
		return { page, ...resume };
	}

	/** A service that keeps answering at its own offset and refusing ours lets no pages overlap. */
	private async tryInTurn(other: number, position: Position, first: Failure): Promise<Found> {
		const { pages, options } = this;
		const left = options.maxRetries - (first.isTransient ? FEW_RETRIES : 0);
		for (let round = 0; ; round++) {
			const own = await pages.page(position.at, {
				maxRetries: round === 0 ? Math.max(0, left) : 0,
			});
			const isFailing = 'failure' in own;
			if (isFailing && round === 0) return this.endOrThrow(own.failure, position);
			if (!isFailing && round === ROUNDS) return await this.follow(position, own);
			// A temporary failure proves nothing.
			const page = await pages.page(other, isFailing ? {} : { maxRetries: 0 });
			if (!('failure' in page)) return await this.goOnFrom(page, position);
			if (isFailing) throw this.notRead(page.failure, position.at);
		}
	}

	/** Finds out why pages do not overlap: because of the service, a changed list, or an unstable order. */
	private async prove(near: PlacedPage, position: Position): Promise<Found> {
		const { tail, front, start } = this;
		const { at } = position;
		const again = await this.request(start);
		const hasStood = this.isSame(again, { records: front });
		if (!hasStood && differsThroughout(front, again.records)) {
			const third = await this.request(start);
			if (differsThroughout(again.records, third.records))
				return await this.follow(position, await this.request(at));
		}
		if (hasStood) {
			const next = await this.request(at);
			if (this.isSame(next, again)) throw this.notRead(failureOf('samePage'), at);
			const isElsewhere =
				near.records.length === 0 || this.isSame(near, again) || this.isSame(near, next);
			if (isElsewhere) return await this.follow(position, next);
			this.isUnordered ||= tail.knownIn(near.records) === 0;
		}
		if (start === 0 && (!hasStood || this.isUnordered)) return this.beginAnew(again, at);
		this.isProven = true;
		return await this.goOnFrom(near, position);
	}

	/**
	 * The page at `x-page-next`, without overlap: for a last page with too few records, or if none can overlap.
	 *
	 * @param next that page, if the proof that pages cannot overlap already requested it
	 */
	private async follow(position: Position, next?: PlacedPage): Promise<Found> {
		const { pages, tail, options } = this;
		const { last, at } = position;
		this.isPlain ||= next !== undefined;
		if (next) pages.drop();
		const page = next ?? (await pages.page(at, { step: at - last.offset }));
		if ('failure' in page) return this.endOrThrow(page.failure, position);
		const { length } = page.records;
		const isKnown = length > OVERLAP && 2 * tail.knownIn(page.records) > length;
		if (isKnown && this.isSame(page, last)) throw this.notRead(failureOf('samePage'), at);
		if (isKnown && !this.isPlain) return await this.goOnFrom(page, position);
		options.stats.isPlain = true;
		return { page, kept: tail.count, fresh: [...page.records.keys()] };
	}

	private begin(page: PlacedPage): Found {
		this.front = page.records;
		return { page, kept: 0, fresh: [...page.records.keys()] };
	}

	/** Starts over with this page, because nothing of what was read is left. */
	private beginAnew(page: PlacedPage, at: number): Found {
		this.restarts -= 1;
		if (this.start > 0 || this.restarts < 0) throw this.unsettled(at);
		return this.begin(page);
	}

	/** If the last page said nothing about more, a page that the service refuses means the end. */
	private endOrThrow(failure: Failure, { last, at }: Position): Found {
		if (!last.isUnsaid || failure.isTransient) throw this.notRead(failure, at);
		return { page: { offset: at, records: [], next: undefined }, kept: this.tail.count, fresh: [] };
	}

	private async request(at: number, wanted?: Wanted): Promise<PlacedPage> {
		const page = await this.pages.page(at, wanted);
		if ('failure' in page) throw this.notRead(page.failure, at);
		return page;
	}

	private endure(at: number): void {
		this.patience -= 1;
		if (this.patience < 0) throw this.unsettled(at);
	}

	private unsettled(at: number): PageNotRead {
		const [last, page] = this.taken;
		const isSame =
			last &&
			page &&
			page.offset > last.offset &&
			page.records.length > OVERLAP &&
			this.isSame(last, page);
		const name = this.isUnordered ? 'unordered' : 'unsettled';
		return this.notRead(failureOf(isSame ? 'samePage' : name), at);
	}

	private isSame(one: Pick<Page, 'records'>, other: Pick<Page, 'records'>): boolean {
		const { tail } = this;
		return tail.textsOf(one.records).join() === tail.textsOf(other.records).join();
	}

	private notRead(failure: Failure, at: number): PageNotRead {
		return new PageNotRead(failure, this.options.list, at);
	}
}

/** The next place to look at: of those before the offset, the one that lies least far back. */
function placeBefore(offset: number, at: number, stride: number): number {
	const places = LOOKS.map((look) => Math.floor(at - look * stride));
	const found = places.find((place) => place < offset);
	return Math.max(0, found ?? at - 5 * (at - offset));
}
