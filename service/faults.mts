import { z } from 'zod';

const where = {
	/** The operation; any list operation when absent. */
	on: z.string().optional(),
	/** The page that starts there; every page when absent. */
	offset: z.number().int().min(0).optional(),
	/** How often it strikes; for ever when absent. */
	times: z.number().int().min(1).optional(),
};

function kind<Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) {
	return z.object({ kind: z.literal(name), ...where, ...shape }).strict();
}

const count = z.number().int().min(0);
const headers = z.record(z.string());
const body = z.custom<NonNullable<unknown> | null>((value) => value !== undefined, 'is missing');

/** These stand in the place of the page. */
const replacing = [
	kind('status', {
		status: z.number().int().min(200).max(599),
		/** Seconds, sent as such. */
		retryAfter: count.optional(),
		/** Seconds from now, sent as a date. */
		retryAfterDate: count.optional(),
		/** Text goes out as it is, anything else as JSON; an envelope with a message when absent. */
		body: body.optional(),
		headers: headers.optional(),
	}),
	kind('redirect', { to: z.string(), status: z.number().int().min(300).max(399).optional() }),
	kind('reset', {}),
	kind('cut', {}),
	/** Never answers, or after this many milliseconds. */
	kind('hang', { ms: count.optional() }),
	kind('drip', {}),
	/** A body of any kind with status 200 and the right paging headers. */
	kind('body', { body, contentType: z.string().optional() }),
] as const;

/** These change the page, and further faults may change it again. */
const changing = [
	/** Fields of the envelope to set. */
	kind('envelope', { set: z.record(z.unknown()) }),
	/** Headers to set, or with `null` to leave out. */
	kind('headers', { set: z.record(z.string().nullable()) }),
	/** No records, but more promised. */
	kind('empty', {}),
	/** This many records more than were asked for. */
	kind('surplus', { records: count.min(1) }),
	/** Pages of fewer records than asked for; the next page starts `advance` further on. */
	kind('stride', { records: count.min(1), advance: count.min(1).optional() }),
	/** A list without an end. */
	kind('endless', {}),
	/** A page of this many megabytes. */
	kind('big', { megabytes: z.number().positive() }),
] as const;

/** In any text of a fault, `{apiKey}` and `{companyId}` stand for what the request carried. */
const faultSchema = z.discriminatedUnion('kind', [...replacing, ...changing]);

export type Fault = z.infer<typeof faultSchema>;

export function readFault(value: unknown): Fault {
	return faultSchema.parse(value);
}

export function replacesThePage(fault: Fault): boolean {
	return replacing.some(({ shape }) => shape.kind.value === fault.kind);
}
