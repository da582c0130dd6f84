import type { DataRecord } from '../api/page';
import { type Failure, failure as failureOf } from '../errors/failures';
import { OVERLAP, TRIES } from './continuation';
import type { Found } from './memory';
import type { PlacedPage } from './prefetch';
import type { Reader } from './reader';

/**
 * A service that keeps answering at its own offset and refusing ours lets no pages overlap.
 *
 * @returns its own page, or the overlapping one if that arrives after all, or why the own one did not
 * @throws PageNotRead if both fail
 */
export async function askOwnPlace(
	reader: Reader,
	other: number,
	first: Failure,
): Promise<{ own: PlacedPage } | { near: PlacedPage } | { failure: Failure }> {
	const { pages, options, at } = reader;
	let maxRetries = Math.max(0, options.maxRetries - (first.isTransient ? 1 : 0));
	for (let round = 0; ; round++, maxRetries = 0) {
		const own = await pages.page(at, { maxRetries });
		const isFailing = 'failure' in own;
		if (isFailing && round === 0) return own;
		if (!isFailing && round > TRIES) return { own };
		// A temporary failure proves nothing.
		const near = await pages.page(other, isFailing ? {} : { maxRetries: 0 });
		if (!('failure' in near)) return { near };
		if (isFailing) throw reader.notRead(near.failure);
	}
}

/**
 * Finds out why pages do not overlap: because of the service, a changed list, or an order that is not stable.
 *
 * @returns the service's own page if pages provably cannot overlap, or else the front as it stands now
 * @throws PageNotRead if the service returns the same page everywhere
 */
export async function whyNoOverlap(
	reader: Reader,
	near: PlacedPage,
): Promise<{ own: PlacedPage } | { front: PlacedPage; hasStood: boolean }> {
	const { memory, at, start } = reader;
	const { front } = memory;
	const again = await reader.request(start);
	const hasStood = memory.areSame(again.records, front.records);
	if (hasStood) {
		const own = await reader.request(at);
		if (memory.areSame(own.records, again.records)) throw reader.notRead(failureOf('samePage'));
		const isElsewhere = [again, own].some((page) => memory.areSame(page.records, near.records));
		if (near.records.length === 0 || isElsewhere) return { own };
	} else if (differsThroughout(front.records, again.records)) {
		const third = await reader.request(start);
		const isSure = differsThroughout(again.records, third.records);
		if (isSure) return { own: await reader.request(at) };
	}
	return { front: again, hasStood };
}

/** The page that the service names as the next one: `own`, if pages are proven not to overlap. */
export async function follow(reader: Reader, own?: PlacedPage): Promise<Found> {
	const { pages, memory, options, at } = reader;
	const { offset, records } = memory.last;
	if (own) {
		reader.overlaps = false;
		pages.drop();
	}
	const page = own ?? (await pages.page(at, { step: at - offset }));
	if ('failure' in page) return endOrThrow(reader, page.failure);
	const isSame = page.records.length > OVERLAP && memory.areSame(page.records, records);
	if (isSame) throw reader.notRead(failureOf('samePage'));
	options.stats.lacksOverlap = true;
	return reader.allOf(page);
}

/** If the last page said nothing about more, a page that the service refuses means the end. */
export function endOrThrow(reader: Reader, failure: Failure): Found {
	const { memory, at } = reader;
	if (!memory.last.isEndUnknown || failure.isTransient) throw reader.notRead(failure);
	return reader.allOf({ offset: at, records: [], next: undefined });
}

/** Whether every record differs a little, as if the service put the current time into each. */
function differsThroughout(records: DataRecord[], again: DataRecord[]): boolean {
	return records.every((record, index) => {
		const other = again[index] ?? {};
		const fields = Object.entries(record);
		const isSame = (name: string) => JSON.stringify(record[name]) === JSON.stringify(other[name]);
		const same = fields.filter(([name]) => isSame(name)).length;
		return same < fields.length && 2 * same >= fields.length;
	});
}
