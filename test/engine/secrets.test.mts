import { describe, expect, it } from 'vitest';
import type { Fault } from '../../service/server.mts';
import { readCustomers } from './support/runNode.mts';
import { credentialFor, ownService } from './support/service.mts';
import { testCredential } from './support/testCredential.mts';

describe('the API key', () => {
	const echo = 'key {apiKey} of {companyId}';
	const refused = { IsSuccess: false, ErrorMessages: [echo] };

	it.each<[string, Fault]>([
		['a message', { kind: 'status', status: 200, body: { ...refused, Payload: [] } }],
		['the body of a status', { kind: 'status', status: 401, body: refused }],
		['the text of a status', { kind: 'status', status: 500, body: echo }],
		['a web page', { kind: 'status', status: 200, body: `<html>${echo}` }],
		['a redirect', { kind: 'redirect', to: 'https://{apiKey}.example.com/?{companyId}' }],
		['a header', { kind: 'headers', set: { 'x-page-more': 'true', 'x-page-next': '{apiKey}' } }],
		['a flag', { kind: 'headers', set: { 'x-page-more': 'true, {apiKey}' } }],
	])('is in nothing that n8n saves or shows when it is echoed in %s', async (_, fault) => {
		const service = await ownService({ apiKey: 'key/with"signs+' });
		service.setFaults([fault, { ...fault, on: 'Ping' }]);
		const { error, saved } = await readCustomers(service, { maxRetries: 0 });
		const tested = await testCredential(credentialFor(service));
		expect(error).toBeDefined();
		// However its signs are written.
		expect(saved + tested).not.toMatch(/key.{1,3}with/);
	});

	it('is sent to no other host', async () => {
		const [service, other] = [await ownService(), await ownService()];
		const redirect: Fault = { kind: 'redirect', to: `${other.baseUrl}/GetCustomers` };
		service.setFaults([redirect, { ...redirect, on: 'Ping' }]);
		await readCustomers(service);
		await testCredential(credentialFor(service));
		expect(service.requests).toHaveLength(2);
		expect(other.requests).toEqual([]);
	});
});
