import type { Page } from '../api/page';
import type { Failed } from '../errors/failures';
import type { Reading } from './reading';

/** How many times something odd is asked for again: one failure, bulk change or stale page must not decide how to read. */
export const TRIES = 3;

/**
 * Finds out why the overlapping page at an offset does not continue what was read. A service that refuses it, or
 * returns the front, the page after it or nothing instead, while those two stand as they were, lets no pages
 * overlap. Otherwise, the list has changed, or its order is not stable, or its records were not recognized.
 *
 * @returns the service's own next page if pages provably cannot overlap, or why that did not arrive; or the
 * overlapping one; or the front if that has changed, or is to be read again because records are recognized now
 */
export async function whyNoOverlap(
	reading: Reading,
	offset: number,
	near: Page | Failed,
): Promise<{ own?: Page | Failed; near?: Page; front?: Page; again?: Page }> {
	const { memory, pages, options, start, at } = reading;
	const spent = 'failure' in near && near.failure.isTransient ? 1 : 0;
	const own = await pages.page(at, { maxRetries: Math.max(0, options.maxRetries - spent) });
	if ('failure' in own) return { own };
	const isAs = ({ records }: Page, page: Page) =>
		memory.isAs(records, { ...page, ids: memory.idsOf(page.records) });
	let front = await reading.request(start);
	if (!memory.isAs(front.records, memory.taken[0])) {
		for (let round = 0; round < TRIES; round++) {
			const again = await reading.request(start);
			if (memory.ids.overlookVolatile(front.records, again.records)) return { again };
			if (isAs(again, front)) break;
			front = again;
		}
		return { front };
	}
	let other = near;
	// A temporary failure proves nothing.
	for (let round = 0; 'failure' in other && round <= TRIES; round++) {
		other = await pages.page(offset, { maxRetries: 0 });
	}
	if ('failure' in other) return { own: await reading.request(at) };
	const isNowhere = other.records.length === 0;
	// A list that has just ended is nowhere, too, and not after it.
	const isElsewhere = isNowhere ? own.records.length > 0 : isAs(other, front) || isAs(other, own);
	return isElsewhere ? { own } : { near: other };
}
