import type { Answer } from '../paging/answer';
import { pageHeaders } from './envelope';
import { type Range, readPage } from './page';
import { redactFailure, redactRecords } from './redact';
import { send, type Service, type ServiceResponse } from './transport';

export interface PageRequest extends Range {
	/** Path of the list operation. */
	operationName: string;
	/** Milliseconds until the last byte of the page. */
	timeout: number;
}

/**
 * Requests a page once. Never throws: whatever goes wrong is the answer's failure, which holds
 * neither key nor company ID.
 */
export async function requestPage(
	service: Service,
	request: PageRequest,
	signal: AbortSignal,
): Promise<Answer> {
	const { operationName: path, offset, limit, timeout } = request;
	const headers = pageHeaders(offset, limit);
	const sent = await send(service, { method: 'GET', path, headers, timeout }, signal);
	const answer = 'failure' in sent ? sent : believe(sent, service, request);
	return 'failure' in answer
		? { failure: redactFailure(answer.failure, service.connection) }
		: answer;
}

function believe(response: ServiceResponse, { connection }: Service, range: Range): Answer {
	try {
		const read = readPage(response, range);
		if ('failure' in read) return read;
		const records = redactRecords(read.page.records, response.body, connection);
		return { page: { ...read.page, records } };
	} catch {
		// Thousands of lists in one another are too much for the stack.
		return { failure: { kind: 'notAPage', found: 'records that are nested too deeply' } };
	}
}
