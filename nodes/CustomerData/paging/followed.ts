import { failure } from '../errors/failures';
import { OVERLAP } from './continuation';
import type { Found } from './memory';
import type { Continuation, PlacedPage } from './options';
import type { Reading } from './reading';

/**
 * Reads on by `x-page-next` alone, where pages provably cannot overlap: what others change during the read
 * cannot be noticed. The end is the first page that promises no more.
 *
 * @param own the page where the read stands
 * @throws PageNotRead
 */
export async function* readFollowed(
	reading: Reading,
	own: PlacedPage,
): AsyncGenerator<Continuation, void, void> {
	reading.pages.drop();
	for (let page = own; ;) {
		yield reading.take(follow(reading, page));
		if (page.next === undefined) return;
		reading.at = page.next;
		page = await requestFollowing(reading);
	}
}

/** The page that the last one names, unless the read makes no progress. @throws PageNotRead */
export async function requestFollowing(reading: Reading): Promise<PlacedPage> {
	if (reading.isStuck) throw reading.stuck('unsettled');
	return await reading.requestNext(reading.at - reading.memory.last.offset);
}

/** All records of a page, unchecked. @throws PageNotRead for the same page again */
export function follow(reading: Reading, page: PlacedPage): Found {
	const { memory, options } = reading;
	const isSame = page.records.length > OVERLAP && memory.isAs(page.records, memory.taken.at(-1));
	if (isSame) throw reading.notRead(failure('samePage'));
	options.stats.lacksOverlap = true;
	return reading.allOf(page);
}
