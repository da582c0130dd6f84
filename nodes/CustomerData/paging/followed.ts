import type { Page } from '../api/page';
import { failure } from '../errors/failures';
import { OVERLAP } from './continuation';
import type { Step } from './memory';
import type { Continuation } from './pagingOptions';
import type { Reading } from './reading';

/**
 * Reads on by the service's next offset alone, where pages provably cannot overlap: what others change during the read
 * cannot be noticed. The end is the first page that promises no more.
 */
export async function* readFollowed(
	reading: Reading,
	own: Page,
): AsyncGenerator<Continuation, void, void> {
	reading.pages.drop();
	for (let page = own; ;) {
		yield reading.take(follow(reading, page));
		if (page.next === undefined) return;
		reading.at = page.next;
		page = await requestFollowing(reading);
	}
}

/** The page that the last one names, unless the read makes no progress. */
export async function requestFollowing(reading: Reading): Promise<Page> {
	if (reading.isStuck) throw reading.stuck('unsettled');
	return await reading.requestNext(reading.at - reading.memory.last.offset);
}

/** All records of a page, unless that is the front or the last one again. */
export function follow(reading: Reading, page: Page): Step {
	const { memory, options } = reading;
	const { records } = page;
	options.stats.lacksOverlap = true;
	const [front] = memory.taken;
	const isSame = [front, memory.taken.at(-1)].some((shown) => memory.isAs(records, shown));
	if (isSame && records.length > OVERLAP) throw reading.notRead(failure('samePage'));
	const isKnown = memory.isIdle && records.length > 0 && memory.newIn(records).length === 0;
	if (isSame || isKnown) throw reading.stuck('unsettled');
	return reading.allOf(page);
}
