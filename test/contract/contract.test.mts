import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Client, MOST_PAGES, type HeaderChanges } from './support/client.mts';
import { openTarget } from './support/target.mts';

const LISTS = ['GetCustomerGroups', 'GetCustomers'];
const FAR_BEYOND_THE_END = 1_000_000_000;

const KEY: HeaderChanges[] = [{ 'x-api-key': undefined }, { 'x-api-key': 'wrong' }];
const COMPANY: HeaderChanges[] = [{ 'x-company-id': undefined }, { 'x-company-id': 'wrong' }];
const PAGING: HeaderChanges[] = [
	{ 'x-page-offset': undefined },
	{ 'x-page-limit': undefined },
	{ 'x-page-offset': undefined, 'x-page-limit': undefined },
];
const ODD: HeaderChanges[] = [
	{ 'x-page-limit': '51' },
	{ 'x-page-limit': '0' },
	{ 'x-page-limit': 'ten' },
	{ 'x-page-offset': '-1' },
	{ 'x-page-offset': 'ten' },
	{ 'x-page-offset': String(FAR_BEYOND_THE_END) },
];

/** Requests for no page, or for none that the specification knows, with what it says of the response. */
const REQUESTS = [
	...rows('4.2', ['Ping'], [{}], { status: 200, excerpt: expect.stringContaining('Pong') }),
	...rows('4.2', ['Ping'], KEY, { status: 401 }),
	...rows('4.2', ['Ping'], [...COMPANY, ...PAGING], {}),
	...rows('7', LISTS, [...KEY, ...COMPANY], { status: 401 }),
	...rows('4.5 rules 1 and 7', LISTS, PAGING, { isFailure: true }),
	...rows('4.1', ['GetCustomers'], ODD, {}),
	...rows('4', ['NoSuchOperation'], [{}], {}),
];

function rows(section: string, operations: string[], changes: HeaderChanges[], response: object) {
	return operations.flatMap((operation) =>
		changes.map((change) => {
			const headers = Object.entries(change).map(
				([name, value]) => `${name} ${value ?? 'missing'}`,
			);
			const title = [`${section} ${operation}`, ...headers].join(', ');
			return [title, operation, change, response] as const;
		}),
	);
}

const target = await openTarget(process.env);
const client = new Client(target);
const report = ['How this service behaves where the specification says nothing:'];

/** What identifies a record, and is what the trigger goes by unless told otherwise. */
const KEY_FIELD = 'Code';

afterAll(async () => {
	await target.close();
	console.log(report.join('\n'));
});

it.each(REQUESTS)('responds as specified: %s', async (title, operation, change, expected) => {
	const reply = await client.get(operation, change);
	report.push(`  ${title}: ${reply.summary}`);
	expect(reply).toMatchObject(expected);
});

describe.each(LISTS)('%s', (operation) => {
	it('2.1: answers with status 200 and an envelope of success', async () => {
		const { status, envelope } = await client.page(operation, 0, 50);
		expect(status).toBe(200);
		expect(envelope).toMatchObject({ IsSuccess: true, ErrorMessages: [] });
	});

	it('4.5 rule 2: starts the page at the zero-based offset', async ({ skip }) => {
		const [, second, third] = (await client.page(operation, 0, 3)).records;
		skip(third === undefined, 'needs a list of at least three records');
		expect((await client.page(operation, 1, 2)).records).toEqual([second, third]);
	});

	// A limit above 50 may be refused.
	it.each([1, 3, 50, 51])(
		'4.5 rule 3: returns no more than %d records, nor than 50',
		async (limit) => {
			const { length } = (await client.page(operation, 0, limit)).envelope?.Payload ?? [];
			expect(length).toBeLessThanOrEqual(Math.min(limit, 50));
		},
	);

	it.each([
		[0, 1],
		[1, 2],
		[0, 50],
	])('4.5 rule 4: adds the limit to the offset: %d + %d', async (offset, limit) => {
		const page = await client.page(operation, offset, limit);
		if (page.promisesMore) {
			expect(page.headers['x-page-next']).toBe(String(offset + limit));
		} else {
			expect((await client.page(operation, offset + limit, limit)).records).toEqual([]);
		}
	});

	it('4.5 rule 5: promises more records exactly when there are more', async () => {
		const { length } = (await client.page(operation, 0, 50)).records;
		expect((await client.page(operation, 0, 1)).promisesMore).toBe(length > 1);
		const last = await client.page(operation, Math.max(0, length - 1), 1);
		const beyond = await client.page(operation, Math.max(1, length), 1);
		expect(last.promisesMore).toBe(beyond.records.length > 0);
		expect((await client.page(operation, FAR_BEYOND_THE_END, 50)).promisesMore).toBe(false);
	});

	it('4.5 rule 6: keeps the promise of a further page, and returns no record twice', async () => {
		const replies = await client.firstPages(operation, 50);
		report.push(`  4.5 ${operation}, page ${replies.length}: ${replies.at(-1)?.paging}`);
		const pages = replies.map(({ records }) => records);
		for (const promised of pages.slice(1)) expect(promised).not.toEqual([]);
		const records = pages.flat().map((record) => JSON.stringify(record));
		expect(new Set(records).size).toBe(records.length);
	});

	it('4.5 rule 6: returns the same records in pages along x-page-next as in one page', async () => {
		const pages = await client.firstPages(operation, 50 / MOST_PAGES);
		const whole = (await client.page(operation, 0, 50)).records;
		expect(pages.flatMap(({ records }) => records)).toEqual(whole);
	});

	it('2.2: has a code for every record, and none for two', async ({ skip }) => {
		const replies = await client.firstPages(operation, 50);
		const codes = replies.flatMap(({ records }) => records.map(({ [KEY_FIELD]: code }) => code));
		skip(codes.length === 0, 'needs a list of at least one record');
		// The specification names the fields of customer groups alone (section 2.3).
		const isOpen = operation === 'GetCustomers' && codes.every((code) => code === undefined);
		skip(isOpen, `needs customers with a field named ${KEY_FIELD}`);
		const isEmpty = (code: unknown) => !/\S/.test(String(code ?? ''));
		expect(codes.filter(isEmpty)).toEqual([]);
		expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
	});
});

const customerGroup = z.object({
	Code: z.string(),
	Description: z.string(),
	PaymentCondition: z.string(),
	DeliveryCondition: z.string(),
	Active: z.boolean(),
});

it('2.2: a customer group has the five fields with their types', async ({ skip }) => {
	const groups = (await client.page('GetCustomerGroups', 0, 50)).records;
	skip(groups.length === 0, 'needs a list of at least one record');
	for (const group of groups) expect(customerGroup.safeParse(group).error).toBeUndefined();
});

it('9: the address ends with the version', () => {
	expect(new URL(target.baseUrl).pathname).toMatch(/\/rest\/v1$/);
});

it('2.3 and 8: lists what the specification leaves open about customers and rate limits', async () => {
	const { records, headers } = await client.page('GetCustomers', 0, 50);
	const fields = Object.entries(records[0] ?? {});
	const types = fields.map(([name, value]) => `${name} (${z.getParsedType(value)})`);
	report.push(`  2.3 fields of a customer: ${types.join(', ') || 'not seen: the list is empty'}`);
	const limits = Object.entries(headers).filter(([name]) => /rate-?limit|retry-after/.test(name));
	report.push(
		`  8 headers about rate limits: ${limits.map((limit) => limit.join(': ')).join(', ') || 'none'}`,
	);
});
