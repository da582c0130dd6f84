import { afterEach, describe, expect, it } from 'vitest';

import { startService, type RunningService } from '../../service/server.mts';
import { Client } from '../contract/support/client.mts';
import { openTarget } from '../contract/support/target.mts';

const KEY = 'secret-key';
const COMPLETE = {
	CUSTOMER_DATA_BASE_URL: ' https://example.com/rest/v1/ ',
	CUSTOMER_DATA_API_KEY: `${KEY}\n`,
	CUSTOMER_DATA_COMPANY_ID: '1001',
};

describe('the contract suite checks', () => {
	it('the service that the environment names, even with white space around its values', async () => {
		expect(await openTarget(COMPLETE)).toMatchObject({
			baseUrl: 'https://example.com/rest/v1',
			apiKey: KEY,
			companyId: '1001',
		});
	});

	it.each(Object.keys(COMPLETE))('nothing if only %s is missing, and says so', async (name) => {
		for (const empty of [undefined, ' ']) {
			await expect(openTarget({ ...COMPLETE, [name]: empty })).rejects.toThrow(`Missing: ${name}.`);
		}
	});
});

describe('the contract suite keeps the key out of', () => {
	let service: RunningService | undefined;
	afterEach(() => service?.close());

	it('a response', async () => {
		service = await startService({
			apiKey: KEY,
			faults: [
				{ kind: 'status', status: 500, body: '{apiKey}', headers: { 'x-seen': '{apiKey}' } },
			],
		});
		const { text, headers } = await new Client({ ...service, pause: 0 }).get('GetCustomers');
		expect(text).toBe('[API key]');
		expect(headers.get('x-seen')).toBe('[API key]');
	});

	it('the message about a request that could not be sent', async () => {
		service = await startService();
		const apiKey = 'secret\nkey';
		const failing = new Client({ ...service, apiKey, pause: 0 }).get('GetCustomers');
		await expect(failing).rejects.toThrow('[API key]');
		await expect(failing).rejects.not.toThrow(/secret/);
	});

	it('the message about a service that does not respond', async () => {
		service = await startService({ apiKey: KEY, faults: [{ kind: 'reset' }] });
		const failing = new Client({ ...service, pause: 0 }).get('GetCustomers');
		await expect(failing).rejects.toThrow(/^No response to GetCustomers: .*ECONNRESET/);
	});
});

describe('the contract suite', () => {
	it('sends a request once, even if several rules need its response', async () => {
		const service = await startService();
		const client = new Client({ ...service, pause: 0 });
		await client.page('GetCustomers', 0, 50);
		await client.page('GetCustomers', 0, 50);
		await client.get('GetCustomers', { 'x-page-offset': undefined });
		await service.close();
		expect(service.requests).toHaveLength(2);
	});
});
