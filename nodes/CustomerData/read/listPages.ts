import type { Client } from '../api/client';
import { MAX_PAGE_SIZE, requestPage } from '../api/page';
import type { Continuation, ReadCounts, ReadOptions } from '../paging/options';
import { readPages } from '../paging/pages';
import type { ListRequest } from '../parameters/list';
import { clock } from './clock';

/** What a read took, and since when. */
export interface ReadStats extends ReadCounts {
	/** When the read began, by the clock. */
	since: number;
}

/** The counts of a read that begins now. */
export function newStats(): ReadStats {
	return { requests: 0, retries: 0, repeats: 0, lacksOverlap: false, since: clock.now() };
}

/** A line for n8n's log. @param records how many were read */
export function summaryOf(records: number, stats: ReadStats): string {
	const { requests, retries, lacksOverlap, repeats, since } = stats;
	const seconds = ((clock.now() - since) / 1_000).toFixed(1);
	const doubt = lacksOverlap ? ', pages do not overlap' : '';
	const twice = repeats > 0 ? `, twice: ${repeats}` : '';
	return `records: ${records}, requests: ${requests}, retries: ${retries}, seconds: ${seconds}${twice}${doubt}`;
}

type Settings = Pick<ReadOptions, 'gate' | 'partOf' | 'prefetchUntil' | 'stats'> & {
	/** The records on a page; less than 50 where a single page is wanted. */
	limit?: number;
};

/** The pages from the offset on, to the end of the list. @throws PageNotRead */
export function listPages(
	client: Client,
	{ listName, options }: ListRequest,
	{ limit = MAX_PAGE_SIZE, ...settings }: Settings,
): AsyncGenerator<Continuation, void, void> {
	const { offset: start, timeout } = options;
	const { signal = new AbortController().signal } = client;
	const fetchPage: ReadOptions['fetchPage'] = async (offset, pageSignal) =>
		await requestPage(client, { listName, offset, limit, timeout }, pageSignal);
	return readPages({ ...options, ...settings, listName, fetchPage, signal }, start);
}
