import type { Client } from '../api/client';
import { MAX_PAGE_SIZE, requestPage, type DataRecord } from '../api/page';
import { readPages } from '../paging/pages';
import type { Continuation, PagingOptions, ReadCounts } from '../paging/pagingOptions';
import type { ListRequest } from '../parameters/list';
import { n8nClock, newGate } from './clock';
import { FieldPicker } from './fieldPicker';
import { matcherFor } from './matcher';
import { SeenFields } from './seenFields';

export interface ReadStats extends ReadCounts {
	/** When the read began, by the clock of n8n. */
	since: number;
}

export function newStats(): ReadStats {
	return { requests: 0, retries: 0, repeats: 0, lacksOverlap: false, since: n8nClock.now() };
}

export function logLine(records: number, stats: ReadStats): string {
	const { requests, retries, lacksOverlap, repeats, since } = stats;
	const seconds = ((n8nClock.now() - since) / 1_000).toFixed(1);
	const doubt = lacksOverlap ? ', pages do not overlap' : '';
	const twice = repeats > 0 ? `, twice: ${repeats}` : '';
	return `records: ${records}, requests: ${requests}, retries: ${retries}, seconds: ${seconds}${twice}${doubt}`;
}

export interface ReadResult extends ReadStats {
	request: ListRequest;
	/** In the order of the service; with a search, only the records that were found. */
	records: DataRecord[];
	/** The number of all records that were read, found or not. */
	readCount: number;
	/** Whether there may be more records, which the limit or the maximum left out. */
	isCut: boolean;
	/** Chosen fields that none of these records has, although records that were not read may have them. */
	missing: string[];
	/** The fields that the records do have, e.g. "'Code' and 'Name'"; empty if no fields were chosen. */
	fieldsSeen: string;
}

/** Whether to return a record. */
export type Matcher = (record: DataRecord) => boolean;

export async function readRecords(
	client: Client,
	request: ListRequest,
	gate = newGate(),
	matches?: Matcher,
): Promise<ReadResult> {
	const { search, returnAll, limit, options } = request;
	const { fields, maxRecords, offset: start } = options;
	const most = returnAll ? maxRecords : limit;
	const isFound = matches ?? matcherFor(search);
	const isOnePage = !returnAll && search === '';
	const picker = new FieldPicker(fields, options);
	const seen = new SeenFields();
	const records: DataRecord[] = [];
	/** The places of these records among all that were read. */
	const places: number[] = [];
	const result = { readCount: 0, isCut: false };
	const stats = newStats();
	const pages = listPages(client, request, {
		gate,
		...(isOnePage && { limit }),
		stats,
		// How far a search has to read shows only on the way.
		prefetchUntil: search === '' && !matches ? start + most : Infinity,
	});
	for await (const { kept, records: more, next } of pages) {
		while ((places.at(-1) ?? -1) >= kept) places.pop();
		records.length = places.length;
		for (const [index, record] of more.entries()) {
			if (fields.length > 0) seen.notice(record);
			if (!isFound(record)) continue;
			records.push(picker.pick(record));
			places.push(kept + index);
		}
		result.readCount = kept + more.length;
		const isEnd = next === undefined;
		result.isCut = records.length > most || (!isEnd && (isOnePage || records.length === most));
		if (result.isCut) break;
	}
	records.length = Math.min(records.length, most);
	if (!result.isCut && start === 0) seen.check(fields);
	return {
		request,
		records,
		missing: seen.missing(fields),
		fieldsSeen: seen.inWords,
		...stats,
		...result,
	};
}

type Settings = Pick<PagingOptions, 'gate' | 'partOf' | 'prefetchUntil' | 'stats'> & {
	/** The records on a page; less than 50 where a single page is wanted. */
	limit?: number;
};

/** The pages from the offset on, to the end of the list. */
export function listPages(
	client: Client,
	{ listName, options }: ListRequest,
	{ limit = MAX_PAGE_SIZE, ...settings }: Settings,
): AsyncGenerator<Continuation, void, void> {
	const { offset: start, timeout } = options;
	const { signal = new AbortController().signal } = client;
	const fetchPage: PagingOptions['fetchPage'] = async (offset, pageSignal) =>
		await requestPage(client, { listName, offset, limit, timeout }, pageSignal);
	return readPages({ ...options, ...settings, listName, fetchPage, signal }, start);
}
