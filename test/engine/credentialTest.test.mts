import { CredentialTestContext } from 'n8n-core';
import { describe, expect, it } from 'vitest';

import {
	type Failure,
	failure,
	statusFailure,
	timedOut,
} from '../../nodes/CustomerData/api/failures';
import { ping } from '../../nodes/CustomerData/api/ping';
import { customerDataApiTest } from '../../nodes/CustomerData/methods/credentialTest';
import { whatToDo } from '../../nodes/CustomerData/nodeErrors';
import type { Fault } from '../../service/server.mts';
import { NODE, TRIGGER } from './support/nodeInWorkflow.mts';
import { sources } from './support/packageTypes.mts';
import { readCustomers } from './support/runNode.mts';
import { credentialFor, useOwnService } from './support/service.mts';
import { PASSED, testCredential } from './support/testCredential.mts';

const service = useOwnService();

/** The words of the nodes, as the form shows them. */
const sentence = (found: Failure) => `${found.message}. ${whatToDo(found)}`;
const unavailable = (said = '') => statusFailure(503, { operation: 'Ping', says: said });
const body = (body: string): Fault => ({ kind: 'body', body });

describe('the test of the credential', () => {
	// Both, because n8n takes the first that it finds.
	it.each([NODE, TRIGGER])(
		'passes for %s with pasted values, and sends every header that a GET may need',
		async (node) => {
			const { baseUrl, apiKey, companyId } = credentialFor(service());
			const pasted = { baseUrl: ` ${baseUrl}/\n`, apiKey: ` ${apiKey}`, companyId };
			expect(await testCredential(pasted, sources, node)).toBe(PASSED);
			const headers = {
				accept: 'application/json',
				'x-api-key': apiKey,
				'x-company-id': companyId,
				'x-page-offset': '0',
				'x-page-limit': '50',
			};
			expect(service().requests).toMatchObject([{ operation: 'Ping', headers }]);
		},
	);

	it.each([
		' Pong\r\n',
		'\ufeffPong',
		'"Pong"',
		'{"IsSuccess": true, "Payload": "Pong"}',
		'{"IsSuccess": true, "ErrorMessages": [], "Payload": ["Pong"]}',
	])('passes when Ping returns %j', async (text) => {
		service().setFaults([{ ...body(text), on: 'Ping' }]);
		expect(await testCredential(credentialFor(service()))).toBe(PASSED);
	});

	const GZIP = { body: 'Pong', headers: { 'content-encoding': 'gzip' } };

	it.each<[Fault, Failure]>([
		...Object.entries({
			'<!doctype html><title>Welcome</title>': 'a web page',
			' \n': 'an empty response',
			'Pong!': 'text that is not JSON',
			'{"Payload": "Pong"}': 'other JSON',
			'{"IsSuccess": true}': 'other JSON',
			'{"IsSuccess": true, "Payload": []}': 'other JSON',
			'{"IsSuccess": true, "Payload": ["Pong", "Pong"]}': 'other JSON',
			'["Pong"]': 'other JSON',
			true: 'other JSON',
			null: 'other JSON',
		}).map(([text, fill]): [Fault, Failure] => [body(text), failure('notPong', { fill })]),
		[body('{"IsSuccess": false}'), failure('refused')],
		[{ kind: 'status', status: 200, ...GZIP }, failure('connectionLost')],
		[{ kind: 'status', status: 503, ...GZIP }, unavailable()],
	])('says what it has instead of Pong, in the words of the nodes: %j', async (fault, expected) => {
		service().setFaults([{ ...fault, on: 'Ping' }]);
		expect(await testCredential(credentialFor(service()))).toBe(sentence(expected));
	});

	it('names the field that cannot be sent, says what to enter, and sends nothing', async () => {
		const credential = { id: '1', name: 'Empty', type: 'customerDataApi' };
		const test = customerDataApiTest.call(new CredentialTestContext(), credential);
		const message = expect.stringMatching(/^'Base URL' is empty\. Enter/);
		expect(await test).toEqual({ status: 'Error', message });
	});

	it.each<Fault>([{ kind: 'hang' }, { kind: 'drip' }])('gives up with $kind', async (fault) => {
		service().setFaults([{ ...fault, on: 'Ping' }]);
		const { helpers } = new CredentialTestContext();
		const late = ping(helpers.request, credentialFor(service()), 100);
		expect(await late).toEqual(timedOut(100));
	});

	it.each<[string, unknown, Failure]>([
		['no response', undefined, failure('connectionLost')],
		[
			'text, as before 2.0',
			{ statusCode: 503, headers: {}, body: '{"ErrorMessages": ["Closed"]}' },
			unavailable('Closed'),
		],
		['no body', { statusCode: 503, headers: {} }, unavailable()],
		['no status', { headers: {}, body: '' }, failure('connectionLost')],
		['no headers', { statusCode: 503, body: '' }, failure('connectionLost')],
	])('knows what n8n hands over where there is %s', async (_, response, expected) => {
		const found = await ping(async () => response, credentialFor(service()), 1_000);
		expect(found).toEqual(expected);
	});
});

describe('a service that cannot be reached', () => {
	const port = () => new URL(service().baseUrl).port;

	it.each<[Failure['name'], string, () => string]>([
		['hostNotFound', 'ENOTFOUND', () => 'http://nowhere.invalid/rest/v1'],
		['hostNotReached', 'ECONNREFUSED', () => 'http://127.0.0.1:9/rest/v1'],
		['wrongProtocol', 'EPROTO', () => `https://127.0.0.1:${port()}/rest/v1`],
	])('is told alike by the test and the node: %s', async (name, code, address) => {
		const credential = { ...credentialFor(service()), baseUrl: address() };
		const expected = failure(name, { code });
		expect(await testCredential(credential)).toBe(sentence(expected));
		const { error } = await readCustomers(service(), { maxRetries: 0 }, { credential });
		expect(error).toMatchObject({
			message: expected.message,
			description: whatToDo(expected, 'GetCustomers, offset 0'),
		});
	});
});
