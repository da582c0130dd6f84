import { type Failure, failure as failureOf } from '../api/failures';
import { type PlacedPage, Prefetch } from './prefetch';
import { type Found, Progress, type ReadOptions } from './progress';
import { differsThroughout, placeBefore } from './resume';
import { OVERLAP } from './tail';

/** Where the read stands: after this page, at this offset. */
interface Position {
	last: PlacedPage;
	at: number;
}

/** Retries of an overlapping page, until pages are known to overlap. */
const FEW_RETRIES = 1;

/** How many times a service has to answer at its own offset and refuse ours before pages cannot overlap. */
const ROUNDS = 4;

/** How many records before the overlap an early page may start: pages can be shorter than expected. */
const EARLY_BY = 10;

/** Finds the next page: one that continues what was read. */
export class Reader {
	readonly pages: Prefetch;
	readonly progress: Progress;
	/** Whether the service has proven that its pages cannot overlap. */
	cannotOverlap = false;
	/** Whether pages overlap: one was seen to, or nothing proves that they cannot. */
	hasOverlap = false;

	constructor(
		private readonly options: ReadOptions,
		private readonly start: number,
	) {
		const { prefetchUntil = Infinity } = options;
		this.pages = new Prefetch({ ...options, prefetchUntil: prefetchUntil - OVERLAP });
		this.progress = new Progress(options, start);
	}

	async first(): Promise<Found> {
		return this.progress.begin(await this.request(this.start));
	}

	/** The page that continues after the last one, which ends at this offset. */
	async nextPage(last: PlacedPage, at: number): Promise<Found> {
		const { pages, progress, hasOverlap, options } = this;
		const { length } = last.records;
		const overlap = progress.wantedOverlap(last);
		// If the service counts records that it does not return, the overlap lies further back.
		const expected = Math.max(0, last.offset + length - overlap);
		const isTooShort = expected <= last.offset && last.next !== undefined;
		if (this.cannotOverlap || isTooShort) return await this.follow({ last, at });
		const near = await pages.page(expected, {
			// Less the records that the service counts but does not return.
			step: length - overlap - (at - last.offset - length),
			slack: EARLY_BY,
			maxRetries: hasOverlap ? options.maxRetries : Math.min(FEW_RETRIES, options.maxRetries),
		});
		if (!('failure' in near)) return await this.resumeFrom(near, { last, at });
		if (hasOverlap || near.failure.name === 'cancelled')
			throw this.progress.notRead(near.failure, at);
		return await this.tryInTurn(expected, { last, at }, near.failure);
	}

	/** If this page does not continue what was read, tries pages further back, down to the front. */
	private async resumeFrom(near: PlacedPage, { last, at }: Position): Promise<Found> {
		const { pages, progress } = this;
		for (let page = near; ;) {
			const found = this.tryResume(page, at);
			if (found) return found;
			pages.drop();
			if (page !== near && !this.hasOverlap) return await this.findOutWhy(near, { last, at });
			if (page.offset === 0) return progress.beginAnew(page, at);
			progress.countInVain(at);
			const answer = await pages.page(placeBefore(page.offset, at, at - last.offset));
			if (!('failure' in answer)) page = answer;
			else if (this.hasOverlap) throw this.progress.notRead(answer.failure, at);
			else return await this.findOutWhy(near, { last, at });
		}
	}

	private tryResume(page: PlacedPage, at: number): Found | undefined {
		const resume = this.progress.resumeIn(page, at);
		if (!resume) return undefined;
		const { fresh, kept } = resume;
		// A page that ends where the read stands proves nothing.
		const hasNews = fresh.length > 0 || page.next === undefined || kept < this.progress.tail.count;
		if (!this.hasOverlap && !hasNews) return undefined;
		this.hasOverlap = true;
		return { page, ...resume };
	}

	/** A service that keeps answering at its own offset and refusing ours lets no pages overlap. */
	private async tryInTurn(other: number, position: Position, first: Failure): Promise<Found> {
		const { pages, options } = this;
		const few = first.isTransient ? FEW_RETRIES : 0;
		let maxRetries = Math.max(0, options.maxRetries - few);
		for (let round = 0; ; round++, maxRetries = 0) {
			const own = await pages.page(position.at, { maxRetries });
			const isFailing = 'failure' in own;
			if (isFailing && round === 0) return this.endOrThrow(own.failure, position);
			if (!isFailing && round === ROUNDS) return await this.follow(position, own);
			// A temporary failure proves nothing.
			const page = await pages.page(other, isFailing ? {} : { maxRetries: 0 });
			if (!('failure' in page)) return await this.resumeFrom(page, position);
			if (isFailing) throw this.progress.notRead(page.failure, position.at);
		}
	}

	/** Finds out why pages do not overlap: because of the service, a changed list, or an unstable order. */
	private async findOutWhy(near: PlacedPage, position: Position): Promise<Found> {
		const { progress, start } = this;
		const { at } = position;
		const again = await this.request(start);
		const hasStood = progress.isSame(again, progress.front);
		if (hasStood) {
			const next = await this.request(at);
			if (progress.isSame(next, again)) throw this.progress.notRead(failureOf('samePage'), at);
			const isElsewhere = [again, next].some((page) => progress.isSame(page, near));
			if (near.records.length === 0 || isElsewhere) return await this.follow(position, next);
			progress.isUnordered ||= progress.tail.knownIn(near.records) === 0;
		} else if (differsThroughout(progress.front.records, again.records)) {
			const third = await this.request(start);
			const isSure = differsThroughout(again.records, third.records);
			if (isSure) return await this.follow(position, await this.request(at));
		}
		if (start === 0 && (!hasStood || progress.isUnordered)) return progress.beginAnew(again, at);
		this.hasOverlap = true;
		return await this.resumeFrom(near, position);
	}

	/** The page that the service names as the next one: `next`, if pages are proven not to overlap. */
	private async follow(position: Position, next?: PlacedPage): Promise<Found> {
		const { pages, progress, options } = this;
		const { last, at } = position;
		this.cannotOverlap ||= next !== undefined;
		if (next) pages.drop();
		const page = next ?? (await pages.page(at, { step: at - last.offset }));
		if ('failure' in page) return this.endOrThrow(page.failure, position);
		const { length } = page.records;
		const isKnown = length > OVERLAP && 2 * progress.tail.knownIn(page.records) > length;
		if (isKnown && progress.isSame(page, last))
			throw this.progress.notRead(failureOf('samePage'), at);
		if (isKnown && !this.cannotOverlap) return await this.resumeFrom(page, position);
		options.stats.isPlain = true;
		return progress.allOf(page);
	}

	/** If the last page said nothing about more, a page that the service refuses means the end. */
	private endOrThrow(failure: Failure, { last, at }: Position): Found {
		if (!last.isEndUnknown || failure.isTransient) throw this.progress.notRead(failure, at);
		return this.progress.allOf({ offset: at, records: [], next: undefined });
	}

	private async request(at: number): Promise<PlacedPage> {
		const page = await this.pages.page(at);
		if ('failure' in page) throw this.progress.notRead(page.failure, at);
		return page;
	}
}
