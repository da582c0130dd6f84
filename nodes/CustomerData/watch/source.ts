import { PageNotRead } from '../paging/failure';
import { everyField, type FieldFilter } from '../paging/identity';
import type { WatchRequest } from '../parameters/trigger';
import { Pacer } from '../read/pacer';
import { readList, readRecords } from '../read/readList';
import { refusal } from '../refusal';
import { withoutKey } from '../transport/redact';
import type { Service } from '../transport/transport';
import type { ListSource } from './read';
import { filterFor } from './watched';

/** How much of the time that n8n gives a poll is spent on reading. */
const SHARE_OF_BUDGET = 0.9;

/**
 * Reads with the list of the service, within the time of a poll.
 *
 * @param budget milliseconds that n8n gives the poll
 * @throws what `read` throws, or else why the time was not enough
 */
export async function withinBudget<T>(
	service: Service,
	request: WatchRequest,
	budget: number | undefined,
	read: (source: ListSource) => Promise<T>,
): Promise<T> {
	const time = budget === undefined ? undefined : Math.floor(budget * SHARE_OF_BUDGET);
	const signal = time === undefined ? undefined : AbortSignal.timeout(time);
	try {
		return await read(sourceOf({ ...service, signal }, request));
	} catch (error) {
		throw time === undefined ? error : explainCancelled(error, time);
	}
}

function sourceOf(service: Service, request: WatchRequest): ListSource {
	const { list } = request;
	const counts = identifyingFields(request);
	const pacer = new Pacer();
	return {
		pages: (onMove) => readList(service, list, { onMove, counts, pacer }),
		async page(offset) {
			const page = { ...list, returnAll: false, options: { ...list.options, offset } };
			return (await readRecords(service, page, pacer)).records;
		},
		quote: (text) => withoutKey(text, service.connection.apiKey),
	};
}

/** A field that is not watched may differ with every request. */
function identifyingFields({ keyField, watched }: WatchRequest): FieldFilter {
	const counts = filterFor(watched);
	return counts === everyField ? counts : (field) => field === keyField || counts(field);
}

/**
 * Only the end of its time cancels a poll: the service was unavailable, it did not respond at all, or
 * its list is too long.
 */
function explainCancelled(error: unknown, milliseconds: number): unknown {
	if (!(error instanceof PageNotRead) || error.failure.kind !== 'cancelled') return error;
	const { failure, list, offset } = error;
	if (failure.after) return new PageNotRead(failure.after, list, offset);
	if (offset === 0) return new PageNotRead({ kind: 'timeout', milliseconds }, list, offset);
	return refusal(
		'The list takes longer to read than n8n allows for a poll',
		`This poll reached offset ${offset}. Under 'Options', raise 'Parallel Requests' or lower 'Interval Between Requests', or use the Customer Data node with a Schedule Trigger, which has no such limit.`,
	);
}
