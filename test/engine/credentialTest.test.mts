import { CredentialTestContext } from 'n8n-core';
import { describe, expect, it } from 'vitest';

import { FAILURES, timedOut } from '../../nodes/CustomerData/api/failures';
import { ping } from '../../nodes/CustomerData/api/ping';
import { customerDataApiTest } from '../../nodes/CustomerData/methods/credentialTest';
import type { Fault } from '../../service/server.mts';
import { NODE, TRIGGER } from './support/nodeInWorkflow.mts';
import { credentialFor, useOwnService } from './support/service.mts';
import { PASSED, testCredential } from './support/testCredential.mts';

const service = useOwnService();

describe('the test of the credential', () => {
	// Both, because n8n takes the first that it finds.
	it.each([NODE, TRIGGER])(
		'passes for %s with pasted values, and sends every header that a GET may need',
		async (node) => {
			const { baseUrl, apiKey, companyId } = credentialFor(service());
			const pasted = { baseUrl: ` ${baseUrl}/\n`, apiKey: ` ${apiKey}`, companyId };
			expect(await testCredential(pasted, node)).toBe(PASSED);
			const headers = {
				accept: 'application/json',
				'cache-control': 'no-cache',
				'x-api-key': apiKey,
				'x-company-id': companyId,
				'x-page-offset': '0',
				'x-page-limit': '50',
			};
			expect(service().requests).toMatchObject([{ operation: 'Ping', headers }]);
		},
	);

	it.each([
		[200, FAILURES.connectionLost],
		[503, FAILURES.unavailable],
	])('knows a body that is not compressed as declared, with status %d', async (status, row) => {
		const headers = { 'content-encoding': 'gzip' };
		service().setFaults([{ kind: 'status', status, body: 'Pong', headers, on: 'Ping' }]);
		expect(await testCredential(credentialFor(service()))).toContain(row.message);
	});

	it('says who may have sent a web page', async () => {
		const body = '<html><title>403 Forbidden</title>';
		service().setFaults([{ kind: 'status', status: 403, body, on: 'Ping' }]);
		const message = await testCredential(credentialFor(service()));
		expect(message).toMatch(/ \(status 403\)\. The response is a web page, /);
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
});
