import { CredentialTestContext } from 'n8n-core';
import { describe, expect, it } from 'vitest';

import { FAILURES, timedOut } from '../../nodes/CustomerData/api/failures';
import { customerDataApiTest, ping } from '../../nodes/CustomerData/methods/credentialTest';
import { NODE, TRIGGER } from './support/nodeInWorkflow.mts';
import { credentialFor, useOwnService } from './support/service.mts';
import { PASSED, testCredential } from './support/testCredential.mts';

const service = useOwnService();

/** What the test says where the service answers Ping like that. */
async function saidOf(body: string, status = 200): Promise<string> {
	service().setFaults([{ kind: 'status', status, body, on: 'Ping' }]);
	return await testCredential(credentialFor(service()));
}

describe('the test of the credential', () => {
	// Both, because n8n takes the first that it finds.
	it.each([NODE, TRIGGER])(
		'passes for %s with pasted values, and sends every header that a GET may need',
		async (node) => {
			const { baseUrl, apiKey, companyId, requests } = service();
			const pasted = { baseUrl: ` ${baseUrl}/\n`, apiKey: ` ${apiKey}`, companyId };
			const headers = {
				accept: 'application/json',
				'cache-control': 'no-cache',
				'x-api-key': apiKey,
				'x-company-id': companyId,
				'x-page-offset': '0',
				'x-page-limit': '50',
			};
			expect(await testCredential(pasted, node)).toBe(PASSED);
			expect(requests).toMatchObject([{ operation: 'Ping', headers }]);
		},
	);

	it.each([
		' Pong\r\n',
		'\ufeffPong',
		'"Pong"',
		'{"IsSuccess": true, "Payload": "Pong"}',
		'{"IsSuccess": true, "ErrorMessages": [], "Payload": ["Pong"]}',
	])('takes %j for Pong', async (body) => {
		expect(await saidOf(body)).toBe(PASSED);
	});

	const OTHERS = ['{"Payload": "Pong"}', '["Pong"]', 'true', 'null'];
	const ENVELOPES = ['', ', "Payload": []', ', "Payload": ["Pong", "Pong"]'];

	it.each([
		['a web page', '<!doctype html><title>Welcome</title>'],
		['an empty response', ' \n'],
		['text that is not JSON', 'Pong!'],
		...ENVELOPES.map((more) => ['other JSON', `{"IsSuccess": true${more}}`]),
		...OTHERS.map((body) => ['other JSON', body]),
	])('says that it got %s instead of Pong: %s', async (found, body) => {
		const advice = FAILURES.notPong.advice.replace('{found}', found);
		expect(await saidOf(body)).toBe(`${FAILURES.notPong.message}. ${advice}`);
	});

	const { refused, unavailable } = FAILURES;
	const closed = 'The service says: "Closed".';

	it.each([
		[200, '{"IsSuccess": false}', `${refused.message}. ${refused.advice}`],
		[200, '{"IsSuccess": false, "ErrorMessages": ["Closed"]}', `${refused.message}. ${closed} `],
		[503, '', `${unavailable.message} (status 503). ${unavailable.advice}`],
		[503, '{"ErrorMessages": ["Closed"]}', `${unavailable.message} (status 503). ${closed} `],
		[404, 'Not found', /It returned status 404 instead of Pong\. /],
		[403, '<html><title>403 Forbidden</title>', / \(status 403\)\. The response is a web page, /],
	])('says what came with status %d: %s', async (status, body, message) => {
		expect(await saidOf(body, status)).toMatch(message);
	});

	it('names the field that cannot be sent, and says what to enter', async () => {
		const empty = { id: '1', name: 'Empty', type: 'customerDataApi' };
		const test = customerDataApiTest.call(new CredentialTestContext(), empty);
		const message = expect.stringMatching(/^'Base URL' is empty\. Enter/);
		expect(await test).toEqual({ status: 'Error', message });
	});

	it.each([
		['response', 'hang'],
		['body', 'drip'],
	] as const)('gives up without a %s', async (_, kind) => {
		service().setFaults([{ kind, on: 'Ping' }]);
		const { helpers } = new CredentialTestContext();
		expect(await ping(helpers.request, credentialFor(service()), 50)).toEqual(timedOut(50));
	});

	// The helper of n8n 1; test/hosts runs it.
	it.each([
		['no response', undefined, 'connectionLost', undefined],
		['no body with status 200', { statusCode: 200, headers: {} }, 'connectionLost', undefined],
		['no body with another status', { statusCode: 503, headers: {} }, 'unavailable', ''],
		[
			'text as the body of another status',
			{ statusCode: 503, headers: {}, body: '{"ErrorMessages": ["Closed"]}' },
			'unavailable',
			'Closed',
		],
	] as const)('copes with a helper that returns %s', async (_, response, name, text) => {
		const found = await ping(async () => response, credentialFor(service()), 1_000);
		expect(found).toMatchObject({ name });
		expect(found?.quote?.text).toBe(text);
	});
});
