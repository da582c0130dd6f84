import { type Failure, failure as failureOf } from '../api/failures';
import type { DataRecord, Page } from '../api/page';
import { type PlacedPage, Prefetch, type PrefetchOptions } from './prefetch';
import { differsThroughout } from './alike';
import { OVERLAP, type ResumePoint, Tail } from './tail';

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
export interface Found extends Pick<ResumePoint, 'kept' | 'fresh'> {
	page: PlacedPage;
}

type Resumed = Found & { shuffle: number };

/** Pages in a row that may bring no record that was not read before. */
const PATIENCE = 30;

/** How often a read may begin anew, because nothing of what was read is left. */
const RESTARTS = 3;

/** As long as it is not known whether the service lets pages overlap. */
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
	private overlap = OVERLAP;
	/** The records of the longest page. */
	private size = 0;
	private front: DataRecord[] = [];
	private restarts = RESTARTS;
	private patience = PATIENCE;
	/** Whether the last page was returned for another offset before. */
	private isSame = false;
	private last = { text: '', offset: 0 };
	private furthest = 0;

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
		const { tail, options } = this;
		const chosen = new Set(fresh);
		const records = page.records.filter((_, index) => chosen.has(index));
		const { count, repeats } = tail;
		tail.append(kept, records);
		options.stats.repeats += tail.repeats - repeats;
		this.size = Math.max(this.size, page.records.length);
		const text = tail.textsOf(page.records).join();
		const { last } = this;
		this.isSame =
			page.records.length > OVERLAP && text === last.text && page.offset !== last.offset;
		this.last = { text, offset: page.offset };
		const isAhead = records.length > tail.repeats - repeats;
		const isNew = isAhead && tail.count > this.furthest;
		this.furthest = Math.max(this.furthest, tail.count);
		if (isNew) this.patience = PATIENCE;
		else if (page.next !== undefined && (kept < count || !isAhead)) this.endure(page.offset);
		return records;
	}

	/** The page that goes on after the last one, from this offset on. */
	async goOn(last: PlacedPage, at: number): Promise<Found> {
		const { pages, isProven } = this;
		const { maxRetries } = this.options;
		const stride = at - last.offset;
		if (this.isPlain) return await this.follow(last, at);
		const { length } = last.records;
		const overlap = Math.max(OVERLAP, Math.min(this.overlap, Math.floor(length * LONGEST_OVERLAP)));
		// Where the service counts records that it does not return, the overlap lies further back.
		const expected = Math.max(0, last.offset + length - overlap);
		// There, nothing could follow on the overlap.
		if (expected <= last.offset && last.next !== undefined) return await this.step(at, stride);
		const near = await pages.page(expected, {
			step: 2 * length - overlap - stride,
			slack: SLACK,
			maxRetries: isProven ? maxRetries : Math.min(FEW_RETRIES, maxRetries),
		});
		if (!('failure' in near)) return await this.goOnWith(near, at, stride);
		if (isProven || near.failure.name === 'cancelled') throw this.notRead(near.failure, at);
		return await this.tryInTurn(last, expected, at, near.failure);
	}

	private async goOnWith(page: PlacedPage, at: number, stride: number): Promise<Found> {
		return this.goesOn(page, at) ?? (await this.lookBack(page, at, stride));
	}

	/** A service that answers at its own offset, time and again, and refuses another one lets no pages overlap. */
	private async tryInTurn(
		last: PlacedPage,
		other: number,
		at: number,
		{ isTransient }: Failure,
	): Promise<Found> {
		const { pages, options } = this;
		const left = isTransient ? Math.max(0, options.maxRetries - FEW_RETRIES) : options.maxRetries;
		for (let round = 0; ; round++) {
			const own = await pages.page(at, { maxRetries: round === 0 ? left : 0 });
			if ('failure' in own && round === 0) return this.endOrThrow(last, own.failure, at);
			// A failure that passes proves nothing.
			const isFailing = 'failure' in own;
			if (!isFailing && round === ROUNDS) return await this.follow(last, at, own);
			const page = await pages.page(other, isFailing ? {} : { maxRetries: 0 });
			if (!('failure' in page)) return await this.goOnWith(page, at, at - last.offset);
			if (isFailing) throw this.notRead(page.failure, at);
		}
	}

	private goesOn(page: PlacedPage, at: number): Resumed | undefined {
		const resume = this.tail.findIn(page.records, at - page.offset, this.size);
		if (!resume) return undefined;
		// A page that ends where the read stands proves nothing.
		const hasNews =
			resume.fresh.length > 0 || page.next === undefined || resume.kept < this.tail.count;
		if (!this.isProven && !hasNews) return undefined;
		this.isProven = true;
		return { page, ...resume };
	}

	/** Looks further and further back for a page that goes on, down to the front. */
	private async lookBack(near: PlacedPage, at: number, stride: number): Promise<Found> {
		const { pages, tail } = this;
		pages.drop();
		tail.ignoreFieldOrder();
		for (let page = near; ;) {
			const found = this.goesOn(page, at);
			if (found) return this.widen(found);
			if (page !== near && !this.isProven) return await this.prove(near, at, stride);
			if (page.offset === 0 && this.start > 0) throw this.unsettled(at);
			if (page.offset === 0) return this.beginAnew(page, at);
			this.endure(at);
			const answer = await pages.page(placeBefore(page.offset, at, stride));
			if (!('failure' in answer)) page = answer;
			else if (!this.isProven && answer.failure.name !== 'cancelled')
				return await this.prove(near, at, stride);
			else throw this.notRead(answer.failure, at);
		}
	}

	/** Why pages do not overlap: the service does not let them, or the list has changed, or its order. */
	private async prove(near: PlacedPage, at: number, stride: number): Promise<Found> {
		const { tail, front, pages } = this;
		const textOf = ({ records }: Pick<Page, 'records'>) => tail.textsOf(records).join();
		const again = await this.request(this.start);
		const hasStood = textOf(again) === textOf({ records: front });
		if (!hasStood && differsThroughout(front, again.records)) {
			const third = await this.request(this.start);
			if (differsThroughout(again.records, third.records)) {
				return await this.follow(near, at, await this.request(at));
			}
		}
		if (!hasStood && this.start === 0) return this.beginAnew(again, at);
		const next = hasStood ? await this.request(at) : near;
		if (hasStood && textOf(next) === textOf(again)) throw this.notRead(failureOf('samePage'), at);
		/** Whether the page is that of another offset. */
		const isElsewhere = (page: PlacedPage | { failure: Failure }) =>
			'failure' in page ||
			page.records.length === 0 ||
			[again, next].some((one) => textOf(one) === textOf(page));
		if (hasStood && isElsewhere(near) && isElsewhere(await pages.page(near.offset))) {
			return await this.follow(near, at, next);
		}
		// A list at rest, of which another offset shows something else: its order differs each time.
		tail.isUnordered ||= hasStood && tail.knownIn(near.records) === 0;
		if (this.start === 0 && tail.isUnordered) return this.beginAnew(again, at);
		this.isProven = true;
		return await this.lookBack(near, at, stride);
	}

	/** Takes the page that the service names as the next one, and from then on every page like that. */
	private async follow(last: PlacedPage, at: number, next?: PlacedPage): Promise<Found> {
		this.isPlain = true;
		this.options.stats.isPlain = true;
		if (next) this.pages.drop();
		const page = next ?? (await this.pages.page(at, { step: at - last.offset }));
		if ('failure' in page) return this.endOrThrow(last, page.failure, at);
		const isSame =
			page.records.length > OVERLAP && this.tail.knownIn(page.records) === page.records.length;
		if (isSame) throw this.notRead(failureOf('samePage'), at);
		return { page, kept: this.tail.count, fresh: [...page.records.keys()] };
	}

	/** Where the last page shows too little to overlap with, takes the one that the service names as the next. */
	private async step(at: number, stride: number): Promise<Found> {
		const page = await this.request(at, { step: stride });
		const { length } = page.records;
		if (length > OVERLAP && 2 * this.tail.knownIn(page.records) > length) {
			return await this.goOnWith(page, at, stride);
		}
		this.options.stats.isPlain = true;
		return { page, kept: this.tail.count, fresh: [...page.records.keys()] };
	}

	private begin(page: PlacedPage): Found {
		this.front = page.records;
		return { page, kept: 0, fresh: [...page.records.keys()] };
	}

	/** Nothing of what was read is left. */
	private beginAnew(page: PlacedPage, at: number): Found {
		this.restarts -= 1;
		if (this.restarts < 0) throw this.unsettled(at);
		return this.begin(page);
	}

	/** Neighbors that change places have to stand whole on a page: lets pages overlap that far. */
	private widen(found: Resumed): Found {
		const most = Math.floor(LONGEST_OVERLAP * this.size);
		this.overlap = Math.max(this.overlap, Math.min(3 * found.shuffle, most));
		return found;
	}

	/** Where nothing was said about more, a page that cannot be had was none. */
	private endOrThrow({ isUnsaid }: Page, failure: Failure, at: number): Found {
		if (!isUnsaid || failure.isTransient) throw this.notRead(failure, at);
		const page = { offset: at, records: [], next: undefined };
		return { page, kept: this.tail.count, fresh: [] };
	}

	private async request(at: number, wanted = {}): Promise<PlacedPage> {
		const page = await this.pages.page(at, wanted);
		if ('failure' in page) throw this.notRead(page.failure, at);
		return page;
	}

	private endure(at: number): void {
		this.patience -= 1;
		if (this.patience < 0) throw this.unsettled(at);
	}

	private unsettled(at: number): PageNotRead {
		const name = this.tail.isUnordered ? 'unordered' : 'unsettled';
		return this.notRead(failureOf(this.isSame ? 'samePage' : name), at);
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
