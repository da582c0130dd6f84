import type { DataRecord, PlacedPage } from '../paging/answer';
import type { FetchPage } from '../paging/listReader';
import { readPages } from '../paging/pages';
import type { RetryPolicy } from '../paging/retry';
import type { ListRequest } from '../parameters/list';
import { requestPage } from '../transport/page';
import { isTransient } from '../transport/statuses';
import type { Service } from '../transport/transport';
import { FieldPicker } from './fields';
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
 * Reads every page from the offset on, or the first alone.
 *
 * @throws PageNotRead, or UserError for a field that no record has
 */
export async function readRecords(service: Service, request: ListRequest): Promise<ReadResult> {
	const result: ReadResult = { records: [], more: false, retries: 0 };
	const fields = new FieldPicker(request.options.fields);
	const countRetry = () => {
		result.retries += 1;
	};
	for await (const { records, next } of readList(service, request, countRetry)) {
		for (const record of records) result.records.push(fields.pick(record));
		result.more = next !== undefined;
		if (!request.returnAll) break;
	}
	fields.check();
	return result;
}

/** The pages from the offset on, to the end of the list. @throws PageNotRead */
export function readList(
	service: Service,
	{ operationName, limit, options }: ListRequest,
	onRetry?: () => void,
): AsyncGenerator<PlacedPage, void, void> {
	const { maxRetries, offset: start, parallelRequests, timeout } = options;
	const fetchPage: FetchPage = async (offset, signal) =>
		await requestPage(service, { operationName, offset, limit, timeout }, signal);
	const sleep: RetryPolicy['sleep'] = async (milliseconds, signal) => {
		onRetry?.();
		await pause(milliseconds, signal);
	};
	const retryPolicy = { maxRetries, shouldRetry: isTransient, sleep, random: Math.random };
	const signal = service.signal ?? new AbortController().signal;
	const reader = {
		list: operationName,
		fetchPage,
		parallelRequests,
		retryPolicy,
		nextTurn,
		signal,
	};
	return readPages(reader, start);
}
