import { Chain } from './chained';
import { readCounted } from './counted';
import { readFollowed } from './followed';
import type { Continuation, PagingOptions } from './pagingOptions';
import { Reading } from './reading';

/**
 * Yields the pages from an offset on. A record that keeps its place comes exactly once, whatever others do: each
 * page continues what was read (chained). Where pages provably cannot overlap, the service's next offset is followed; where
 * they do, but none shows what comes next, the count has to agree.
 */
export async function* readPages(
	options: PagingOptions,
	start: number,
): AsyncGenerator<Continuation, void, void> {
	const reading = new Reading(options, start);
	try {
		const chain = yield* new Chain(reading).read();
		if (chain.is === 'overlapUnsupported') yield* readFollowed(reading, chain.own);
		if (chain.is === 'orderUnstable') yield* readCounted(reading, chain.misfit);
	} finally {
		reading.pages.drop();
	}
}
