import { failure, JSON_TYPE, success, type Answer, type Envelope } from './answer.mts';
import type { Fault } from './faults.mts';
import { more, pageOf, type Paging } from './paging.mts';
import type { RecordList } from './recordList.mts';
import type { DataRecord } from './records.mts';

/** A request for an operation, with the key and the company that it was sent with. */
export interface OperationRequest extends Paging {
	operation: string;
	/** `undefined` when the operation is not a list. */
	list: RecordList | undefined;
	apiKey: string;
	companyId: string;
}

/** The answer with one fault applied to it. */
export function applyFault(fault: Fault, answer: Answer, request: OperationRequest): Answer {
	return fillPlaceholders(withFault(fault, answer, request), request);
}

function withFault(fault: Fault, answer: Answer, request: OperationRequest): Answer {
	const { list, offset, limit } = request;
	switch (fault.kind) {
		case 'status':
			return {
				...answer,
				status: fault.status,
				headers: { 'content-type': JSON_TYPE, ...retryAfter(fault), ...fault.headers },
				body: fault.body ?? failure(`The service responds with status ${fault.status}.`),
			};
		case 'redirect':
			return { ...answer, status: fault.status ?? 302, headers: { location: fault.to }, body: '' };
		case 'reset':
		case 'cut':
		case 'drip':
			return { ...answer, delivery: fault.kind };
		case 'hang':
			return fault.ms === undefined
				? { ...answer, delivery: 'hang' }
				: { ...answer, delay: answer.delay + fault.ms };
		case 'body':
			return {
				...answer,
				headers: { ...answer.headers, 'content-type': fault.contentType ?? JSON_TYPE },
				body: fault.body,
			};
		case 'envelope':
			return { ...answer, body: { ...envelopeOf(answer), ...fault.set } };
		case 'headers':
			return { ...answer, headers: overridden(answer.headers, fault.set) };
		case 'encoding':
			return {
				...answer,
				encoding: fault.as,
				headers: { ...answer.headers, 'content-type': fault.contentType ?? JSON_TYPE },
			};
		case 'stride':
			return list === undefined
				? answer
				: pageOf(list, { offset, limit: Math.min(fault.records, limit) }, fault.advance);
		case 'empty':
			return { ...promisingMore(answer, request), body: success([]) };
		case 'surplus':
			return { ...answer, body: success(records(request, limit + fault.records)) };
		case 'endless':
			return { ...promisingMore(answer, request), body: success(records(request, limit)) };
		case 'big':
			return { ...answer, body: success(padded(request, fault.megabytes * 1_000_000)) };
	}
}

function retryAfter(fault: Extract<Fault, { kind: 'status' }>): Record<string, string> {
	if (fault.retryAfter !== undefined) return { 'retry-after': String(fault.retryAfter) };
	if (fault.retryAfterDate === undefined) return {};
	return { 'retry-after': new Date(Date.now() + fault.retryAfterDate * 1000).toUTCString() };
}

function envelopeOf({ body }: Answer): Partial<Envelope> {
	return typeof body === 'object' && body !== null ? body : success([]);
}

function overridden(
	headers: Answer['headers'],
	overrides: Record<string, string | string[] | null>,
): Answer['headers'] {
	const result = { ...headers };
	for (const [name, value] of Object.entries(overrides)) {
		if (value === null) delete result[name.toLowerCase()];
		else result[name.toLowerCase()] = value;
	}
	return result;
}

function promisingMore(answer: Answer, { offset, limit }: Paging): Answer {
	return { ...answer, headers: { ...answer.headers, ...more(offset + limit) } };
}

/** Exactly `count` records from the offset on, made up after the end of the list. */
function records({ list, offset }: OperationRequest, count: number): DataRecord[] {
	if (list === undefined) return [];
	const real = list.page(offset, count);
	const madeUp = Array.from({ length: count - real.length }, (_, extra) =>
		list.make(offset + real.length + extra),
	);
	return [...real, ...madeUp];
}

function padded({ list, offset, limit }: OperationRequest, bytes: number): DataRecord[] {
	const page = list?.page(offset, limit) ?? [];
	const notes = 'n'.repeat(bytes / Math.max(1, page.length));
	return page.map((record) => ({ ...record, Notes: notes }));
}

/** The answer with the request's key and company id in place of `{apiKey}` and `{companyId}`. */
function fillPlaceholders(answer: Answer, { apiKey, companyId }: OperationRequest): Answer {
	const fill = (text: string) =>
		text.replaceAll('{apiKey}', apiKey).replaceAll('{companyId}', companyId);
	const { headers, body } = answer;
	const filledIn = JSON.stringify({ headers, body }, (_key, value: unknown) =>
		typeof value === 'string' ? fill(value) : value,
	);
	return { ...answer, ...JSON.parse(filledIn) };
}
