import { failure, type Failed, type Failure } from '../errors/failures';
import { withoutQuote } from '../errors/redact';
import { send, type Client, type ServiceResponse } from './client';
import { secretsOf } from './connection';
import { NEXT_HEADERS, pageHeaders } from './headers';
import { isDeeperThan, isObject } from './json';
import { acceptBody, describeText, failureIn, header } from './response';

/** A record of the service, as it was sent: any JSON object. */
export type DataRecord = { [field: string]: JsonValue };

export type JsonValue = string | number | boolean | null | JsonValue[] | DataRecord;

/** A page that is whole. */
export interface Page {
	/** The place of its first record in the list, from 0. */
	offset: number;
	records: DataRecord[];
	/** The offset of the next page; `undefined` on the last one. */
	next: number | undefined;
	/**
	 * A full page that says nothing about more, which a gateway may have removed: only the next page can tell
	 * whether there is one. `next` is where that starts (specification, section 4.5 rule 4).
	 */
	isEndUnknown?: boolean;
}

/** The most records that the service puts on a page (specification, section 8). */
export const MAX_PAGE_SIZE = 50;

/** How deep a record may be nested. From 1,500 on, the stack of Node 20 is no longer enough for all that follows. */
export const MAX_LEVELS = 1_000;

/**
 * On the last page, a greater next offset stands for none, e.g. 2147483647. A list can be longer, but hardly
 * any page of such a list is its last.
 */
const FARTHEST_PLACE = 10_000;

interface PageRequest {
	listName: string;
	offset: number;
	limit: number;
}

/** Requests a page once. Never throws; a failure does not hold the key. */
export async function requestPage(
	client: Client,
	{ timeout, ...asked }: PageRequest & { timeout: number },
	signal: AbortSignal,
): Promise<Page | Failed> {
	const headers = pageHeaders(asked.offset, asked.limit);
	const sent = await send(client, { path: asked.listName, headers, timeout }, signal);
	const answer = 'failure' in sent ? sent : acceptPage(sent, asked);
	if (!('failure' in answer)) return answer;
	return { failure: withoutQuote(answer.failure, secretsOf(client.connection)) };
}

/** Accepts a page only when it is whole (specification, sections 2.1 and 4.5). */
export function acceptPage(response: ServiceResponse, asked: PageRequest): Page | Failed {
	const body = acceptBody(response, asked.listName);
	if ('failure' in body) return body;
	const { text, json } = body;
	if (json === undefined) return { failure: failure('notJson', { fill: describeText(text) }) };
	const envelope = isObject(json) ? json : {};
	const refused = failureIn(envelope);
	if (refused) return { failure: refused };
	const { IsSuccess: success, Payload: payload } = envelope;
	if (success !== true) return notAPage('JSON without "IsSuccess": true');
	if (!Array.isArray(payload) || payload.some((entry) => !isObject(entry))) {
		return notAPage('a "Payload" that is not a list of records');
	}
	if (payload.length > asked.limit) {
		return notAPage(`${payload.length} records where at most ${asked.limit} were requested`);
	}
	if (payload.some((record) => isDeeperThan(MAX_LEVELS, record))) {
		return notAPage(`a record nested more than ${MAX_LEVELS.toLocaleString('en')} levels deep`);
	}
	return acceptNext(payload, response, asked);
}

/**
 * A page that promises more has records, and the next page has to start after it, and no later than the range
 * that was requested ends. On the last page, the next offset does not count (specification, section 4.5 rule 6), unless it
 * names the place of another page: then a cache returned that page in place of this one.
 */
function acceptNext(
	records: DataRecord[],
	response: ServiceResponse,
	{ offset, limit }: PageRequest,
): Page | Failed {
	const more = header(response, NEXT_HEADERS.more);
	const flags = (more ?? '').split(',').map((flag) => flag.trim().toLowerCase() === 'true');
	const isPromised = flags.includes(true);
	const text = header(response, NEXT_HEADERS.offset);
	// A header that came twice counts where both say the same.
	const next = Number(/^(\d+)(?:, *\1)*$/.exec(text ?? '')?.[1] ?? NaN);
	const [first, last] = [offset + Math.max(1, records.length), offset + limit];
	if (isPromised && records.length === 0 && !(next > last))
		return { failure: failure('emptyPage') };
	const isAhead = Number.isSafeInteger(next) && next >= first && next <= last;
	const isElsewhere = next > last && next <= FARTHEST_PLACE;
	if (isPromised ? !isAhead : isElsewhere) {
		if (text === undefined)
			return notAPage(`a page that promises more, without ${NEXT_HEADERS.offset}`);
		const quote = { intro: 'The response has the header', text: `${NEXT_HEADERS.offset}: ${text}` };
		if (!(next > 0)) return notAPage('a next offset that is not valid', { quote });
		const fill = first === last ? String(first) : `from ${first} to ${last}`;
		return { failure: failure('otherPage', { fill, quote }) };
	}
	if (isPromised) return { offset, records, next };
	if (more !== undefined || records.length < limit) return { offset, records, next: undefined };
	return { offset, records, next: last, isEndUnknown: true };
}

function notAPage(fill: string, more: Pick<Failure, 'quote'> = {}): Failed {
	return { failure: failure('notAPage', { fill, ...more }) };
}
