import { CredentialTestContext } from 'n8n-core';
import type { Interceptor } from 'nock';
import { describe, expect, it } from 'vitest';
import { NODE, TRIGGER } from '../../harness/engine/nodeInWorkflow.mts';
import { ping } from '../../nodes/CustomerData/api/ping';
import { FAILURES, timedOut } from '../../nodes/CustomerData/errors/failures';
import { customerDataApiTest } from '../../nodes/CustomerData/methods/credentialTest';
import { credential, expected, sendsExactlyWhatIsExpected } from './support/expected.mts';
import { PASSED, testCredential } from './support/testCredential.mts';

sendsExactlyWhatIsExpected();

describe('the test of the credential', () => {
	// Both, because n8n takes the first that it finds.
	it.each([NODE, TRIGGER])(
		'passes for %s with pasted values, and sends every header that a GET may need',
		async (node) => {
			const { baseUrl, apiKey, companyId } = credential;
			const pasted = { baseUrl: ` ${baseUrl}/\n`, apiKey: ` ${apiKey}`, companyId };
			const headers = {
				accept: 'application/json',
				'cache-control': 'no-cache',
				'x-api-key': apiKey,
				'x-company-id': companyId,
				'x-page-offset': '0',
				'x-page-limit': '50',
			};
			expected('Ping', headers).reply(200, 'Pong');
			expect(await testCredential(pasted, node)).toBe(PASSED);
		},
	);

	it.each([
		' Pong\r\n',
		'\ufeffPong',
		'"Pong"',
		'{"IsSuccess": true, "Payload": "Pong"}',
		'{"IsSuccess": true, "ErrorMessages": [], "Payload": ["Pong"]}',
	])('takes %j for Pong', async (body) => {
		expected('Ping').reply(200, body);
		expect(await testCredential(credential)).toBe(PASSED);
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
		expected('Ping').reply(200, body);
		const advice = FAILURES.notPong.advice.replace('{found}', found);
		expect(await testCredential(credential)).toBe(`${FAILURES.notPong.message}. ${advice}`);
	});

	const { refused, unavailable } = FAILURES;
	const closed = 'The service says: "Closed".';

	it.each([
		[200, '{"IsSuccess": false}', `${refused.message}. ${refused.advice}`],
		[200, '{"IsSuccess": false, "ErrorMessages": ["Closed"]}', `${refused.message}. ${closed} `],
		[503, '', `${unavailable.message} (status 503). ${unavailable.advice}`],
		[503, '{"ErrorMessages": ["Closed"]}', `${unavailable.message} (status 503). ${closed} `],
		[404, 'Not found', /It returned status 404 instead of the word Pong\. /],
		[403, '<html><title>403 Forbidden</title>', / \(status 403\)\. The response is a web page, /],
	])('says what came with status %d: %s', async (status, body, message) => {
		expected('Ping').reply(status, body);
		expect(await testCredential(credential)).toMatch(message);
	});

	it('says why the service could not be reached', async () => {
		const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
		expected('Ping').replyWithError(unknown);
		expect(await testCredential(credential)).toMatch(/^Could not find the host in 'Base URL'\. /);
	});

	it('names the field that cannot be sent, says what to enter, and sends nothing', async () => {
		const empty = { id: '1', name: 'Empty', type: 'customerDataApi' };
		const test = customerDataApiTest.call(new CredentialTestContext(), empty);
		const message = expect.stringMatching(/^'Base URL' is empty\. Enter/);
		expect(await test).toEqual({ status: 'Error', message });
	});

	it.each<[string, (request: Interceptor) => unknown]>([
		['response', (request) => request.delay(10_000).reply(200, 'Pong')],
		['body', (request) => request.delay({ body: 10_000 }).reply(200, 'Pong')],
	])('gives up without a %s', async (_, answer) => {
		answer(expected('Ping'));
		const { helpers } = new CredentialTestContext();
		expect(await ping(helpers.request, credential, 50)).toEqual(timedOut(50));
	});

	// The helper of n8n 1; test/n8n/hosts runs it.
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
		const found = await ping(async () => response, credential, 1_000);
		expect(found).toMatchObject({ name });
		expect(found?.quote?.text).toBe(text);
	});
});
