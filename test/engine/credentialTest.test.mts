import { describe, expect, it } from 'vitest';

import { startService } from '../../service/server.mts';
import { credentialFor, useService } from './support/service.mts';
import { PASSED, testCredential } from './support/testCredential.mts';

const service = useService();

describe('the test of the credential', () => {
	it('passes with the right key and company, and sends every header that a GET may need', async () => {
		expect(await testCredential(credentialFor(service()))).toBe(PASSED);
		expect(service().requests).toMatchObject([
			{
				operation: 'Ping',
				headers: {
					'x-api-key': 'demo-api-key',
					'x-company-id': '1001',
					'x-page-offset': '0',
					'x-page-limit': '50',
				},
			},
		]);
	});

	it('passes where Ping answers with an envelope', async () => {
		const own = await startService({ pingBody: 'envelope' });
		expect(await testCredential(credentialFor(own))).toBe(PASSED);
		await own.close();
	});

	it('passes with white space and slashes around pasted values', async () => {
		const { baseUrl, apiKey, companyId } = credentialFor(service());
		const pasted = { baseUrl: ` ${baseUrl}/\n`, apiKey: ` ${apiKey}`, companyId: `${companyId} ` };
		expect(await testCredential(pasted)).toBe(PASSED);
	});

	it.each([{ apiKey: 'wrong' }, { companyId: '9999' }])(
		'says what the service did not accept: %j',
		async (change) => {
			expect(await testCredential({ ...credentialFor(service()), ...change })).toMatch(
				/^The service did not accept the API key or the company ID \(status 401\)\. Check both/,
			);
		},
	);

	it.each<[Record<string, string>, RegExp]>([
		[{ baseUrl: '' }, /^'Base URL' is empty\. Enter/],
		[{ baseUrl: 'somewhere' }, /^'Base URL' is not a complete web address\. Enter/],
		[{ baseUrl: 'ftp://127.0.0.1/rest/v1' }, /^'Base URL' must start with https/],
		[{ apiKey: '' }, /^'API Key' is empty\. Enter/],
		[{ companyId: 'ä' }, /^'Company ID' contains a space, a line break/],
	])('names the field that cannot be sent, and sends nothing: %j', async (change, message) => {
		expect(await testCredential({ ...credentialFor(service()), ...change })).toMatch(message);
		expect(service().requests).toEqual([]);
	});

	it('does not follow a redirect', async () => {
		const other = await startService();
		service().setFaults([{ kind: 'redirect', on: 'Ping', to: `${other.baseUrl}/Ping` }]);
		expect(await testCredential(credentialFor(service()))).toMatch(
			/^The service redirects to another address\./,
		);
		await other.close();
		expect(other.requests).toEqual([]);
	});

	it.each<[string, RegExp]>([
		['<!doctype html><title>Welcome</title>', /^A web page responded instead of the service\./],
		['', /^The response to Ping is empty\./],
		['{"IsSuccess": false}', /^The service responded to Ping with IsSuccess: false\. Check/],
	])('does not pass with a response that cannot be from Ping: %s', async (body, message) => {
		service().setFaults([{ kind: 'body', on: 'Ping', body }]);
		expect(await testCredential(credentialFor(service()))).toMatch(message);
	});

	it.each<[number, RegExp]>([
		[403, /^The API key is not allowed to use Ping \(status 403\)\. Use a key/],
		[404, /^The service has no operation named Ping \(status 404\)\. Check that/],
		[408, /^The service stopped waiting for the request \(status 408\)\. Run/],
		[429, /^The service is limiting requests \(status 429\)\. Run/],
		[503, /^The service is unavailable \(status 503\)\. Run/],
	])('says what status %d means', async (status, message) => {
		service().setFaults([{ kind: 'status', on: 'Ping', status }]);
		expect(await testCredential(credentialFor(service()))).toMatch(message);
	});
});
