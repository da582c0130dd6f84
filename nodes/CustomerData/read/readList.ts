import type { DataRecord, Step } from '../paging/answer';
import type { FetchPage } from '../paging/listReader';
import { everyField, type FieldFilter, identityBy } from '../paging/identity';
import { readConsistently } from '../paging/consistentPages';
import { readPages } from '../paging/pages';
import { asksForTooLong, retryAfterOf } from '../paging/retry';
import type { ListRequest } from '../parameters/list';
import { MAX_PAGE_SIZE } from '../transport/envelope';
import { requestPage } from '../transport/page';
import { withoutKey } from '../transport/redact';
import { isTransient } from '../transport/statuses';
import type { Service } from '../transport/transport';
import { FoundRecords } from './foundRecords';
import { Pacer } from './pacer';
import { nextTurn, pause } from './pause';

/** A read that came to its end. */
export interface ReadResult {
	request: ListRequest;
	/** In the order of the service; with a search, those that were found. */
	records: DataRecord[];
	/** How many records were looked at. */
	read: number;
	/** Whether there may be more records, which the limit or the maximum kept from being read. */
	isCut: boolean;
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
	/** Shared by reads whose requests keep their distance from each other. */
	pacer?: Pacer;
}

/**
 * Reads every page from the offset on, or the first alone, or as many as a search needs.
 *
 * @throws PageNotRead, or UserError for a field that no record has
 */
export async function readRecords(
	service: Service,
	request: ListRequest,
	pacer = new Pacer(),
): Promise<ReadResult> {
	const { returnAll, limit, options } = request;
	const { consistentRead, maxRecords, offset: start, search } = options;
	const most = returnAll ? maxRecords : limit;
	const isOnePage = !returnAll && search === '';
	const found = new FoundRecords(options, most);
	const notes = { isCut: false, retries: 0, moved: false };
	let end = start + most;
	const reading: Reading = {
		pacer,
		onRetry: () => {
			notes.retries += 1;
		},
		onMove: () => {
			notes.moved = !consistentRead;
		},
		// How far a search has to read shows only on the way.
		...(search === '' && { end: () => end }),
	};
	for await (const { kept, records, next } of readList(service, request, reading)) {
		found.keep(kept);
		const hasMore = !found.add(records) || next !== undefined;
		if (hasMore && (found.isFull || isOnePage)) {
			notes.isCut = true;
			break;
		}
		// Pages can hold fewer records than the service counts between two offsets.
		if (next !== undefined) end = next + most - found.records.length;
	}
	found.check((text) => withoutKey(text, service.connection.apiKey));
	return { request, records: found.records, read: found.read, ...notes };
}

/** The pages from the offset on, to the end of the list. @throws PageNotRead */
export function readList(
	service: Service,
	{ operationName, limit, options }: ListRequest,
	{ counts = everyField, end, pacer = new Pacer(), ...notices }: Reading = {},
): AsyncGenerator<Step, void, void> {
	const { consistentRead, maxRetries, offset: start, parallelRequests, search } = options;
	const { requestInterval, timeout } = options;
	// What a search finds says nothing about where it stands.
	const pageSize = search === '' ? limit : MAX_PAGE_SIZE;
	// Consistent Read also learns from the records beyond the last one that is needed.
	const limitAt = (offset: number) =>
		consistentRead || !end ? pageSize : Math.max(1, Math.min(pageSize, end() - offset));
	const fetchPage: FetchPage = async (offset, signal) => {
		if (requestInterval > 0) await pacer.turn(requestInterval, signal);
		if (signal.aborted) return { failure: { kind: 'cancelled' } };
		const page = { operationName, offset, limit: limitAt(offset), timeout };
		const answer = await requestPage(service, page, signal);
		if ('failure' in answer && !asksForTooLong(answer.failure)) {
			pacer.rest(retryAfterOf(answer.failure) ?? 0);
		}
		return answer;
	};
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
