import { z } from 'zod';

import { answerTo, failure, JSON_TYPE, promiseOf, success } from './answer.mts';
import type { Answer, PageRequest } from './answer.mts';
import { sendDrops, sendHalf, sendReset } from './deliver.mts';
import type { DataRecord } from './records.mts';

const count = z.number().int().min(0);
const body = z.custom<NonNullable<unknown> | null>((value) => value !== undefined, 'is missing');

/** These replace the page. */
const REPLACING = {
	status: kind(
		{
			status: z.number().int().min(200).max(599),
			/** Seconds, sent as a number. */
			retryAfter: count.optional(),
			/** Seconds from now, sent as a date. */
			retryAfterDate: count.optional(),
			/** Text is sent as it is, anything else as JSON; an envelope with a message when absent. */
			body: body.optional(),
			headers: z.record(z.string()).optional(),
		},
		({ status, headers, ...fault }) => ({
			status,
			headers: { 'content-type': JSON_TYPE, ...retryAfter(fault), ...headers },
			body: fault.body ?? failure(`The service responds with status ${status}.`),
		}),
	),
	redirect: kind({ to: z.string() }, ({ to: location }) => {
		return { status: 302, headers: { location }, body: '' };
	}),
	reset: kind({}, () => ({ send: sendReset })),
	cut: kind({}, () => ({ send: sendHalf })),
	drip: kind({}, () => ({ send: sendDrops })),
	/** Answers after this many milliseconds; never when absent. */
	hang: kind({ ms: count.optional() }, ({ ms: delay }) =>
		delay === undefined ? { send: () => undefined } : { delay },
	),
	/** Any body, with status 200 and the right paging headers. */
	body: kind(
		{ body, contentType: z.string().default(JSON_TYPE) },
		({ body, contentType }, { headers }) => ({
			headers: { ...headers, 'content-type': contentType },
			body,
		}),
	),
};

/** These change the page, and further faults may change it again. */
const CHANGING = {
	/** Fields of the envelope to set. */
	envelope: kind({ set: z.record(z.unknown()) }, ({ set }, { body }) => ({
		body: { ...(body instanceof Object ? body : success([])), ...set },
	})),
	/** Headers to set; a list sends one several times, `null` leaves one out. */
	headers: kind(
		{ set: z.record(z.union([z.string(), z.array(z.string())]).nullable()) },
		({ set }, answer) => {
			const headers = { ...answer.headers };
			for (const [name, value] of Object.entries(set)) {
				if (value === null) delete headers[name.toLowerCase()];
				else headers[name.toLowerCase()] = value;
			}
			return { headers };
		},
	),
	/** The body in other bytes than UTF-8, whatever the content type says. */
	encoding: kind({ as: z.enum(['latin1', 'utf16le']) }, ({ as }) => ({ encoding: as })),
	/** An empty page that promises more. */
	empty: kind({}, (_fault, answer, request) => ({
		...promisingMore(answer, request),
		body: success([]),
	})),
	/** This many records more than requested. */
	surplus: kind({ records: count.min(1) }, ({ records }, _answer, request) => ({
		body: success(recordsFor(request, request.limit + records)),
	})),
	/** Pages of at most so many records; the next page starts `advance` records further on. */
	stride: kind(
		{ records: count.min(1), advance: count.min(1).optional() },
		({ records, advance }, _answer, request) =>
			answerTo({ ...request, limit: Math.min(records, request.limit) }, advance),
	),
	/** A list without an end. */
	endless: kind({}, (_fault, answer, request) => ({
		...promisingMore(answer, request),
		body: success(recordsFor(request, request.limit)),
	})),
};

const KINDS = { ...REPLACING, ...CHANGING };
type Kind = keyof typeof KINDS;

const where = z.object({
	/** The operation; every list operation when absent. */
	on: z.string().optional(),
	/** Every page that holds the record at this offset; every page when absent. */
	offset: count.optional(),
	/** How often it applies; for ever when absent. */
	times: count.min(1).optional(),
});

/** In any text of a fault, `{apiKey}` and `{companyId}` stand for those of the service. */
export type Fault = {
	[Name in Kind]: { kind: Name } & z.infer<typeof where> & z.input<(typeof KINDS)[Name]['schema']>;
}[Kind];

const faultSchema = where
	.extend({ kind: z.string().refine((name): name is Kind => Object.hasOwn(KINDS, name)) })
	.passthrough();

/** Where and how often the fault applies, and what it makes of an answer; throws for what is no fault. */
export function readFault(value: unknown) {
	const { kind, on, offset, times = Infinity, ...details } = faultSchema.parse(value);
	const replacesThePage = Object.hasOwn(REPLACING, kind);
	return { on, offset, times, replacesThePage, apply: KINDS[kind].read(details) };
}

function kind<Shape extends z.ZodRawShape>(
	shape: Shape,
	apply: (
		fault: z.infer<z.ZodObject<Shape, 'strict'>>,
		answer: Answer,
		request: PageRequest,
	) => Partial<Answer>,
) {
	const schema = z.object(shape).strict();
	const read = (details: unknown) => {
		const fault = schema.parse(details);
		return (answer: Answer, request: PageRequest): Answer => ({
			...answer,
			...apply(fault, answer, request),
		});
	};
	return { schema, read };
}

function retryAfter(fault: { retryAfter?: number; retryAfterDate?: number }): Answer['headers'] {
	if (fault.retryAfter !== undefined) return { 'retry-after': String(fault.retryAfter) };
	if (fault.retryAfterDate === undefined) return {};
	return { 'retry-after': new Date(Date.now() + fault.retryAfterDate * 1000).toUTCString() };
}

function promisingMore({ headers }: Answer, { offset, limit }: PageRequest): Partial<Answer> {
	return { headers: { ...headers, ...promiseOf(offset + limit) } };
}

/** So many records from the offset on, made up after the end of the list. */
function recordsFor({ list, offset }: PageRequest, length: number): DataRecord[] {
	if (!list) return [];
	return Array.from({ length }, (_, index) => list.at(offset + index) ?? list.make(offset + index));
}
