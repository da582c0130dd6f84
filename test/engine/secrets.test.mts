import { describe, expect, it } from 'vitest';
import { NODE } from '../../harness/engine/nodeInWorkflow.mts';
import { readCustomers } from '../../harness/engine/runNode.mts';
import type { Fault } from '../../service/server.mts';
import { credentialFor, ownService, serveOnly } from './support/service.mts';
import { testCredential } from './support/testCredential.mts';
import { ActiveTrigger, locator } from './support/trigger.mts';

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

describe('the API key that stands in a record', () => {
	const apiKey = 'k-secret-123456';
	const serve = async () => {
		const service = await ownService({ apiKey });
		serveOnly(service, [
			{ Name: apiKey, 'K SECRET 123456': 1 },
			{ Code: 'C1', Name: apiKey },
		]);
		return service;
	};
	const KEY = /k.secret.1/i;

	it('is in nothing that n8n saves of an error', async () => {
		const message = "No record has a field named 'Fax'";
		const options = { fields: ['Fax'] };
		const service = await serve();
		for (const type of [NODE, `${NODE}Tool`]) {
			const { error } = await readCustomers(service, options, { type });
			expect(error?.message).toContain(message);
			expect(error?.description).toBeTruthy();
			// With its stack, and with what caused it.
			expect(`${JSON.stringify(error)} ${error?.stack}`).not.toMatch(KEY);
		}
		const settings = { onError: 'continueRegularOutput' } as const;
		const { records } = await readCustomers(service, options, { settings });
		const { error, ...more } = records.find((item) => 'error' in item) ?? {};
		expect(error).toContain(message);
		expect(`${String(error)} ${JSON.stringify(more)}`).not.toMatch(KEY);
	});

	it.each([
		['Record 1 in the list (***) has', 'Code'],
		['differ, but share "***"', 'Name'],
	])('is in nothing that n8n saves of what Compare holds back: %s', async (message, field) => {
		const parameters = { operation: 'compare', keyField: locator(field), inputKey: 'code' };
		const run = { parameters, input: [{ code: 'C1' }] };
		const { error } = await readCustomers(await serve(), {}, run);
		expect(error?.message).toContain(message);
		expect(`${JSON.stringify(error)} ${error?.stack}`).not.toMatch(KEY);
	});

	it('is in no hint, and in nothing that an agent is told', async () => {
		const service = await serve();
		const part = { returnAll: false, limit: 1 };
		for (const type of [NODE, `${NODE}Tool`]) {
			const { hints, records } = await readCustomers(
				service,
				{ fields: ['Fax'] },
				{
					type,
					parameters: part,
				},
			);
			expect(hints.at(-1)).toContain("They have '***' and 'Name'.");
			expect(JSON.stringify(records.slice(1))).not.toMatch(KEY);
		}
	});

	it('is in no failure of a poll', async () => {
		const trigger = new ActiveTrigger({
			credential: credentialFor(await serve()),
			parameters: { events: ['created'] },
		});
		const failed = await trigger.poll().catch((error: unknown) => error);
		expect(failed).toMatchObject({
			message: expect.stringMatching(/^Record 1 .*\(\*{3}\) has no/),
		});
		expect(JSON.stringify(failed)).not.toMatch(KEY);
	});
});
