import { afterAll, expect, it } from 'vitest';

import { failure } from '../../service/answer.mts';
import { startService } from '../../service/server.mts';
import { ask, type HeaderChanges } from '../contract/support/ask.mts';

const service = await startService();
afterAll(() => service.close());

const ACCOUNT = /^The API key or the company id is not valid/;
const OFFSET = /^The header x-page-offset must be a whole number/;
const LIMIT = /^The header x-page-limit must be a whole number from 1 to 50/;
const OPERATION = /^There is no operation with this name/;

it.each<[string, HeaderChanges, number, RegExp]>([
	['GetCustomers', { 'x-api-key': '' }, 401, ACCOUNT],
	['GetCustomers', { 'x-company-id': '1002' }, 401, ACCOUNT],
	['GetCustomers', { 'x-api-key': 'wrong', 'x-page-limit': '51' }, 401, ACCOUNT],
	['GetInvoices', { 'x-api-key': 'wrong' }, 401, ACCOUNT],
	['GetCustomers', { 'x-page-offset': undefined }, 400, /x-page-offset is missing/],
	['GetCustomers', { 'x-page-limit': undefined }, 400, /x-page-limit is missing/],
	['Ping', { 'x-page-limit': undefined }, 400, /x-page-limit is missing/],
	['GetCustomers', { 'x-page-offset': '-1' }, 400, OFFSET],
	['GetCustomers', { 'x-page-offset': '1.5' }, 400, OFFSET],
	['GetCustomers', { 'x-page-offset': 'ten' }, 400, OFFSET],
	['GetCustomers', { 'x-page-offset': '' }, 400, OFFSET],
	['GetCustomers', { 'x-page-offset': '9007199254740993' }, 400, OFFSET],
	['GetCustomers', { 'x-page-limit': '0' }, 400, LIMIT],
	['GetCustomers', { 'x-page-limit': '51' }, 400, LIMIT],
	['GetCustomers', { 'x-page-limit': '1e1' }, 400, LIMIT],
	['GetInvoices', {}, 404, OPERATION],
	['getcustomers', {}, 404, OPERATION],
	['', {}, 404, OPERATION],
	['../GetCustomers', {}, 404, OPERATION],
])('the service refuses /rest/v1/%s with %j', async (operation, changes, status, message) => {
	const reply = await ask(service, operation, changes);
	expect(reply.status).toBe(status);
	expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
	expect(JSON.parse(reply.text)).toEqual({
		...failure(''),
		ErrorMessages: [expect.stringMatching(message)],
	});
});
