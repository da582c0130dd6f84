import { timedOut } from '../api/failures';
import type { Client } from '../api/request';
import { PageNotRead } from '../paging/pages';
import type { WatchRequest } from './request';
import { listPages, newGate } from '../read/listPages';
import { readRecords } from '../read/readRecords';
import { refusal } from '../refusal';
import type { ListSource } from './read';
import { watchedPart } from './watched';

/** How much of the time that n8n gives a poll is spent on reading. */
const SHARE_OF_BUDGET = 0.9;

/**
 * Reads with the list of the service, within the time of a poll.
 *
 * @param budget milliseconds that n8n gives the poll
 * @throws what `read` throws, or else why the time was not enough
 */
export async function withinBudget<T>(
	client: Client,
	request: WatchRequest,
	budget: number | undefined,
	read: (source: ListSource) => Promise<T>,
): Promise<T> {
	const time = budget === undefined ? undefined : Math.floor(budget * SHARE_OF_BUDGET);
	const signal = time === undefined ? undefined : AbortSignal.timeout(time);
	try {
		return await read(sourceOf({ ...client, signal }, request));
	} catch (error) {
		throw time === undefined ? error : explainCancelled(error, time);
	}
}

function sourceOf(client: Client, request: WatchRequest): ListSource {
	const { list } = request;
	const { keyField, watched } = request;
	const gate = newGate();
	const { fields } = watched;
	// A field that is not watched may differ with every request.
	const partOf = watchedPart({
		...watched,
		fields: fields.length > 0 ? [keyField, ...fields] : [],
	});
	return {
		pages: (onMove) => listPages(client, list, { onMove, partOf, gate }),
		async page(offset) {
			const page = { ...list, returnAll: false, options: { ...list.options, offset } };
			return (await readRecords(client, page, gate)).records;
		},
	};
}

/**
 * Only the end of its time cancels a poll: the service was unavailable, it did not respond at all, or
 * its list is too long.
 */
function explainCancelled(error: unknown, milliseconds: number): unknown {
	if (!(error instanceof PageNotRead) || error.failure.name !== 'cancelled') return error;
	const { failure, list, offset } = error;
	if (failure.after) return new PageNotRead(failure.after, list, offset);
	if (offset === 0) return new PageNotRead(timedOut(milliseconds), list, offset);
	return refusal(
		'The list takes longer to read than n8n allows for a poll',
		`This poll reached offset ${offset}. Under 'Options', raise 'Parallel Requests' or lower 'Interval Between Requests', or use the Customer Data node with a Schedule Trigger, which has no such limit.`,
	);
}
