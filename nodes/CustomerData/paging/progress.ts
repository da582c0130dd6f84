import { type Failure, failure as failureOf, PageNotRead } from '../api/failures';
import type { DataRecord, Page } from '../api/page';
import type { PlacedPage, PrefetchOptions } from './prefetch';
import { findResumePoint, type ResumePoint, setbacksIn } from './resume';
import { OVERLAP, Tail } from './tail';

export interface ReadOptions extends PrefetchOptions {
	/** For what is thrown. */
	listName: string;
	/** The part of a record to recognize it by; all of it by default. */
	partOf?: (record: DataRecord) => DataRecord;
}

/** A page, and which of its records come next. */
export interface Found extends ResumePoint {
	page: PlacedPage;
}

/** How many pages in a row may bring nothing new. */
const PATIENCE = 30;

/** How many times a read may start over after finding nothing of what it had read. */
const RESTARTS = 3;

/** The largest share of a page that may overlap with the one before. */
const LONGEST_OVERLAP = 0.6;

/** What was read, where a page continues it, and whether the read still makes progress. */
export class Progress {
	readonly tail: Tail;
	/** The page that the read began with. */
	front: PlacedPage = { offset: 0, records: [], next: undefined };
	/** Whether neighbors were seen to change places. */
	isUnordered = false;
	/** How many records the next page should share with what was read. */
	private overlap = OVERLAP;
	/** The records of the longest page. */
	private size = 0;
	/** The highest number of records that the read has reached. */
	private furthest = 0;
	private patience = PATIENCE;
	private restarts: number;
	/** The last two pages that were taken. */
	private taken: PlacedPage[] = [];

	/** @param start the offset of the front; only a read of the whole list can begin anew */
	constructor(
		private readonly options: ReadOptions,
		start: number,
	) {
		this.restarts = start === 0 ? RESTARTS : 0;
		this.tail = new Tail(options.partOf);
	}

	/** All of the page, after all that was read. */
	allOf(page: PlacedPage): Found {
		return { page, kept: this.tail.count, fresh: [...page.records.keys()] };
	}

	begin(page: PlacedPage): Found {
		this.front = page;
		return { ...this.allOf(page), kept: 0 };
	}

	/** Starts over with this page, because nothing of what was read is left. @throws PageNotRead at the fourth time */
	beginAnew(page: PlacedPage, at: number): Found {
		this.restarts -= 1;
		if (this.restarts < 0) throw this.unsettled(at);
		return this.begin(page);
	}

	/** Remembers the new records, and returns them. @throws PageNotRead after too many pages without any */
	take({ page, kept, fresh }: Found): DataRecord[] {
		const { tail, options, taken } = this;
		const chosen = new Set(fresh);
		const isChosen = (_: unknown, index: number) => chosen.has(index);
		const records = page.records.filter(isChosen);
		const { count, repeats } = tail;
		tail.append(kept, tail.textsOf(page.records).filter(isChosen));
		const repeated = tail.repeats - repeats;
		options.stats.repeats += repeated;
		this.size = Math.max(this.size, page.records.length);
		this.taken = [...taken.slice(-1), page];
		const hasNews = records.length > repeated;
		if (hasNews && tail.count > this.furthest) this.patience = PATIENCE;
		else if (page.next !== undefined && (kept < count || !hasNews)) this.countInVain(page.offset);
		this.furthest = Math.max(this.furthest, tail.count);
		return records;
	}

	/** How many records the page after this one should share with it. */
	wantedOverlap({ records }: Page): number {
		const most = Math.floor(records.length * LONGEST_OVERLAP);
		return Math.max(OVERLAP, Math.min(this.overlap, most));
	}

	/** Where the page continues what was read, which ends at this offset. */
	resumeIn({ offset, records }: PlacedPage, at: number): ResumePoint | undefined {
		const { tail, size } = this;
		const { count } = tail;
		const back = at - offset;
		const texts = tail.textsOf(records);
		const places = tail.placesIn(texts);
		const overlaps = tail.overlapsWith(texts, back);
		const setbacks = setbacksIn(places, size);
		this.isUnordered ||= setbacks.length > 1;
		const { isUnordered } = this;
		const resume = findResumePoint({ places, overlaps, count, back, size, isUnordered, setbacks });
		// The next page has to show all neighbors that change places.
		if (resume && setbacks.length > 1) {
			const wide = Math.min(3 * Math.max(...setbacks), LONGEST_OVERLAP * size);
			this.overlap = Math.max(this.overlap, Math.floor(wide));
		}
		return resume;
	}

	/** A page was in vain. @throws PageNotRead after too many of them without a new record */
	countInVain(at: number): void {
		this.patience -= 1;
		if (this.patience < 0) throw this.unsettled(at);
	}

	isSame(one: Page, other: Page): boolean {
		const [text, otherText] = [one, other].map(({ records }) => this.tail.textsOf(records).join());
		return text === otherText;
	}

	notRead(failure: Failure, at: number): PageNotRead {
		return new PageNotRead(failure, this.options.listName, at);
	}

	/** Why the read makes no progress, as far as it shows. */
	private unsettled(at: number): PageNotRead {
		const [last = this.front, page = last] = this.taken;
		const isElsewhere = page.offset > last.offset && page.records.length > OVERLAP;
		const isSame = isElsewhere && this.isSame(last, page);
		const name = this.isUnordered ? 'unordered' : 'unsettled';
		return this.notRead(failureOf(isSame ? 'samePage' : name), at);
	}
}
