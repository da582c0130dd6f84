import type { DataRecord, PlacedPage } from '../paging/answer';
import { readPages } from '../paging/pages';
import type { ListRequest } from '../parameters/list';
import { requestPage } from '../transport/requestPage';
import { isTransient } from '../transport/statuses';
import type { Service } from '../transport/transport';
import { nextTurn, pause } from './pause';

/** A read that came to its end. */
export interface ReadResult {
	/** In the order of the service. */
	records: DataRecord[];
	/** Whether the service has more records than were requested. */
	more: boolean;
	/** Requests that were repeated after a wait. */
	retries: number;
}

/**
 * Reads what was asked for, whole or not at all: every page from the offset on, or the first alone.
 *
 * @throws PageNotRead
 */
export async function readRecords(service: Service, request: ListRequest): Promise<ReadResult> {
	const result: ReadResult = { records: [], more: false, retries: 0 };
	const countRetry = () => {
		result.retries += 1;
	};
	for await (const { records, next } of readList(service, request, countRetry)) {
		for (const record of records) result.records.push(pick(record, request.options.fields));
		result.more = next !== undefined;
		if (!request.returnAll) break;
	}
	return result;
}

/**
 * Reads page by page, on to the end of the list.
 *
 * @throws PageNotRead
 */
export function readList(
	service: Service,
	{ operationName, limit, options }: ListRequest,
	onRetry?: () => void,
): AsyncGenerator<PlacedPage, void, void> {
	const { maxRetries, offset: start, parallelRequests, timeout } = options;
	const reader = {
		list: operationName,
		fetchPage: async (offset: number, signal: AbortSignal) =>
			await requestPage(service, { operationName, offset, limit, timeout }, signal),
		parallelRequests,
		retryPolicy: {
			maxRetries,
			shouldRetry: isTransient,
			sleep: async (milliseconds: number, signal: AbortSignal) => {
				onRetry?.();
				await pause(milliseconds, signal);
			},
			random: Math.random,
		},
		nextTurn,
		signal: service.signal ?? new AbortController().signal,
	};
	return readPages(reader, start);
}

/** The record with these fields alone, or as it is when none is named. */
function pick(record: DataRecord, fields: string[]): DataRecord {
	if (fields.length === 0) return record;
	return Object.fromEntries(Object.entries(record).filter(([field]) => fields.includes(field)));
}
