import { z } from 'zod';

import { answerTo, failure, JSON_TYPE, promiseOf, success } from './answer.mts';
import type { Answer, PageRequest } from './answer.mts';
import { sendDrops, sendHalf, sendReset } from './deliver.mts';
import type { DataRecord } from './records.mts';

const count = z.number().int().min(0);

/** These replace the page. */
const REPLACING = {
	status: kind(
		{
			status: z.number().int().min(200).max(599),
			/** Seconds. */
			retryAfter: count.optional(),
			/** Text is sent as it is, anything else as JSON; an envelope with a message when absent. */
			body: z.unknown(),
			headers: z.record(z.string()).optional(),
		},
		({ status, headers, body, retryAfter }) => {
			const failed = failure(status, `The service responds with status ${status}.`);
			const wait: Answer['headers'] =
				retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
			const all = { ...failed.headers, ...wait, ...headers };
			return { status, headers: all, body: body ?? failed.body };
		},
	),
	redirect: kind({ to: z.string() }, ({ to: location }) => {
		return { status: 302, headers: { location }, body: '' };
	}),
	reset: kind({}, () => ({ send: sendReset })),
	cut: kind({}, () => ({ send: sendHalf })),
	drip: kind({}, () => ({ send: sendDrops })),
	/** Never answers. */
	hang: kind({}, () => ({ send: () => undefined })),
	/** Any body, with status 200 and the right paging headers. */
	body: kind(
		{ body: z.unknown().default(null), contentType: z.string().default(JSON_TYPE) },
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
	/** Pages of at most so many records; the next page starts `advance` records further on. */
	stride: kind(
		{ records: count.min(1), advance: count.min(1).optional() },
		({ records, advance }, _answer, request) =>
			answerTo({ ...request, limit: Math.min(records, request.limit) }, advance),
	),
	/** A list without an end. */
	endless: kind({}, (_fault, { headers }, request) => ({
		headers: { ...headers, ...promiseOf(request.offset + request.limit) },
		body: success(recordsFor(request)),
	})),
};

const KINDS = { ...REPLACING, ...CHANGING };
type Kind = keyof typeof KINDS;

const faultSchema = z
	.object({
		kind: z.string().refine((name): name is Kind => Object.hasOwn(KINDS, name)),
		/** The operation; every list operation when absent. */
		on: z.string().optional(),
		/** Every page that holds the record at this offset; every page when absent. */
		offset: count.optional(),
		/** How often it applies; for ever when absent. */
		times: count.min(1).optional(),
	})
	.passthrough();

type Common = Pick<z.infer<typeof faultSchema>, 'on' | 'offset' | 'times'>;

/** In any text of a fault, `{apiKey}` and `{companyId}` stand for those of the service. */
export type Fault = {
	[Name in Kind]: { kind: Name } & Common & z.input<(typeof KINDS)[Name]>;
}[Kind];

/** Where and how often the fault applies, and what it makes of an answer; throws for what is no fault. */
export function readFault(value: unknown) {
	const { kind, on, offset, times = Infinity, ...details } = faultSchema.parse(value);
	const replacesThePage = Object.hasOwn(REPLACING, kind);
	return { on, offset, times, replacesThePage, apply: KINDS[kind].parse(details) };
}

/** Reads the details of a fault, and returns what changes an answer. */
function kind<Shape extends z.ZodRawShape>(
	shape: Shape,
	change: (
		fault: z.infer<z.ZodObject<Shape, 'strict'>>,
		answer: Answer,
		request: PageRequest,
	) => Partial<Answer>,
) {
	const schema = z.object(shape).strict();
	return schema.transform((fault) => (answer: Answer, request: PageRequest): Answer => ({
		...answer,
		...change(fault, answer, request),
	}));
}

/** As many records as requested, made up after the end of the list. */
function recordsFor({ list, offset, limit }: PageRequest): DataRecord[] {
	if (!list) return [];
	return Array.from(
		{ length: limit },
		(_, nth) => list.at(offset + nth) ?? list.make(offset + nth),
	);
}
