import { failure, JSON_TYPE, success, type Answer, type Envelope } from './answer.mts';
import type { Fault } from './faults.mts';
import { more, pageOf, type Paging } from './paging.mts';
import type { RecordList } from './recordList.mts';
import type { DataRecord } from './records.mts';

export interface Asked extends Paging {
	operation: string;
	/** Absent when the operation is not a list. */
	list: RecordList | undefined;
	apiKey: string;
	companyId: string;
}

/** What one fault makes of an answer. */
export function strike(fault: Fault, answer: Answer, asked: Asked): Answer {
	return echoing(changed(fault, answer, asked), asked);
}

function changed(fault: Fault, answer: Answer, asked: Asked): Answer {
	const { list, offset, limit } = asked;
	switch (fault.kind) {
		case 'status':
			return {
				...answer,
				status: fault.status,
				headers: { 'content-type': JSON_TYPE, ...retryAfter(fault), ...fault.headers },
				body: fault.body ?? failure(`The service answers with status ${fault.status}.`),
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
		case 'stride':
			return list === undefined
				? answer
				: pageOf(list, { offset, limit: Math.min(fault.records, limit) }, fault.advance);
		case 'empty':
			return { ...promisingMore(answer, asked), body: success([]) };
		case 'surplus':
			return { ...answer, body: success(records(asked, limit + fault.records)) };
		case 'endless':
			return { ...promisingMore(answer, asked), body: success(records(asked, limit)) };
		case 'big':
			return { ...answer, body: success(padded(asked, fault.megabytes * 1_000_000)) };
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
	headers: Record<string, string>,
	overrides: Record<string, string | null>,
): Record<string, string> {
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

/** That many records from the offset on, made up where the list has ended. */
function records({ list, offset }: Asked, count: number): DataRecord[] {
	if (list === undefined) return [];
	const real = list.page(offset, count);
	const madeUp = Array.from({ length: count - real.length }, (_, extra) =>
		list.make(offset + real.length + extra),
	);
	return [...real, ...madeUp];
}

function padded({ list, offset, limit }: Asked, bytes: number): DataRecord[] {
	const page = list?.page(offset, limit) ?? [];
	const notes = 'n'.repeat(bytes / Math.max(1, page.length));
	return page.map((record) => ({ ...record, Notes: notes }));
}

/** The answer with the key and the company id in the places that the fault names. */
function echoing(answer: Answer, asked: Asked): Answer {
	const fill = (text: string) =>
		text.replaceAll('{apiKey}', asked.apiKey).replaceAll('{companyId}', asked.companyId);
	const { headers, body } = answer;
	const filledIn = JSON.stringify({ headers, body }, (_key, value: unknown) =>
		typeof value === 'string' ? fill(value) : value,
	);
	return { ...answer, ...JSON.parse(filledIn) };
}
