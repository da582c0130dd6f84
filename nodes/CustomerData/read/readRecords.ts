import type { Client } from '../api/client';
import type { DataRecord } from '../api/page';
import type { ListRequest } from '../parameters/list';
import { newGate } from './clock';
import { FieldPicker } from './fieldPicker';
import { listPages, newStats, type ReadStats } from './listPages';
import { matcherFor } from './matcher';

/** What was read of a list, and how. */
export interface ReadResult extends ReadStats {
	request: ListRequest;
	/** In the order of the service; with a search, those that were found. */
	records: DataRecord[];
	/** Of all records, found or not. */
	readCount: number;
	/** Whether there may be more records, which the limit or the maximum left out. */
	isCut: boolean;
	/** Chosen fields that none of the records has, where others may. */
	missing: string[];
	/** Those that they do have, in words. */
	fieldsSeen: string;
}

/** Whether to return a record. */
export type Matcher = (record: DataRecord) => boolean;

/** Reads the pages that the request needs. @throws PageNotRead, or UserError for a field that no record has */
export async function readRecords(
	client: Client,
	request: ListRequest,
	gate = newGate(),
	matches: Matcher = matcherFor(request.search),
): Promise<ReadResult> {
	const { search, returnAll, limit, options } = request;
	const { fields, maxRecords, offset: start } = options;
	const most = returnAll ? maxRecords : limit;
	const isOnePage = !returnAll && search === '';
	const picker = new FieldPicker(fields, options);
	const records: DataRecord[] = [];
	/** The place of each of those among all records that were read. */
	const places: number[] = [];
	const result = { readCount: 0, isCut: false };
	const stats = newStats();
	const pages = listPages(client, request, {
		gate,
		...(isOnePage && { limit }),
		stats,
		// How far a search has to read shows only on the way.
		prefetchUntil: search === '' ? start + most : Infinity,
	});
	for await (const { kept, records: more, next } of pages) {
		while ((places.at(-1) ?? -1) >= kept) places.pop();
		records.length = places.length;
		for (const [index, record] of more.entries()) {
			picker.notice(record);
			if (!matches(record)) continue;
			records.push(picker.pick(record));
			places.push(kept + index);
		}
		result.readCount = kept + more.length;
		const isEnd = next === undefined;
		result.isCut = records.length > most || (!isEnd && (isOnePage || records.length === most));
		if (result.isCut) break;
	}
	records.length = Math.min(records.length, most);
	if (!result.isCut && start === 0) picker.check();
	return {
		request,
		records,
		missing: picker.missing,
		fieldsSeen: picker.fieldsSeen,
		...stats,
		...result,
	};
}
