import type { DataRecord, Step } from '../paging/answer';
import type { FetchPage } from '../paging/listReader';
import { everyField, type FieldFilter, identityBy } from '../paging/identity';
import { readConsistently } from '../paging/consistentPages';
import { readPages } from '../paging/pages';
import type { ListRequest } from '../parameters/list';
import { requestPage } from '../transport/page';
import { withoutKey } from '../transport/redact';
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
	/** Requests that were repeated. */
	retries: number;
	/** Whether pages showed that the list changed, so that records can be missing or come twice. */
	moved: boolean;
}

interface Reading {
	onRetry?: () => void;
	onMove?: () => void;
	/** The fields by which a record is known again; all by default. */
	counts?: FieldFilter;
}

/**
 * Reads every page from the offset on, or the first alone.
 *
 * @throws PageNotRead, or UserError for a field that no record has
 */
export async function readRecords(service: Service, request: ListRequest): Promise<ReadResult> {
	const result: ReadResult = { records: [], more: false, retries: 0, moved: false };
	const fields = new FieldPicker(request.options.fields);
	const notices = {
		onRetry: () => {
			result.retries += 1;
		},
		onMove: () => {
			result.moved = !request.options.consistentRead;
		},
	};
	for await (const { kept, records, next } of readList(service, request, notices)) {
		result.records.length = kept;
		for (const record of records) {
			fields.notice(record);
			result.records.push(fields.pick(record));
		}
		result.more = next !== undefined;
		if (!request.returnAll) break;
	}
	fields.check((text) => withoutKey(text, service.connection.apiKey));
	return result;
}

/** The pages from the offset on, to the end of the list. @throws PageNotRead */
export function readList(
	service: Service,
	{ operationName, limit, options }: ListRequest,
	{ counts = everyField, ...notices }: Reading = {},
): AsyncGenerator<Step, void, void> {
	const { consistentRead, maxRetries, offset: start, parallelRequests, timeout } = options;
	const fetchPage: FetchPage = async (offset, signal) =>
		await requestPage(service, { operationName, offset, limit, timeout }, signal);
	const reader = {
		list: operationName,
		fetchPage,
		parallelRequests,
		identity: identityBy(counts),
		retryPolicy: { maxRetries, shouldRetry: isTransient, sleep: pause, random: Math.random },
		nextTurn,
		signal: service.signal ?? new AbortController().signal,
		...notices,
	};
	return consistentRead ? readConsistently(reader, start) : readPages(reader, start);
}
