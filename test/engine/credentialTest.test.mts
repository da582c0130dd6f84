import { describe, expect, it } from 'vitest';

import { CredentialTestContext } from 'n8n-core';
import { customerDataApiTest } from '../../nodes/CustomerData/methods/credentialTest';
import { explainTest } from '../../nodes/CustomerData/transport/errors';
import { ping } from '../../nodes/CustomerData/transport/ping';
import { type Fault, startService } from '../../service/server.mts';
import { NODE, TRIGGER } from './support/nodeInWorkflow.mts';
import { sources } from './support/packageTypes.mts';
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

	it('is offered by both nodes, because n8n takes the first that it finds', async () => {
		for (const node of [NODE, TRIGGER]) {
			expect(await testCredential(credentialFor(service()), sources, node)).toBe(PASSED);
		}
	});

	it.each([
		'Pong',
		' Pong\r\n',
		'\ufeffPong',
		'"Pong"',
		'{"IsSuccess": true, "Payload": "Pong"}',
		'{"IsSuccess": true, "ErrorMessages": [], "Payload": ["Pong"]}',
	])('passes when Ping returns %j', async (body) => {
		service().setFaults([{ kind: 'body', on: 'Ping', body }]);
		expect(await testCredential(credentialFor(service()))).toBe(PASSED);
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
				/^The service did not accept the API key or the company ID \(status 401\)\. The service says: ".+" Check both\. The application/,
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
		expect(await testCredential(credentialFor(service()))).toBe(
			`The service redirects to another address: ${other.baseUrl}/Ping. Redirects are not followed, because that would send the API key to another address. If the service has moved, enter its new address in 'Base URL'.`,
		);
		await other.close();
		expect(other.requests).toEqual([]);
	});

	it.each<[string, string]>([
		['<!doctype html><title>Welcome</title>', 'a web page'],
		['\ufeff \n<html></html>', 'a web page'],
		['', 'an empty response'],
		[' \n', 'an empty response'],
		['Pong!', 'text that is not JSON'],
		['{}', 'other JSON'],
		['{"Payload": "Pong"}', 'other JSON'],
		['{"IsSuccess": true}', 'other JSON'],
		['{"IsSuccess": true, "Payload": []}', 'other JSON'],
		['{"IsSuccess": true, "Payload": ["Pong", "Pong"]}', 'other JSON'],
		['{"message": "Welcome to this other service"}', 'other JSON'],
		['[]', 'JSON that is a list'],
		['["Pong"]', 'JSON that is a list'],
		['true', 'JSON that is a boolean'],
		['"Hello"', 'JSON that is a string'],
		['null', 'JSON that is null'],
	])('does not pass with another response than Pong: %j', async (body, found) => {
		service().setFaults([{ kind: 'body', on: 'Ping', body }]);
		expect(await testCredential(credentialFor(service()))).toBe(
			`Ping returned ${found} instead of Pong. Enter the service's address. It starts with https:// and ends with rest/v1.`,
		);
	});

	it.each([
		['{"IsSuccess": false}', ''],
		['{"IsSuccess": false, "ErrorMessages": ["Closed"]}', 'The service says: "Closed". '],
		[
			'{"IsSuccess": true, "Payload": "Pong", "ErrorMessages": ["Closed"]}',
			'The service says: "Closed". ',
		],
	])('quotes why the service refused: %s', async (body, quote) => {
		service().setFaults([{ kind: 'body', on: 'Ping', body }]);
		expect(await testCredential(credentialFor(service()))).toBe(
			`The service refused the request. ${quote}Check 'API Key' and 'Company ID'.`,
		);
	});

	it('shows the key in no message that quotes the service', async () => {
		const body = '{"IsSuccess": false, "ErrorMessages": ["No entry for {apiKey}"]}';
		service().setFaults([{ kind: 'body', on: 'Ping', body }]);
		const message = await testCredential(credentialFor(service()));
		expect(message).toContain('No entry for');
		expect(message).not.toContain(service().apiKey);
	});

	const LATER = "Try again later. If this keeps happening, contact the service's support.";

	it.each<[number, string]>([
		[204, `The service returned no content (status 204). ${LATER}`],
		[403, 'The API key is not allowed to use Ping (status 403). Use a key that has access, or'],
		[
			404,
			"The service has no operation named Ping (status 404). Check that 'Base URL' ends with rest/v1.",
		],
		[408, `The service stopped waiting for the request (status 408). ${LATER}`],
		[418, "The service did not accept the request (status 418). Check 'Base URL'."],
		[429, `The service is limiting requests (status 429). ${LATER}`],
		[500, `The service is unavailable (status 500). ${LATER}`],
		[501, `The service could not handle the request (status 501). ${LATER}`],
		[503, `The service is unavailable (status 503). ${LATER}`],
	])('says what status %d means', async (status, message) => {
		service().setFaults([{ kind: 'status', on: 'Ping', status, body: '' }]);
		expect(await testCredential(credentialFor(service()))).toContain(message);
	});

	it.each<[string, (port: number) => string, string]>([
		[
			'no host of that name',
			() => 'http://nowhere.invalid/rest/v1',
			"Could not find the host in 'Base URL'. Check 'Base URL', and the network of your n8n.",
		],
		[
			'nobody listening',
			() => 'http://127.0.0.1:9/rest/v1',
			"The service refused the connection. Check 'Base URL', or try again later. (ECONNREFUSED)",
		],
		[
			'a service without TLS behind https',
			(port) => `https://127.0.0.1:${port}/rest/v1`,
			"'Base URL' starts with the wrong protocol. Replace http:// with https://, or https:// with http://.",
		],
	])('says what to do with %s', async (_, addressFor, message) => {
		const baseUrl = addressFor(Number(new URL(service().baseUrl).port));
		const shown = await testCredential({ ...credentialFor(service()), baseUrl });
		expect(shown).toContain(message);
	});

	it('says that the connection was lost', async () => {
		service().setFaults([{ kind: 'reset', on: 'Ping' }]);
		expect(await testCredential(credentialFor(service()))).toBe(
			`The connection to the service was lost. ${LATER} (ECONNRESET)`,
		);
	});

	it('says that the connection was lost when the response breaks off', async () => {
		service().setFaults([{ kind: 'cut', on: 'Ping' }]);
		expect(await testCredential(credentialFor(service()))).toBe(
			`The connection to the service was lost. ${LATER} (ERR_BAD_RESPONSE)`,
		);
	});

	it.each([
		[200, `The connection to the service was lost. ${LATER} (ERR_BAD_RESPONSE)`],
		[503, `The service is unavailable (status 503). ${LATER}`],
	])(
		'says what to do when a body with status %d is not compressed as declared',
		async (status, message) => {
			const headers = { 'content-encoding': 'gzip' };
			service().setFaults([{ kind: 'status', on: 'Ping', status, body: 'Pong', headers }]);
			expect(await testCredential(credentialFor(service()))).toBe(message);
		},
	);

	it.each([429, 503])(
		'says how long to wait when status %d asks for more than a minute',
		async (status) => {
			service().setFaults([{ kind: 'status', on: 'Ping', status, body: '', retryAfter: 600 }]);
			expect(await testCredential(credentialFor(service()))).toMatch(
				/\(status \d+\)\. The service asks to wait 10 minutes\. Try again after that\.$/,
			);
		},
	);

	it('says what is missing in a credential without any data', async () => {
		const credential = { id: '1', name: 'Empty', type: 'customerDataApi' };
		expect(await customerDataApiTest.call(new CredentialTestContext(), credential)).toEqual({
			status: 'Error',
			message: expect.stringMatching(/^'Base URL' is empty\. Enter the service's address\./),
		});
	});

	it.each<Fault>([{ kind: 'hang' }, { kind: 'drip' }])(
		'gives up after a while with $kind',
		async (fault) => {
			service().setFaults([{ ...fault, on: 'Ping' }]);
			const context = new CredentialTestContext();
			const connection = credentialFor(service());
			expect(await ping(context.helpers.request, connection, 300)).toEqual({
				kind: 'timeout',
				milliseconds: 300,
			});
		},
	);

	it('reads the body of a status as n8n before 2.0 hands it over, as text', async () => {
		const body = '{"ErrorMessages": ["Closed"]}';
		const request = async () => ({ statusCode: 503, headers: {}, body });
		expect(await ping(request, credentialFor(service()), 1_000)).toMatchObject({
			kind: 'status',
			status: 503,
			messages: ['Closed'],
		});
	});

	it('says what to do when nothing comes, without a word about the workflow', () => {
		expect(explainTest({ kind: 'timeout', milliseconds: 20_000 })).toBe(
			`The service did not respond within 20 seconds. Check 'Base URL'. ${LATER}`,
		);
	});
});
