import { z } from 'zod';

const where = {
	/** The operation; every list operation when absent. */
	on: z.string().optional(),
	/** Every page that holds the record at this offset; every page when absent. */
	offset: z.number().int().min(0).optional(),
	/** How often it applies; for ever when absent. */
	times: z.number().int().min(1).optional(),
};

function kind<Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) {
	return z.object({ kind: z.literal(name), ...where, ...shape }).strict();
}

const count = z.number().int().min(0);
const headers = z.record(z.string());
const body = z.custom<NonNullable<unknown> | null>((value) => value !== undefined, 'is missing');

/** These replace the page. In any text of a fault, `{apiKey}` and `{companyId}` stand for the request's. */
const replacing = [
	kind('status', {
		status: z.number().int().min(200).max(599),
		/** Seconds, sent as a number. */
		retryAfter: count.optional(),
		/** Seconds from now, sent as a date. */
		retryAfterDate: count.optional(),
		/** Text is sent as it is, anything else as JSON; an envelope with a message when absent. */
		body: body.optional(),
		headers: headers.optional(),
	}),
	kind('redirect', { to: z.string(), status: z.number().int().min(300).max(399).optional() }),
	kind('reset', {}),
	kind('cut', {}),
	/** Answers after this many milliseconds; never when absent. */
	kind('hang', { ms: count.optional() }),
	kind('drip', {}),
	/** Any body, with status 200 and the right paging headers. */
	kind('body', { body, contentType: z.string().optional() }),
] as const;

/** These change the page, and further faults may change it again. */
const changing = [
	/** Fields of the envelope to set. */
	kind('envelope', { set: z.record(z.unknown()) }),
	/** Headers to set; a list sends one several times, `null` leaves one out. */
	kind('headers', { set: z.record(z.union([z.string(), z.array(z.string())]).nullable()) }),
	/** The body in other bytes than UTF-8, whatever the content type says. */
	kind('encoding', { as: z.enum(['latin1', 'utf16le']), contentType: z.string().optional() }),
	/** An empty page that promises more. */
	kind('empty', {}),
	/** This many records more than requested. */
	kind('surplus', { records: count.min(1) }),
	/** Pages of at most so many records; the next page starts `advance` records further on. */
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
