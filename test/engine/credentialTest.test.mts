import { describe, expect, it } from 'vitest';

import { CredentialTestContext } from 'n8n-core';
import {
	type Failure,
	failure,
	statusFailure,
	timedOut,
} from '../../nodes/CustomerData/api/failures';
import { ping } from '../../nodes/CustomerData/api/ping';
import { customerDataApiTest } from '../../nodes/CustomerData/methods/credentialTest';
import { whatToDo } from '../../nodes/CustomerData/nodeErrors';
import { type Fault, startService } from '../../service/server.mts';
import { NODE, TRIGGER } from './support/nodeInWorkflow.mts';
import { sources } from './support/packageTypes.mts';
import { credentialFor, useService } from './support/service.mts';
import { PASSED, testCredential } from './support/testCredential.mts';

const service = useService();

/** The words of the nodes, as the form shows them. */
const sentence = (found: Failure) => `${found.message}. ${whatToDo(found)}`;
const says = (text: string) => ({ quote: { by: 'The service says', text } });

describe('the test of the credential', () => {
	it('passes with the right key and company, and sends every header that a GET may need', async () => {
		expect(await testCredential(credentialFor(service()))).toBe(PASSED);
		expect(service().requests).toMatchObject([
			{
				operation: 'Ping',
				headers: {
					accept: 'application/json',
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
			const said = 'The API key or the company id is not valid.';
			expect(await testCredential({ ...credentialFor(service()), ...change })).toBe(
				sentence(statusFailure(401, { operation: 'Ping', says: said })),
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
		const quote = { by: 'The address is', text: `${other.baseUrl}/Ping` };
		expect(await testCredential(credentialFor(service()))).toBe(
			sentence(failure('redirected', { quote })),
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
		['[]', 'other JSON'],
		['["Pong"]', 'other JSON'],
		['true', 'other JSON'],
		['"Hello"', 'other JSON'],
		['null', 'other JSON'],
	])('does not pass with another response than Pong: %j', async (body, found) => {
		service().setFaults([{ kind: 'body', on: 'Ping', body }]);
		expect(await testCredential(credentialFor(service()))).toBe(
			sentence(failure('notPong', { fill: found })),
		);
	});

	it.each([
		['{"IsSuccess": false}', ''],
		['{"IsSuccess": false, "ErrorMessages": ["Closed"]}', 'Closed'],
		['{"IsSuccess": true, "Payload": "Pong", "ErrorMessages": ["Closed"]}', 'Closed'],
	])('quotes why the service refused: %s', async (body, reason) => {
		service().setFaults([{ kind: 'body', on: 'Ping', body }]);
		expect(await testCredential(credentialFor(service()))).toBe(
			sentence(failure('refused', says(reason))),
		);
	});

	it('shows the key in no message that quotes the service', async () => {
		const body = '{"IsSuccess": false, "ErrorMessages": ["No entry for {apiKey}"]}';
		service().setFaults([{ kind: 'body', on: 'Ping', body }]);
		const message = await testCredential(credentialFor(service()));
		expect(message).toContain('No entry for');
		expect(message).not.toContain(service().apiKey);
	});

	it.each([204, 403, 404, 418, 429, 501, 503])('says what status %d means', async (status) => {
		service().setFaults([{ kind: 'status', on: 'Ping', status, body: '' }]);
		expect(await testCredential(credentialFor(service()))).toBe(
			sentence(statusFailure(status, { operation: 'Ping', says: '' })),
		);
	});

	it('says how long to wait when the service asks for more than a minute', async () => {
		service().setFaults([{ kind: 'status', on: 'Ping', status: 429, body: '', retryAfter: 600 }]);
		expect(await testCredential(credentialFor(service()))).toContain('to wait 600 seconds');
	});

	it.each<[string, (port: number) => string, Failure]>([
		[
			'no host of that name',
			() => 'http://nowhere.invalid/rest/v1',
			failure('hostNotFound', { code: 'ENOTFOUND' }),
		],
		[
			'nobody listening',
			() => 'http://127.0.0.1:9/rest/v1',
			failure('hostNotReached', { code: 'ECONNREFUSED' }),
		],
		[
			'a service without TLS behind https',
			(port) => `https://127.0.0.1:${port}/rest/v1`,
			failure('wrongProtocol', { code: 'EPROTO' }),
		],
	])('says what to do with %s', async (_, addressFor, expected) => {
		const baseUrl = addressFor(Number(new URL(service().baseUrl).port));
		expect(await testCredential({ ...credentialFor(service()), baseUrl })).toBe(sentence(expected));
	});

	it.each([
		['reset', failure('connectionLost', { code: 'ECONNRESET' })],
		['cut', failure('connectionLost')],
	] as const)('says that the connection was lost: %s', async (kind, expected) => {
		service().setFaults([{ kind, on: 'Ping' }]);
		expect(await testCredential(credentialFor(service()))).toBe(sentence(expected));
	});

	it.each([
		[200, failure('connectionLost')],
		[503, statusFailure(503, { operation: 'Ping', says: '' })],
	])(
		'says what to do when a body with status %d is not compressed as declared',
		async (status, expected) => {
			const headers = { 'content-encoding': 'gzip' };
			service().setFaults([{ kind: 'status', on: 'Ping', status, body: 'Pong', headers }]);
			expect(await testCredential(credentialFor(service()))).toBe(sentence(expected));
		},
	);

	it('says what is missing in a credential without any data', async () => {
		const credential = { id: '1', name: 'Empty', type: 'customerDataApi' };
		expect(await customerDataApiTest.call(new CredentialTestContext(), credential)).toEqual({
			status: 'Error',
			message: expect.stringMatching(/^'Base URL' is empty\. Enter the service's address/),
		});
	});

	it.each<Fault>([{ kind: 'hang' }, { kind: 'drip' }])(
		'gives up after a while with $kind',
		async (fault) => {
			service().setFaults([{ ...fault, on: 'Ping' }]);
			const context = new CredentialTestContext();
			const connection = credentialFor(service());
			expect(await ping(context.helpers.request, connection, 300)).toEqual(timedOut(300));
		},
	);

	it('says that the connection was lost when the helper of n8n returns nothing', async () => {
		const request = async () => undefined;
		expect(await ping(request, credentialFor(service()), 1_000)).toEqual(failure('connectionLost'));
	});

	it.each([
		['{"ErrorMessages": ["Closed"]}', 'Closed'],
		[undefined, ''],
	])('reads the body of a status as n8n before 2.0 hands it over: %j', async (body, says) => {
		const request = async () => ({ statusCode: 503, headers: {}, body });
		expect(await ping(request, credentialFor(service()), 1_000)).toEqual(
			statusFailure(503, { operation: 'Ping', says }),
		);
	});
});
