import { getParsedType } from 'zod';

import { MOST_PAGES, type Client, type HeaderChanges, type Reply } from './client.mts';

export const FAR_BEYOND_THE_END = 1_000_000_000;

type Question = [section: string, question: string, answer: (client: Client) => Promise<string>];

const REQUESTS: Array<[section: string, operation: string, changes: HeaderChanges]> = [
	['4.2', 'Ping', {}],
	['4.2', 'Ping', { 'x-company-id': undefined }],
	['4.2', 'Ping', { 'x-company-id': 'wrong' }],
	['4.2', 'Ping', { 'x-page-offset': undefined, 'x-page-limit': undefined }],
	['7', 'GetCustomers', { 'x-api-key': undefined }],
	['7', 'GetCustomers', { 'x-api-key': 'wrong' }],
	['7', 'GetCustomers', { 'x-company-id': undefined }],
	['7', 'GetCustomers', { 'x-company-id': 'wrong' }],
	['7', 'GetCustomers', { 'x-page-offset': undefined }],
	['7', 'GetCustomers', { 'x-page-limit': undefined }],
	['4.1', 'GetCustomers', { 'x-page-limit': '51' }],
	['4.1', 'GetCustomers', { 'x-page-limit': '0' }],
	['4.1', 'GetCustomers', { 'x-page-limit': 'ten' }],
	['4.1', 'GetCustomers', { 'x-page-offset': '-1' }],
	['4.1', 'GetCustomers', { 'x-page-offset': 'ten' }],
	['4.5', 'GetCustomers', { 'x-page-offset': String(FAR_BEYOND_THE_END) }],
	['4', 'NoSuchOperation', {}],
];

/** What the specification leaves open, each with how the service behaves, in one line. */
export const OPEN_QUESTIONS: Question[] = [
	...REQUESTS.map(([section, operation, changes]): Question => {
		const headers = Object.entries(changes).map(([name, value]) => `${name} ${value ?? 'missing'}`);
		const question = [operation, ...headers].join(', ');
		return [section, question, async (client) => inALine(await client.get(operation, changes))];
	}),
	['4.5', 'paging headers of the last page', lastPage],
	['2.3', 'fields of a customer', customerFields],
	['8', 'headers about rate limits', rateLimitHeaders],
];

/** Shows how many records a page has, but not their contents: they are customer data. */
function inALine(reply: Reply): string {
	const { status, headers, envelope, excerpt } = reply;
	return envelope?.IsSuccess === true
		? `${status}, ${envelope.Payload.length} records, ${pagingHeaders(reply)}`
		: `${status}, ${headers['content-type'] ?? 'no content type'}: ${excerpt}`;
}

function pagingHeaders({ headers }: Reply): string {
	return ['x-page-more', 'x-page-next']
		.map((name) => `${name} ${headers[name] ?? '(absent)'}`)
		.join(', ');
}

async function lastPage(client: Client): Promise<string> {
	for (const operation of ['GetCustomerGroups', 'GetCustomers']) {
		const last = (await client.firstPages(operation, 50)).at(-1);
		if (last && !last.promisesMore) return pagingHeaders(last);
	}
	return `not seen: every list has more than ${MOST_PAGES} pages`;
}

async function customerFields(client: Client): Promise<string> {
	const [customer] = (await client.page('GetCustomers', 0, 50)).records;
	if (!customer) return 'not seen: the list of customers is empty';
	return Object.entries(customer)
		.map(([name, value]) => `${name} (${getParsedType(value)})`)
		.join(', ');
}

async function rateLimitHeaders(client: Client): Promise<string> {
	const { headers } = await client.page('GetCustomers', 0, 50);
	const found = Object.entries(headers).filter(([name]) => /rate-?limit|retry-after/.test(name));
	return found.map((header) => header.join(': ')).join(', ') || 'none';
}
