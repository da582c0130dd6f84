import { type Failure, failure as failureOf } from '../api/failures';
import type { DataRecord, Page } from '../api/page';
import { differsThroughout } from './alike';
import { type PlacedPage, Prefetch, type PrefetchOptions, type Wanted } from './prefetch';
import { findResumePoint, type ResumePoint, setbacksIn } from './resume';
import { OVERLAP, Tail } from './tail';

export interface ReadOptions extends PrefetchOptions {
	/** Name of the list operation, for what is thrown. */
	list: string;
	/** What of a record to know it again by; the whole record by default. */
	partOf?: (record: DataRecord) => DataRecord;
}

/** Thrown when a list could not be read to its end. */
export class PageNotRead extends Error {
	constructor(
		readonly failure: Failure,
		readonly list: string,
		/** Record offset of the first record that was not read. */
		readonly offset: number,
	) {
		super(`${list} could not be read from offset ${offset} on: ${failure.message}`);
	}
}

/** Where the read goes on. */
export interface Found extends ResumePoint {
	page: PlacedPage;
}

/** Where the read stands: after this page, at this offset. */
interface Position {
	last: PlacedPage;
	at: number;
}

/** Pages in a row that may bring no record that was not read before. */
const PATIENCE = 30;

/** How often a read may begin anew, because nothing of what was read is left. */
const RESTARTS = 3;

/** Retries as long as it is not known whether the service lets pages overlap. */
const FEW_RETRIES = 1;

/** How often a service has to answer at its own offset and refuse another one, in turn. */
const ROUNDS = 4;

/** By how many records an early page may start before the overlap: pages can hold fewer than expected. */
const SLACK = 10;

/** How far back to look for the place to go on, in pages. Beyond a page, five times as far each time. */
const LOOKS = [0.5, 0.6, 0.7, 1];

/** The most of a page that overlaps with the one before. */
const LONGEST_OVERLAP = 0.6;

/** Finds the page that goes on from those before it. */
export class Reader {
	readonly pages: Prefetch;
	readonly tail: Tail;
	/** Whether the service has proven that its pages cannot overlap. */
	isPlain = false;
	/** Whether pages were seen to overlap, so that only the list can keep another from doing so. */
	isProven = false;
	/** Whether neighbors were seen to change places. */
	private isUnordered = false;
	/** How many records the next page should share with the last one. */
	private overlap = OVERLAP;
	/** The records of the longest page. */
	private size = 0;
	private restarts = RESTARTS;
	private patience = PATIENCE;
	/** The most records that were ever read. */
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

	/** Remembers what was found. @throws PageNotRead where too many pages bring nothing new */
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

	/** The page that goes on after the last one, from this offset on. */
	async goOn(last: PlacedPage, at: number): Promise<Found> {
		const position = { last, at };
		const stride = at - last.offset;
		const { length } = last.records;
		const overlap = Math.max(OVERLAP, Math.min(this.overlap, Math.floor(length * LONGEST_OVERLAP)));
		// Where the service counts records that it does not return, the overlap lies further back.
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

	/** Where this page does not go on, one further and further back may, down to the front. */
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
		// Neighbors that change places have to stand whole on the next page.
		if (setbacks.length > 1) {
			const wide = Math.min(3 * Math.max(...setbacks), LONGEST_OVERLAP * size);
			this.overlap = Math.max(this.overlap, Math.floor(wide));
		}
		return { page, ...resume };
	}

	/** A service that answers at its own offset, time and again, and refuses another lets no pages overlap. */
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
			// A failure that passes proves nothing.
			const page = await pages.page(other, isFailing ? {} : { maxRetries: 0 });
			if (!('failure' in page)) return await this.goOnFrom(page, position);
			if (isFailing) throw this.notRead(page.failure, position.at);
		}
	}

	/** Why pages do not overlap: the service does not let them, or the list has changed, or its order. */
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
	 * The page that the service names as the next one: where the last page shows too little to overlap with,
	 * or once it is proven that pages cannot.
	 *
	 * @param next proves it
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

	/** Nothing of what was read is left. */
	private beginAnew(page: PlacedPage, at: number): Found {
		this.restarts -= 1;
		if (this.start > 0 || this.restarts < 0) throw this.unsettled(at);
		return this.begin(page);
	}

	/** Where nothing was said about more, a page that cannot be had was none. */
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
