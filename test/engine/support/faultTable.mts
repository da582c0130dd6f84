import type { Fault } from '../../../service/server.mts';

/** A fault without the place where it applies. */
export type FaultShape = Fault extends infer Kind
	? Kind extends Fault
		? Omit<Kind, 'offset' | 'on'>
		: never
	: never;

/** What a read with the fault returns. */
export type Expected =
	/** Every record of the list. */
	| 'all'
	/** The records up to the end of the page with the fault. */
	| 'until there'
	/** No record, and this message with this in its description. */
	| { message: RegExp; description?: RegExp };

export interface Row {
	fault: string;
	apply: FaultShape[];
	expected: Expected;
	/** For a response that never comes; short, because the test waits for it. */
	timeout?: { timeout: number };
}

const BUSY = { message: /^The service is limiting requests \(status 429\)$/ };
const DOWN = { message: /^The service is unavailable \(status \d+\)$/ };
const BROKEN = { message: /^The connection to the service was lost$/ };
const SILENT = { message: /^The service did not respond within 0\.25 seconds$/ };

const SHORT = { timeout: 250 };

const notAPage = (found: string): Expected => ({
	message: /^The service did not return a complete page of records$/,
	description: new RegExp(`^It returned ${found}\\. .*, offset \\d+\\)$`),
});

const envelope = (set: Record<string, unknown>): FaultShape[] => [{ kind: 'envelope', set }];
const headers = (set: Record<string, string | string[] | null>): FaultShape[] => [
	{ kind: 'headers', set },
];
const more = (next: string | null) => headers({ 'x-page-more': 'true', 'x-page-next': next });

/** Faults that a retry survives; a lasting one ends with the message. */
export const TRANSIENT: Row[] = [
	...[500, 502, 503, 504].map((status) => ({
		fault: `status ${status}`,
		apply: [{ kind: 'status' as const, status }],
		expected: DOWN,
	})),
	{
		fault: 'status 408',
		apply: [{ kind: 'status', status: 408 }],
		expected: { message: /^The service stopped waiting for the request \(status 408\)$/ },
	},
	{ fault: 'status 429', apply: [{ kind: 'status', status: 429 }], expected: BUSY },
	{
		fault: 'status 429 with Retry-After in seconds',
		apply: [{ kind: 'status', status: 429, retryAfter: 1 }],
		expected: BUSY,
	},
	{
		fault: 'status 503 with Retry-After as a date',
		apply: [{ kind: 'status', status: 503, retryAfterDate: 1 }],
		expected: DOWN,
	},
	{ fault: 'the connection is reset', apply: [{ kind: 'reset' }], expected: BROKEN },
	{ fault: 'the body is cut off in the middle', apply: [{ kind: 'cut' }], expected: BROKEN },
	{ fault: 'no response', apply: [{ kind: 'hang' }], expected: SILENT, timeout: SHORT },
	{
		fault: 'a body that trickles for ever',
		apply: [{ kind: 'drip' }],
		expected: SILENT,
		timeout: SHORT,
	},
	{
		fault: 'a web page with status 200',
		apply: [{ kind: 'body', body: '<!doctype html><h1>Sign in</h1>' }],
		expected: notAPage('a web page'),
	},
	{
		fault: 'an empty body',
		apply: [{ kind: 'body', body: '' }],
		expected: notAPage('an empty response'),
	},
	{
		fault: 'half a body',
		apply: [{ kind: 'body', body: '{"IsSuccess": true, "Payload": [{}' }],
		expected: notAPage('text that is not JSON'),
	},
	{
		fault: 'bytes that are no UTF-8',
		apply: [...envelope({ Payload: [{ Name: 'Zoë' }] }), { kind: 'encoding', as: 'latin1' }],
		expected: notAPage('data that cannot be read as utf-8 text'),
	},
	{
		fault: 'an unknown charset',
		apply: [{ kind: 'encoding', as: 'latin1', contentType: 'application/json; charset=x-none' }],
		expected: notAPage('data that cannot be read as x-none text'),
	},
	...['gzip', 'deflate', 'br'].map((encoding) => ({
		fault: `a body that is not compressed, with \`content-encoding: ${encoding}\``,
		apply: headers({ 'content-encoding': encoding }),
		expected: notAPage('data that is not compressed as declared \\(\\w+\\)'),
	})),
];

/** Responses that are not retried. */
export const LASTING: Row[] = [
	{
		fault: '`IsSuccess: false` with messages',
		apply: envelope({ IsSuccess: false, ErrorMessages: ['Closed for', 'stocktaking'] }),
		expected: {
			message: /^The service refused the request$/,
			description: /^The service says: "Closed for stocktaking"/,
		},
	},
	...[['Closed for stocktaking'], 'Closed for stocktaking'].map((messages) => ({
		fault: `\`IsSuccess: true\` with messages, as ${typeof messages}`,
		apply: envelope({ ErrorMessages: messages }),
		expected: {
			message: /^The service refused the request$/,
			description: /^The service says: "Closed for stocktaking"/,
		},
	})),
	{
		fault: 'a JSON array',
		apply: [{ kind: 'body', body: [{ Code: 'X' }] }],
		expected: notAPage('JSON that is a list'),
	},
	{
		fault: '`Payload` null',
		apply: envelope({ Payload: null }),
		expected: notAPage('a "Payload" that is null'),
	},
	{
		fault: '`Payload` an object',
		apply: envelope({ Payload: { Code: 'X' } }),
		expected: notAPage('a "Payload" that is an object'),
	},
	{
		fault: '`Payload` with a null in it',
		apply: envelope({ Payload: [{ Code: 'X' }, null] }),
		expected: notAPage('a "Payload" that contains null'),
	},
	{
		fault: 'more promised without `x-page-next`',
		apply: more(null),
		expected: notAPage('x-page-more: true without x-page-next'),
	},
	...['soon', '-50', '0', '99999', '1', '9007199254740993'].map((next) => ({
		fault: `more promised with \`x-page-next: ${next}\``,
		apply: more(next),
		expected: notAPage(`x-page-next: ${next} where \\d+ was expected`),
	})),
	{
		fault: '`x-page-more` that came twice and contradicts itself',
		apply: headers({ 'x-page-more': ['true', 'false'] }),
		expected: notAPage('x-page-more: true, false, which contradicts itself'),
	},
	{
		fault: 'more promised and the page empty',
		apply: [{ kind: 'empty' }],
		expected: notAPage('an empty page with x-page-more: true'),
	},
	{
		fault: 'more records than asked for',
		apply: [{ kind: 'surplus', records: 1 }],
		expected: notAPage('51 records where at most 50 were requested'),
	},
	...[
		[202, 'The service responded without the records'],
		[204, 'The service returned no content'],
		[206, 'The service returned only a part of its response'],
		[304, 'The service reported no changes instead of returning content'],
	].map(([status, words]) => ({
		fault: `status ${status}`,
		apply: [{ kind: 'status' as const, status: Number(status), body: '' }],
		expected: { message: new RegExp(`^${words} \\(status ${status}\\)$`) },
	})),
	{
		fault: 'status 401',
		apply: [{ kind: 'status', status: 401 }],
		expected: {
			message: /^The service did not accept the API key or the company ID \(status 401\)$/,
			description: /API keys .*company number/,
		},
	},
	{
		fault: 'status 403',
		apply: [{ kind: 'status', status: 403 }],
		expected: { message: /^The API key is not allowed to use GetCustomers \(status 403\)$/ },
	},
	{
		fault: 'status 404',
		apply: [{ kind: 'status', status: 404 }],
		expected: { message: /^The service has no operation named GetCustomers \(status 404\)$/ },
	},
	{
		fault: 'a redirect on the same host',
		apply: [{ kind: 'redirect', to: '/rest/v2/GetCustomers' }],
		expected: { message: /^The service redirects to another address: \/rest\/v2\/GetCustomers$/ },
	},
];

/** Headers in every spelling: `true` is more, anything else is the end (specification, 4.5 rule 5). */
export const SPELLINGS: Row[] = [
	...['True', 'TRUE'].map((text) => ({
		fault: `\`x-page-more: ${text}\``,
		apply: headers({ 'x-page-more': text }),
		expected: 'all' as const,
	})),
	{
		fault: '`x-page-more: true` twice',
		apply: headers({ 'x-page-more': ['true', 'true'] }),
		expected: 'all',
	},
	...['', 'yes', '1', 'false'].map((text) => ({
		fault: `\`x-page-more: ${text}\``,
		apply: headers({ 'x-page-more': text }),
		expected: 'until there' as const,
	})),
	{
		fault: '`x-page-more` absent',
		apply: headers({ 'x-page-more': null }),
		expected: 'until there',
	},
];
