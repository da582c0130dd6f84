import { type Failure, FAILURES } from '../../../nodes/CustomerData/api/failures';
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
	/** No record, and a message. */
	| ExpectedFailure;

interface ExpectedFailure {
	/** In the table of failures, which has the words. */
	name: Failure['name'];
	/** What the words leave open; a regular expression. */
	fill?: string;
	/** What the service said; a regular expression. */
	quote?: string;
	/** Other advice than the row's; a regular expression. */
	advice?: string;
	status?: number;
}

export interface Row {
	fault: string;
	apply: FaultShape[];
	expected: Expected;
	/** For a response that never comes; short, because the test waits for it. */
	timeout?: { timeout: number };
}

/** The message and the description of the node's error. */
export function wordsOf({ name, fill = '.+', quote, advice, status }: ExpectedFailure) {
	const row = FAILURES[name];
	const filled = (text: string) => escape(text).replace(/\\\{\w+\\\}/, () => fill);
	const says = `([\\w ]+: "${quote ?? '.+'}"\\.? )${quote ? '' : '?'}`;
	return {
		message: new RegExp(`^${filled(row.message)}${status ? ` \\(status ${status}\\)` : ''}$`),
		description: new RegExp(
			`^${says}${advice ?? filled(row.advice)} \\(\\w+, offset \\d+(, \\w+)?\\)$`,
		),
	};
}

function escape(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const BROKEN = { name: 'connectionLost' } as const;
const SILENT = { name: 'timedOut', fill: '0\\.25 seconds' } as const;

const SHORT = { timeout: 250 };

const notJson = (fill: string): Expected => ({ name: 'notJson', fill });
const notAPage = (fill: string, quote?: string): Expected => ({
	name: 'notAPage',
	fill,
	...(quote && { quote }),
});

const envelope = (set: Record<string, unknown>): FaultShape[] => [{ kind: 'envelope', set }];
const headers = (set: Record<string, string | string[] | null>): FaultShape[] => [
	{ kind: 'headers', set },
];
const more = (next: string | null) => headers({ 'x-page-more': 'true', 'x-page-next': next });

/** Faults that a retry survives; a lasting one ends with the message. */
export const TRANSIENT: Row[] = [
	...[408, 500, 502, 503, 504].map((status): Row => ({
		fault: `status ${status}`,
		apply: [{ kind: 'status', status }],
		expected: { name: 'unavailable', status },
	})),
	{
		fault: 'status 407',
		apply: [{ kind: 'status', status: 407 }],
		expected: { name: 'proxyFailed', status: 407 },
	},
	{
		fault: 'status 429',
		apply: [{ kind: 'status', status: 429 }],
		expected: { name: 'status429', status: 429 },
	},
	{
		fault: 'status 429 with Retry-After in seconds',
		apply: [{ kind: 'status', status: 429, retryAfter: 1 }],
		expected: { name: 'status429', status: 429 },
	},
	{
		fault: 'status 503 with Retry-After as a date',
		apply: [{ kind: 'status', status: 503, retryAfterDate: 1 }],
		expected: { name: 'unavailable', status: 503 },
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
		expected: notJson('a web page'),
	},
	{
		fault: 'an empty body',
		apply: [{ kind: 'body', body: '' }],
		expected: notJson('an empty response'),
	},
	{
		fault: 'half a body',
		apply: [{ kind: 'body', body: '{"IsSuccess": true, "Payload": [{}' }],
		expected: notJson('text that is not JSON'),
	},
	{
		fault: 'bytes that are no UTF-8',
		apply: [...envelope({ Payload: [{ Name: 'Zoë' }] }), { kind: 'encoding', as: 'latin1' }],
		expected: notJson('data that is not UTF-8 text'),
	},
	...['gzip', 'deflate', 'br'].map((encoding) => ({
		fault: `a body that is not compressed, with \`content-encoding: ${encoding}\``,
		apply: headers({ 'content-encoding': encoding }),
		expected: notJson('data that is incomplete or not compressed as declared'),
	})),
];

const REFUSED = { name: 'refused', quote: 'Closed for stocktaking' } as const;

/** Responses that are not retried. */
export const LASTING: Row[] = [
	{
		fault: '`IsSuccess: false` with messages',
		apply: envelope({ IsSuccess: false, ErrorMessages: ['Closed for', 'stocktaking'] }),
		expected: REFUSED,
	},
	...[['Closed for stocktaking'], 'Closed for stocktaking'].map((messages) => ({
		fault: `\`IsSuccess: true\` with messages, as ${typeof messages}`,
		apply: envelope({ ErrorMessages: messages }),
		expected: REFUSED,
	})),
	{
		fault: 'a JSON array',
		apply: [{ kind: 'body', body: [{ Code: 'X' }] }],
		expected: notAPage('JSON without "IsSuccess": true'),
	},
	{
		fault: '`Payload` null',
		apply: envelope({ Payload: null }),
		expected: notAPage('a "Payload" that is not a list of records'),
	},
	{
		fault: '`Payload` an object',
		apply: envelope({ Payload: { Code: 'X' } }),
		expected: notAPage('a "Payload" that is not a list of records'),
	},
	{
		fault: '`Payload` with a null in it',
		apply: envelope({ Payload: [{ Code: 'X' }, null] }),
		expected: notAPage('a "Payload" that is not a list of records'),
	},
	{
		fault: 'more promised without `x-page-next`',
		apply: more(null),
		expected: notAPage('an x-page-next other than \\d+( to \\d+)?', 'x-page-next: missing'),
	},
	...['soon', '-50', '0', '99999', '1', '9007199254740993'].map((next) => ({
		fault: `more promised with \`x-page-next: ${next}\``,
		apply: more(next),
		expected: notAPage('an x-page-next other than \\d+( to \\d+)?', `x-page-next: ${next}`),
	})),
	{
		fault: '`x-page-more` that came twice and contradicts itself',
		apply: headers({ 'x-page-more': ['true', 'false'] }),
		expected: notAPage('an x-page-more that contradicts itself', 'x-page-more: true, false'),
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
	...(
		[
			[202, 'unexpected'],
			[204, 'unexpected'],
			[206, 'unexpected'],
			[304, 'unexpected'],
			[401, 'status401'],
			[403, 'status403'],
			[404, 'status404'],
			[418, 'rejected'],
			[501, 'unexpected'],
		] as const
	).map(([status, name]): Row => ({
		fault: `status ${status}`,
		apply: [{ kind: 'status', status, body: '' }],
		expected: { name, status, ...(status > 401 && status < 405 && { fill: 'GetCustomers' }) },
	})),
	{
		fault: 'a redirect on the same host',
		apply: [{ kind: 'redirect', to: '/rest/v2/GetCustomers' }],
		expected: { name: 'redirected', quote: '/rest/v2/GetCustomers' },
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
