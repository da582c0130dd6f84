import type { HeaderChanges } from './ask.mts';
import type { Client, Reply } from './client.mts';
import { excerpt, firstPages, MOST_PAGES, promisesMore, recordsIn } from './pages.mts';

interface OpenQuestion {
	section: string;
	question: string;
	/** How the service behaves, in one line. */
	answer(client: Client): Promise<string>;
}

export const FAR_BEYOND_THE_END = 1_000_000_000;

/** What the specification leaves open. */
export const OPEN_QUESTIONS: OpenQuestion[] = [
	asking('4.2', 'Ping with all headers', 'Ping'),
	asking('4.2', 'Ping without x-company-id', 'Ping', { 'x-company-id': undefined }),
	asking('4.2', 'Ping with a wrong x-company-id', 'Ping', { 'x-company-id': 'wrong' }),
	asking('4.2', 'Ping without paging headers', 'Ping', {
		'x-page-offset': undefined,
		'x-page-limit': undefined,
	}),
	ofCustomers('7', 'key missing', { 'x-api-key': undefined }),
	ofCustomers('7', 'key wrong', { 'x-api-key': 'wrong' }),
	ofCustomers('7', 'company missing', { 'x-company-id': undefined }),
	ofCustomers('7', 'company wrong', { 'x-company-id': 'wrong' }),
	ofCustomers('7', 'x-page-offset missing', { 'x-page-offset': undefined }),
	ofCustomers('7', 'x-page-limit missing', { 'x-page-limit': undefined }),
	ofCustomers('4.1', 'x-page-limit 51', { 'x-page-limit': '51' }),
	ofCustomers('4.1', 'x-page-limit 0', { 'x-page-limit': '0' }),
	ofCustomers('4.1', 'x-page-limit not a number', { 'x-page-limit': 'ten' }),
	ofCustomers('4.1', 'x-page-offset -1', { 'x-page-offset': '-1' }),
	ofCustomers('4.1', 'x-page-offset not a number', { 'x-page-offset': 'ten' }),
	ofCustomers('4.5', 'x-page-offset far beyond the end', {
		'x-page-offset': String(FAR_BEYOND_THE_END),
	}),
	asking('4', 'an operation that does not exist', 'NoSuchOperation'),
	{ section: '4.5', question: 'paging headers of the last page', answer: lastPage },
	{ section: '2.3', question: 'fields of a customer', answer: customerFields },
	{ section: '8', question: 'headers about rate limits', answer: rateLimitHeaders },
];

function ofCustomers(section: string, question: string, changes: HeaderChanges): OpenQuestion {
	return asking(section, question, 'GetCustomers', changes);
}

function asking(
	section: string,
	question: string,
	operation: string,
	changes?: HeaderChanges,
): OpenQuestion {
	return {
		section,
		question,
		answer: async (client) => inALine(await client.get(operation, changes)),
	};
}

/** Shows how many records a page has, but not their contents: they are customer data. */
function inALine(reply: Reply): string {
	const { status, headers, text, envelope } = reply;
	if (envelope?.IsSuccess === true) {
		return `${status}, ${envelope.Payload.length} records, ${pagingHeaders(reply)}`;
	}
	return `${status}, ${headers.get('content-type') ?? 'no content type'}: ${excerpt(text)}`;
}

function pagingHeaders({ headers }: Reply): string {
	return ['x-page-more', 'x-page-next']
		.map((name) => `${name} ${headers.get(name) ?? '(absent)'}`)
		.join(', ');
}

async function lastPage(client: Client): Promise<string> {
	for (const operation of ['GetCustomerGroups', 'GetCustomers']) {
		const last = (await firstPages(client, operation, 50)).at(-1);
		if (last !== undefined && !promisesMore(last)) return pagingHeaders(last);
	}
	return `not seen: every list has more than ${MOST_PAGES} pages`;
}

async function customerFields(client: Client): Promise<string> {
	const [customer] = recordsIn(await client.page('GetCustomers', 0, 50));
	if (customer === undefined) return 'not seen: the list of customers is empty';
	return Object.entries(customer)
		.map(([name, value]) => `${name} (${typeOf(value)})`)
		.join(', ');
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

async function rateLimitHeaders(client: Client): Promise<string> {
	const { headers } = await client.page('GetCustomers', 0, 50);
	const found: string[] = [];
	headers.forEach((value, name) => {
		if (/rate-?limit|retry-after/.test(name)) found.push(`${name}: ${value}`);
	});
	return found.join(', ') || 'none';
}
