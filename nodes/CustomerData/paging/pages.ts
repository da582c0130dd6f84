import { Chain } from './chained';
import { readCounted } from './counted';
import { readFollowed } from './followed';
import { Reading } from './reading';
import type { Continuation, ReadOptions } from './readOptions';

/**
 * Yields the pages from an offset on. A record that keeps its place comes exactly once, whatever others do: each
 * page continues what was read (chained). Where pages provably cannot overlap, the service's next offset is followed; where
 * they do, but none shows what comes next, the count has to agree.
 */
export async function* readPages(
	options: ReadOptions,
	start: number,
): AsyncGenerator<Continuation, void, void> {
	const reading = new Reading(options, start);
	try {
		const unchained = yield* new Chain(reading).read();
		if (!unchained) return;
		if ('own' in unchained) yield* readFollowed(reading, unchained.own);
		else yield* readCounted(reading, unchained.counted);
	} finally {
		reading.pages.drop();
	}
}
