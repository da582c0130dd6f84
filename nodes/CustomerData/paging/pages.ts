import { failure as failureOf } from '../errors/failures';
import { TRIES } from './continuation';
import type { Continuation } from './memory';
import type { ReadOptions } from './prefetch';
import { Reader } from './reader';

export type { Continuation } from './memory';
export type { ReadOptions } from './prefetch';

/** By which share of a page the pages of a further reading start elsewhere. */
const SHIFTS = [0.5, 0.25, 0.75];

/**
 * Yields the pages from an offset on. A record that keeps its place comes exactly once, whatever others
 * do: each page has to continue what was read, and in the end, the count has to agree. Services with pages
 * that provably cannot overlap are read by `x-page-next`.
 *
 * @throws PageNotRead at the first page that cannot be read, or when the pages do not fit together
 */
export async function* readPages(
	options: ReadOptions,
	start: number,
): AsyncGenerator<Continuation, void, void> {
	const reader = new Reader(options, start);
	const { pages, memory } = reader;
	let stride = 0;
	let ends = 0;
	try {
		for (let found = await reader.first(); ;) {
			const { page, fresh } = found;
			const { offset, records, next } = page;
			yield reader.take(found);
			if (next !== undefined) stride = next - offset;
			// After a gap, the service may have miscounted: only a page without new records is the end.
			const isEnd =
				next === undefined && (reader.overlaps === false || !reader.hasGaps || fresh.length === 0);
			const early = isEnd ? await pages.recordsInHand() : [];
			if (!isEnd) ends = 0;
			else if (ends > 0) ends -= 1;
			else if (reader.overlaps && memory.newIn(early).length > 0) ends = TRIES;
			if (isEnd && ends === 0) break;
			reader.at = next ?? offset + (isEnd ? records.length : stride);
			found = await reader.nextPage();
		}
		if (!options.stats.lacksOverlap && !reader.hasGaps) yield* missingPages(reader);
		else if (reader.isUnordered) throw reader.notRead(failureOf('unordered'));
	} finally {
		pages.drop();
	}
}

/**
 * A list at rest has as many different records as places. If fewer were read, others have added some, and
 * pages that were read show it; or equal rows stand in another order on each page, and some were on none.
 * Those are looked for on pages that start elsewhere. In the end, the list has to stand as it was read first.
 *
 * @throws PageNotRead if they are not found
 */
async function* missingPages(reader: Reader): AsyncGenerator<Continuation, void, void> {
	const { memory, start, size } = reader;
	const end = memory.last.offset + memory.last.records.length;
	const missing = () => end - start - memory.different;
	const unordered = reader.notRead(failureOf('unordered'), end);
	if (!reader.isUnordered && (missing() <= 0 || (await addedTo(reader)) >= missing())) return;
	const first = [...memory.taken];
	// Already here, so that `goOn` keeps the offsets of the further readings.
	reader.isUnordered = true;
	let isAsRead = true;
	for (const shift of SHIFTS) {
		if (missing() <= 0) break;
		for (let at = start + Math.floor(shift * size); at < end; at = memory.last.next ?? end) {
			reader.at = at;
			const found = await reader.goOn();
			isAsRead &&= memory.beginsAt(at - start, found.page.records);
			yield reader.take(found);
		}
	}
	// Equal records stand in two places: wherever pages start, they show the same.
	if (isAsRead && missing() > 0) return;
	if (missing() !== 0 || memory.count > memory.different) throw unordered;
	for (const page of first) {
		if (!(await reader.stillShows(page))) throw unordered;
	}
}

/** How many records others have added before pages that were read, as these show now. */
async function addedTo(reader: Reader): Promise<number> {
	let added = 0;
	for (const { by, pages } of reader.memory.growths) {
		// Others can undo it before one page, and redo it before the next, so each is asked for twice.
		for (const page of [...pages, ...pages]) {
			if (await reader.stillShows(page)) continue;
			added += by;
			break;
		}
	}
	return added;
}
