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
	/** The parameter that kept more records of the service from being read, if there are any. */
	cutBy: 'limit' | 'maxRecords' | undefined;
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
	/** The offset from which on no record is needed; it can move while the list is read. */
	end?: () => number;
}

/**
 * Reads every page from the offset on, or the first alone.
 *
 * @throws PageNotRead, or UserError for a field that no record has
 */
export async function readRecords(service: Service, request: ListRequest): Promise<ReadResult> {
	const { fields: chosen, consistentRead, offset: start } = request.options;
	const maxRecords = request.returnAll ? request.options.maxRecords : Infinity;
	const result: ReadResult = { records: [], cutBy: undefined, retries: 0, moved: false };
	const fields = new FieldPicker(chosen);
	let end = start + maxRecords;
	const reading: Reading = {
		end: () => end,
		onRetry: () => {
			result.retries += 1;
		},
		onMove: () => {
			result.moved = !consistentRead;
		},
	};
	for await (const { kept, records, next } of readList(service, request, reading)) {
		result.records.length = kept;
		for (const record of records.slice(0, maxRecords - kept)) {
			fields.notice(record);
			result.records.push(fields.pick(record));
		}
		const hasMore = next !== undefined || kept + records.length > maxRecords;
		const isFull = result.records.length === maxRecords;
		if (hasMore && (isFull || !request.returnAll)) {
			result.cutBy = request.returnAll ? 'maxRecords' : 'limit';
			break;
		}
		// Pages can hold fewer records than the service counts between two offsets.
		if (next !== undefined) end = next + maxRecords - result.records.length;
	}
	fields.check((text) => withoutKey(text, service.connection.apiKey));
	return result;
}

/** The pages from the offset on, to the end of the list. @throws PageNotRead */
export function readList(
	service: Service,
	{ operationName, limit, options }: ListRequest,
	{ counts = everyField, end, ...notices }: Reading = {},
): AsyncGenerator<Step, void, void> {
	const { consistentRead, maxRetries, offset: start, parallelRequests, timeout } = options;
	// Consistent Read also learns from the records beyond the last one that is needed.
	const limitAt = (offset: number) =>
		consistentRead || !end ? limit : Math.max(1, Math.min(limit, end() - offset));
	const fetchPage: FetchPage = async (offset, signal) =>
		await requestPage(service, { operationName, offset, limit: limitAt(offset), timeout }, signal);
	const reader = {
		list: operationName,
		fetchPage,
		parallelRequests,
		identity: identityBy(counts),
		retryPolicy: { maxRetries, shouldRetry: isTransient, sleep: pause, random: Math.random },
		nextTurn,
		signal: service.signal ?? new AbortController().signal,
		...(end && { end }),
		...notices,
	};
	return consistentRead ? readConsistently(reader, start) : readPages(reader, start);
}
