import type { Page } from '../api/page';
import type { Reading } from './reading';
import type { NoOverlap, NoOverlapCause } from './verdicts';

/** How many times something odd is asked for again: one failure, bulk change or stale page must not decide how to read. */
export const TRIES = 3;

/**
 * Finds out why the overlapping page does not continue what was read. A service lets no pages overlap if it refuses this
 * page, or returns the front, the next page or no records instead, while the front and the next page are as they were.
 */
export async function whyNoOverlap(
	reading: Reading,
	{ offset, answer }: NoOverlap,
): Promise<NoOverlapCause> {
	const { memory, pages, options, start, at } = reading;
	const spent = 'failure' in answer && answer.failure.isTransient ? 1 : 0;
	const own = await pages.page(at, { maxRetries: Math.max(0, options.maxRetries - spent) });
	if ('failure' in own) return { is: 'nothingFollows', failed: own };
	const front = await reading.request(start);
	if (!memory.isAs(front.records, memory.taken[0])) return await howChanged(reading, front);
	let near = answer;
	// A temporary failure proves nothing.
	for (let round = 0; 'failure' in near && round <= TRIES; round++) {
		near = await pages.page(offset, { maxRetries: 0 });
	}
	if ('failure' in near) return { is: 'unsupported', own: await reading.request(at) };
	const isNowhere = near.records.length === 0;
	const isElsewhere = isNowhere
		? // A list that has just ended is nowhere, too, and not after it.
			own.records.length > 0
		: showsSame(reading, near, front) || showsSame(reading, near, own);
	if (isElsewhere) return { is: 'unsupported', own };
	return near === answer ? { is: 'unordered', near } : { is: 'arrived', near };
}

/** Whether the front differs because others changed the list, or because some of its fields differ with each request. */
async function howChanged(reading: Reading, changed: Page): Promise<NoOverlapCause> {
	let front = changed;
	for (let round = 0; round < TRIES; round++) {
		const again = await reading.request(reading.start);
		if (reading.memory.ids.overlookVolatile(front.records, again.records)) {
			return { is: 'volatile', front: again };
		}
		if (showsSame(reading, again, front)) break;
		front = again;
	}
	return { is: 'changed', front };
}

function showsSame({ memory }: Reading, { records }: Page, other: Page): boolean {
	return memory.isAs(records, { ...other, ids: memory.idsOf(other.records) });
}
