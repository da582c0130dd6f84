import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { Client, MOST_PAGES, type HeaderChanges } from './support/client.mts';
import { FAR_BEYOND_THE_END, OPEN_QUESTIONS } from './support/openQuestions.mts';
import { openTarget, type Target } from './support/target.mts';

let target: Target;
let client: Client;
const report: string[] = [];

beforeAll(async () => {
	target = await openTarget(process.env);
	client = new Client(target);
});

afterAll(async () => {
	await target?.close();
	console.log('How this service behaves where the specification says nothing:');
	for (const line of report) console.log(line);
});

const REFUSED: Array<[string, HeaderChanges]> = [
	['a missing key', { 'x-api-key': undefined }],
	['an invalid key', { 'x-api-key': 'wrong' }],
	['a missing company', { 'x-company-id': undefined }],
	['an invalid company', { 'x-company-id': 'wrong' }],
];

describe('Ping', () => {
	it('4.2: answers with status 200 and the text Pong', async () => {
		const { status, excerpt } = await client.get('Ping');
		expect([status, excerpt]).toEqual([200, expect.stringContaining('Pong')]);
	});

	it.each(REFUSED.slice(0, 2))('4.2: answers with status 401 to %s', async (_case, changes) => {
		expect((await client.get('Ping', changes)).status).toBe(401);
	});
});

describe.each(['GetCustomerGroups', 'GetCustomers'])('%s', (operation) => {
	it('2.1: answers with status 200 and an envelope of success', async () => {
		const { status, envelope } = await client.page(operation, 0, 50);
		expect(status).toBe(200);
		expect(envelope).toMatchObject({ IsSuccess: true, ErrorMessages: [] });
	});

	it.each(REFUSED)('7: answers with status 401 to %s', async (_case, changes) => {
		expect((await client.get(operation, changes)).status).toBe(401);
	});

	it.each<[string, HeaderChanges]>([
		['x-page-offset', { 'x-page-offset': undefined }],
		['x-page-limit', { 'x-page-limit': undefined }],
		['both paging headers', { 'x-page-offset': undefined, 'x-page-limit': undefined }],
	])('4.5 rules 1 and 7: returns an error without %s', async (_case, changes) => {
		const { status, envelope } = await client.get(operation, changes);
		expect(status >= 400 || envelope?.IsSuccess === false).toBe(true);
	});

	it('4.5 rule 2: starts the page at the zero-based offset', async ({ skip }) => {
		const [, second, third] = (await client.page(operation, 0, 3)).records;
		skip(third === undefined, 'needs a list of at least three records');
		expect((await client.page(operation, 1, 2)).records).toEqual([second, third]);
	});

	it.each([1, 3, 50])(
		'4.5 rule 3: returns at most %d records if that is the limit',
		async (limit) => {
			expect((await client.page(operation, 0, limit)).records.length).toBeLessThanOrEqual(limit);
		},
	);

	it('4.5 rule 3: never returns more than 50 records, even if more are requested', async () => {
		const { envelope } = await client.page(operation, 0, 51);
		expect(envelope?.Payload.length ?? 0).toBeLessThanOrEqual(50);
	});

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
	});

	it('4.5 rule 5: promises no more records beyond the end', async () => {
		expect((await client.page(operation, FAR_BEYOND_THE_END, 50)).promisesMore).toBe(false);
	});

	it('4.5 rule 6: keeps the promise of a further page', async () => {
		const [, ...promised] = await client.firstPages(operation, 50);
		for (const page of promised) expect(page.records).not.toEqual([]);
	});

	it('4.5 rule 6: returns the same records in pages along x-page-next as in one page', async () => {
		const pages = await client.firstPages(operation, 50 / MOST_PAGES);
		const whole = (await client.page(operation, 0, 50)).records;
		expect(pages.flatMap(({ records }) => records)).toEqual(whole);
	});

	it('4.5 rule 6: returns no record twice in consecutive pages', async () => {
		const records = (await client.firstPages(operation, 50)).flatMap(({ records }) => records);
		expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(records.length);
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

describe('what the specification leaves open', () => {
	it.each(OPEN_QUESTIONS)('%s: responds to %s', async (section, question, answer) => {
		report.push(`  ${section} ${question}: ${await answer(client)}`);
	});
});
