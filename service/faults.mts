import { z } from 'zod';
import { answerTo, failure, promiseOf, success, type Answer, type PageRequest } from './answer.mts';
import { sendHalf, sendReset, sendSlowly, sendUnclosed } from './deliver.mts';
import type { DataRecord } from './records.mts';

const count = z.number().int().min(0);

const WHERE = {
	/** The operation; every list operation when absent. */
	on: z.string().optional(),
	/** Every page that holds the record at this offset; every page when absent. */
	offset: count.optional(),
	/** How often it applies; for ever when absent. */
	times: count.min(1).optional(),
};

const faultSchema = z.discriminatedUnion('kind', [
	fault('status', {
		status: z.number().int().min(200).max(599),
		/** Text is sent as it is, anything else as JSON; an envelope with a message when absent. */
		body: z.unknown(),
		headers: z.record(z.string()).optional(),
	}),
	fault('redirect', { to: z.string() }),
	fault('reset', {}),
	/** Sends half of the body. */
	fault('cut', {}),
	/** Never responds. */
	fault('hang', {}),
	/** Sends the body with so many bytes in a second. */
	fault('slow', { bytesPerSecond: count.min(50) }),
	/** Sends the whole body, and closes the connection later. Without a length, only that ends the body. */
	fault('unclosed', { milliseconds: count, hasLength: z.boolean() }),
	/** Sets headers of the page, by their names in lowercase. */
	fault('headers', { set: z.record(z.string()) }),
	/** A list without an end. */
	fault('endless', {}),
]);

/** In any text of a fault, `{apiKey}` and `{companyId}` stand for those of the service. */
export type Fault = z.input<typeof faultSchema>;

function fault<Kind extends string, Details extends z.ZodRawShape>(kind: Kind, details: Details) {
	return z
		.object({ kind: z.literal(kind), ...WHERE })
		.extend(details)
		.strict();
}

/** The faults that are set, and how often each still applies. */
export class FaultPlan {
	private faults: Array<{ fault: Fault; left: number }> = [];

	/** @param placeholders what stands for `{name}` in any text of a fault, by name */
	constructor(private readonly placeholders: Record<string, string>) {}

	/** @throws ZodError for what is no fault */
	set(faults: Fault[]): void {
		const fill = (_key: string, value: unknown) =>
			typeof value === 'string'
				? value.replace(/\{(\w+)\}/g, (text, name) => this.placeholders[name] ?? text)
				: value;
		const filled: unknown[] = JSON.parse(JSON.stringify(faults), fill);
		this.faults = filled.map((one) => {
			const fault = faultSchema.parse(one);
			return { fault, left: fault.times ?? Infinity };
		});
	}

	/** Answers with the first of the faults that still applies to this request, if there is one. */
	answer(request: PageRequest): Answer {
		const answer = answerTo(request);
		const next = this.faults.find(({ fault, left }) => left > 0 && isFor(request, fault));
		if (!next) return answer;
		next.left--;
		return { ...answer, ...changed(next.fault, answer, request) };
	}
}

/** Pages may overlap, so the record at the offset can be in several of them. */
function isFor(request: PageRequest, { on, offset }: Fault): boolean {
	return (
		(on === undefined ? request.list !== undefined : on === request.operation) &&
		(offset === undefined || (request.offset <= offset && offset < request.offset + request.limit))
	);
}

/** What a fault changes of an answer. */
function changed(fault: Fault, { headers }: Answer, request: PageRequest): Partial<Answer> {
	switch (fault.kind) {
		case 'status': {
			const { status } = fault;
			const failed = failure(status, `The service responds with status ${status}.`);
			const all = { ...failed.headers, ...fault.headers };
			return { status, headers: all, body: fault.body ?? failed.body };
		}
		case 'redirect':
			return { status: 302, headers: { location: fault.to }, body: '' };
		case 'reset':
			return { send: sendReset };
		case 'cut':
			return { send: sendHalf };
		case 'hang':
			return { send: () => undefined };
		case 'slow':
			return { send: sendSlowly(fault.bytesPerSecond) };
		case 'unclosed':
			return { send: sendUnclosed(fault.milliseconds, fault.hasLength) };
		case 'headers':
			return { headers: { ...headers, ...fault.set } };
		case 'endless': {
			const paging = promiseOf(request.offset + request.limit);
			return { headers: { ...headers, ...paging }, body: success(recordsFor(request)) };
		}
	}
}

/** As many records as requested, made up after the end of the list. */
function recordsFor({ list, offset, limit }: PageRequest): DataRecord[] {
	if (!list) return [];
	return Array.from(
		{ length: limit },
		(_, nth) => list.at(offset + nth) ?? list.make(offset + nth),
	);
}
