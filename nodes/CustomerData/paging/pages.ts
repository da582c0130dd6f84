import type { Page } from '../api/page';
import type { ReadOptions } from './progress';
import { Reader } from './reader';

export type { ReadOptions } from './progress';

export interface Continuation extends Page {
	/** How many of the records read so far remain; fewer than all if the list has changed. */
	kept: number;
	/** Offset of the first record. */
	offset: number;
}

/** How many times the end is requested again while an early page holds records beyond it. */
const MORE_ENDS = 3;

/**
 * Yields the pages from an offset on. A record that keeps its place comes exactly once, whatever others
 * do: each page has to begin with the last two records before it. If it does not, a page further back
 * shows where to continue. Services with pages that provably cannot overlap are read by `x-page-next`.
 *
 * @throws PageNotRead at the first page that cannot be read, or when the pages do not fit together
 */
export async function* readPages(
	options: ReadOptions,
	start: number,
): AsyncGenerator<Continuation, void, void> {
	const reader = new Reader(options, start);
	const { pages, progress } = reader;
	const isKnown = (records: Page['records']) => progress.tail.knownIn(records) === records.length;
	/** Whether the service counted more records than it returned, up to `x-page-next`. */
	let hasGaps = false;
	let stride = 0;
	let ends = 0;
	try {
		for (let found = await reader.first(); ;) {
			const { page, kept, fresh } = found;
			const { offset, next } = page;
			const records = progress.take(found);
			yield { kept, offset: offset + (fresh[0] ?? 0), records, next };
			if (next !== undefined) stride = next - offset;
			hasGaps ||= next !== undefined && stride > page.records.length;
			const end = offset + page.records.length;
			// After a gap, the service may have miscounted: only a page without new records is the end.
			const isEnd = next === undefined && (reader.cannotOverlap || !hasGaps || fresh.length === 0);
			if (!isEnd) ends = 0;
			else if (ends > 0) ends -= 1;
			else if (reader.hasOverlap && !isKnown(await pages.recordsInHand())) ends = MORE_ENDS;
			if (isEnd && ends === 0) return;
			found = await reader.nextPage(page, next ?? (isEnd ? end : offset + stride));
		}
	} finally {
		pages.drop();
	}
}
