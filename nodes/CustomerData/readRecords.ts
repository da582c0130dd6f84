import { pause } from './api/pause';
import { type PageSource, requestPage } from './api/requestPage';
import type { DataRecord } from './core/page';
import { readPages } from './core/pages';
import type { ListRequest } from './request';

/** Where to read: what a request needs, but for what it asks. */
export type ListSource = Pick<PageSource, 'context' | 'connection'>;

/** A read that came to its end. */
export interface ReadResult {
	/** In the order of the service. */
	records: DataRecord[];
	/** Whether the service has more records than were asked for. */
	more: boolean;
	/** How often a page had to be asked for again. */
	retries: number;
}

/**
 * Reads what was asked for, whole or not at all: every page from the offset on, or the first alone.
 *
 * @param signal ends the read at once
 * @throws PageNotRead
 */
export async function readRecords(
	source: ListSource,
	request: ListRequest,
	signal: AbortSignal,
): Promise<ReadResult> {
	const { parallelRequests, maxRetries, fields } = request;
	const result: ReadResult = { records: [], more: false, retries: 0 };
	const sleep = async (milliseconds: number, ended: AbortSignal) => {
		result.retries += 1;
		await pause(milliseconds, ended);
	};
	const pages = readPages(
		{
			fetchPage: async (offset, ended) =>
				await requestPage({ ...source, ...request }, offset, ended),
			parallelRequests,
			retryPolicy: { maxRetries, sleep, random: Math.random },
			signal,
		},
		request.offset,
	);
	for await (const { records, next } of pages) {
		for (const record of records) result.records.push(pick(record, fields));
		result.more = next !== undefined;
		if (!request.returnAll) break;
	}
	return result;
}

/** The record with these fields alone, or as it is when none is named. */
function pick(record: DataRecord, fields: string[]): DataRecord {
	if (fields.length === 0) return record;
	return Object.fromEntries(Object.entries(record).filter(([field]) => fields.includes(field)));
}
