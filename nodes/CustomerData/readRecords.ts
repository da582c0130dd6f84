import { nextTurn, pause } from './api/pause';
import { type PageSource, requestPage } from './api/requestPage';
import type { DataRecord, PlacedPage } from './core/page';
import { readPages } from './core/pages';
import type { ListRequest } from './request';

/** Where to read, and what ends the read at once. */
export interface ListSource extends Pick<PageSource, 'context' | 'connection'> {
	signal: AbortSignal;
}

/** A read that came to its end. */
export interface ReadResult {
	/** In the order of the service. */
	records: DataRecord[];
	/** Whether the service has more records than were asked for. */
	more: boolean;
	/** How often a page had to be asked for again after a wait. */
	retries: number;
}

/**
 * Reads what was asked for, whole or not at all: every page from the offset on, or the first alone.
 *
 * @throws PageNotRead
 */
export async function readRecords(source: ListSource, request: ListRequest): Promise<ReadResult> {
	const result: ReadResult = { records: [], more: false, retries: 0 };
	const countRetry = () => {
		result.retries += 1;
	};
	for await (const { records, next } of readList(source, request, countRetry)) {
		for (const record of records) result.records.push(pick(record, request.fields));
		result.more = next !== undefined;
		if (!request.returnAll) break;
	}
	return result;
}

/**
 * The same page by page, on to the end of the list.
 *
 * @throws PageNotRead
 */
export function readList(
	{ signal, ...source }: ListSource,
	request: ListRequest,
	onRetry: () => void = () => {},
): AsyncGenerator<PlacedPage, void, void> {
	const { parallelRequests, maxRetries } = request;
	const sleep = async (milliseconds: number, ended: AbortSignal) => {
		onRetry();
		await pause(milliseconds, ended);
	};
	const reader = {
		list: request.operationName,
		fetchPage: async (offset: number, ended: AbortSignal) =>
			await requestPage({ ...source, ...request }, offset, ended),
		parallelRequests,
		nextTurn,
		retryPolicy: { maxRetries, sleep, random: Math.random },
		signal,
	};
	return readPages(reader, request.offset);
}

/** The record with these fields alone, or as it is when none is named. */
function pick(record: DataRecord, fields: string[]): DataRecord {
	if (fields.length === 0) return record;
	return Object.fromEntries(Object.entries(record).filter(([field]) => fields.includes(field)));
}
