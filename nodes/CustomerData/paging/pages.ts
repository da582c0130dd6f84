import { type Failure, failure as failureOf } from '../api/failures';
import type { DataRecord, Page } from '../api/page';
import { type PlacedPage, Prefetch, type PrefetchOptions } from './prefetch';
import { OVERLAP, type ResumePoint, Tail } from './tail';

export interface ReadOptions extends PrefetchOptions {
	/** Name of the list operation, for what is thrown. */
	list: string;
	/** What of a record to know it again by; the whole record by default. */
	partOf?: (record: DataRecord) => DataRecord;
	/** Called when changes during the read cannot be noticed. */
	onPlain?: () => void;
}

export interface Step extends Page {
	/** How many of the records read before stay; fewer where the list turned out to have changed. */
	kept: number;
	/** Of the first record. */
	offset: number;
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

/** Pages in a row that may show a changed list before the read gets further than ever. */
const PATIENCE = 30;

/** By how many records an early page may start before it has to: pages can hold fewer than expected. */
const SLACK = 10;

/** Where the read goes on: a page, and what of it is new. */
type Found = { page: PlacedPage; resume: ResumePoint };

/**
 * Yields the pages from the offset on, so that a record that nobody moves comes exactly once, whatever
 * others do meanwhile. Each page begins with the last two records of the one before: then nothing lies
 * between them. Where it does not, the list has changed, and that page, or one further back, shows where
 * to go on. A service that does not let pages overlap is read from one `x-page-next` to the next.
 *
 * @throws PageNotRead at the first page that cannot be read, or when the list does not hold still
 */
export async function* readPages(
	options: ReadOptions,
	start: number,
): AsyncGenerator<Step, void, void> {
	const { list, end = Infinity, onPlain } = options;
	const pages = new Prefetch({ ...options, end: end - OVERLAP });
	const tail = new Tail(options.partOf);
	/** Whether a page went on from the one before it, so that only the list can keep another from doing so. */
	let isProven = false;
	let isPlain = false;
	/** Whether a page held fewer records than the service counts up to the next one. */
	let hasGaps = false;
	let patience = PATIENCE;

	async function goOn({ offset, records }: PlacedPage, at: number): Promise<Found> {
		const stride = at - offset;
		if (isPlain) return await follow(at, stride);
		// Behind records that the service counts and does not show, the page has to start further ahead.
		const expected = Math.max(0, offset + records.length - OVERLAP);
		const ahead = { step: 2 * records.length - OVERLAP - stride, slack: SLACK };
		for (let from = expected; ; from = placeBefore(from, at, stride)) {
			const page = await pages.page(from, from === expected ? ahead : {});
			if ('failure' in page) {
				const { failure } = page;
				if (isProven || failure.name === 'cancelled') throw new PageNotRead(failure, list, at);
				return await follow(at, stride, failure.isTransient ? 0 : undefined);
			}
			const resume = resumeIn(page, at);
			if (resume && (isProven || hasNews(page, resume))) {
				isProven = true;
				return { page, resume };
			}
			pages.drop();
			if (!isProven && from === 0) return await follow(at, stride);
			if (from === 0 && start > 0) throw new PageNotRead(failureOf('unsettled'), list, at);
			// Nothing of what was read is left. From the front, the read can begin anew.
			if (from === 0) return { page, resume: { kept: 0, from: 0 } };
			endure(at);
		}
	}

	/** Where the page goes on from what was read, as far as it shows. */
	function resumeIn({ offset, records }: PlacedPage, at: number): ResumePoint | undefined {
		const [from, ...others] = tail.overlapsWith(records, at - offset);
		if (from !== undefined) return others.length > 0 ? undefined : { kept: tail.count, from };
		return tail.findIn(records);
	}

	/** A page that ends where the read stands proves nothing. */
	function hasNews({ records, next }: Page, { kept, from }: ResumePoint): boolean {
		return from < records.length || next === undefined || kept < tail.count;
	}

	/** The page that the service names as the next one, and from then on every page like that. */
	async function follow(at: number, step: number, maxRetries?: number): Promise<Found> {
		if (!isPlain) {
			isPlain = true;
			pages.drop();
			onPlain?.();
		}
		const page = await pages.page(at, { step, ...(maxRetries !== undefined && { maxRetries }) });
		if ('failure' in page) throw new PageNotRead(page.failure, list, at);
		return { page, resume: { kept: tail.count, from: 0 } };
	}

	function endure(at: number): void {
		patience -= 1;
		if (patience < 0) throw new PageNotRead(failureOf('unsettled'), list, at);
	}

	try {
		const first = await pages.page(start);
		if ('failure' in first) throw new PageNotRead(first.failure, list, start);
		let found: Found = { page: first, resume: { kept: 0, from: 0 } };
		for (let furthest = start, stride = 0; ;) {
			const { page, resume } = found;
			const { offset, next } = page;
			const records = page.records.slice(resume.from);
			yield { kept: resume.kept, offset: offset + resume.from, records, next };
			tail.append(resume.kept, records);
			if (next !== undefined) stride = next - offset;
			hasGaps ||= next !== undefined && stride > page.records.length;
			// Behind a gap, the service may have counted wrong: another page has to show that nothing follows.
			if (next === undefined && (isPlain || !hasGaps || records.length === 0)) return;
			const at = next ?? offset + stride;
			// Repeats are no progress.
			if (at > furthest) patience = PATIENCE;
			else endure(at);
			furthest = Math.max(furthest, at);
			found = await goOn(page, at);
		}
	} finally {
		pages.drop();
	}
}

/** Further and further back, down to the front. */
function placeBefore(from: number, at: number, stride: number): number {
	let back = stride / 5;
	while (at - back >= from) back *= 5;
	return Math.max(0, Math.floor(at - back));
}
