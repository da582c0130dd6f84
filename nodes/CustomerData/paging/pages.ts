import type { Page } from '../api/page';
import type { ReadOptions } from './progress';
import { Reader } from './reader';

export type { ReadOptions } from './progress';

export interface Step extends Page {
	/** How many of the records read before stay; fewer where the list turned out to have changed. */
	kept: number;
	/** Of the first record. */
	offset: number;
}

/** How often the end is asked for again where a page in hand shows records that lie beyond it. */
const MORE_ENDS = 3;

/**
 * Yields the pages from the offset on, so that a record that nobody moves comes exactly once, whatever
 * others do meanwhile. Each page begins with the last two records of the one before: then nothing lies
 * between them. Where it does not, the list has changed, or its order is not stable, and a page further
 * back shows where to go on. A service that has proven that its pages cannot overlap is read from one
 * `x-page-next` to the next.
 *
 * @throws PageNotRead at the first page that cannot be read, or when the list does not hold still
 */
export async function* readPages(
	options: ReadOptions,
	start: number,
): AsyncGenerator<Step, void, void> {
	const reader = new Reader(options, start);
	const { pages, progress } = reader;
	const isKnown = (records: Page['records']) => progress.tail.knownIn(records) === records.length;
	/** Whether a page held fewer records than the service counts up to the next one. */
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
			// After a gap, the service may have counted wrong: another page has to show that nothing follows.
			const isEnd = next === undefined && (reader.isPlain || !hasGaps || fresh.length === 0);
			if (!isEnd) ends = 0;
			else if (ends > 0) ends -= 1;
			else if (reader.isProven && !isKnown(pages.recordsFrom(end))) ends = MORE_ENDS;
			if (isEnd && ends === 0) return;
			found = await reader.goOn(page, next ?? (isEnd ? end : offset + stride));
		}
	} finally {
		pages.drop();
	}
}
