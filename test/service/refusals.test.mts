import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startService, type RunningService } from '../../service/server.mts';
import { ask, envelopeIn, type Reply } from './ask.mts';

let service: RunningService;
beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.close());

function expectRefusal(reply: Reply, status: number, message: RegExp): void {
	expect(reply.status).toBe(status);
	expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
	expect(envelopeIn(reply)).toEqual({
		IsSuccess: false,
		ErrorMessages: [expect.stringMatching(message)],
		Payload: [],
	});
}

const OPERATIONS = ['Ping', 'GetCustomers', 'GetCustomerGroups', 'GetSuppliers'];

describe.each(OPERATIONS)('%s', (operation) => {
	it.each([
		['a missing key', { 'x-api-key': undefined }],
		['a wrong key', { 'x-api-key': 'wrong' }],
		['an empty key', { 'x-api-key': '' }],
		['a missing company', { 'x-company-id': undefined }],
		['a wrong company', { 'x-company-id': '1002' }],
		['a wrong key, before it checks the paging', { 'x-api-key': 'wrong', 'x-page-limit': '51' }],
	])('refuses %s with 401', async (_case, headers) => {
		expectRefusal(await ask(service, operation, headers), 401, /key or the company id/);
	});

	it.each([
		['x-page-offset', undefined, /x-page-offset is missing/],
		['x-page-limit', undefined, /x-page-limit is missing/],
		['x-page-offset', '-1', /x-page-offset must be/],
		['x-page-offset', '1.5', /x-page-offset must be/],
		['x-page-offset', 'ten', /x-page-offset must be/],
		['x-page-offset', '', /x-page-offset must be/],
		['x-page-offset', '9007199254740993', /x-page-offset must be/],
		['x-page-limit', '0', /from 1 to 50/],
		['x-page-limit', '51', /from 1 to 50/],
		['x-page-limit', '2.5', /from 1 to 50/],
		['x-page-limit', '-5', /from 1 to 50/],
		['x-page-limit', '1e1', /from 1 to 50/],
	])('refuses %s %s with 400 and a message', async (name, value, message) => {
		expectRefusal(await ask(service, operation, { [name]: value }), 400, message);
	});

	it('accepts a limit of 1 and of 50', async () => {
		for (const limit of ['1', '50']) {
			expect(await ask(service, operation, { 'x-page-limit': limit })).toHaveProperty(
				'status',
				200,
			);
		}
	});
});

describe('what is not in the specification', () => {
	it.each(['GetInvoices', 'getcustomers', 'GetCustomers/', ''])(
		'the operation "%s" is answered with 404',
		async (operation) => {
			expectRefusal(await ask(service, operation), 404, /no operation with this name/);
		},
	);

	it('an unknown operation with a wrong key is answered with 401', async () => {
		expectRefusal(await ask(service, 'GetInvoices', { 'x-api-key': 'wrong' }), 401, /key/);
	});

	it('an address outside rest/v1 is answered with 404', async () => {
		const outside = { ...service, baseUrl: new URL(service.baseUrl).origin };
		expectRefusal(await ask(outside, 'GetCustomers'), 404, /no operation with this name/);
	});

	it('an invalid address is answered with 400', async () => {
		expectRefusal(await ask(service, '%zz'), 400, /address is not valid/);
	});

	it('bytes that are not HTTP are answered with 400, in the envelope', async () => {
		const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
		socket.end('nonsense\r\n\r\n');
		expect(await text(socket)).toMatch(/^HTTP\/1.1 400 [^]*"IsSuccess":false/);
	});

	it('a method other than GET is answered with 404', async () => {
		const { status } = await fetch(`${service.baseUrl}/GetCustomers`, {
			method: 'POST',
			headers: { 'x-api-key': service.apiKey, 'x-company-id': service.companyId },
		});
		expect(status).toBe(404);
	});
});
