import { describe, expect, it } from 'vitest';

import { CustomerDataApi } from '../../credentials/CustomerDataApi.credentials';

const filledIn = { baseUrl: 'https://example.com', apiKey: ' key ', companyId: '1001\n' };
const request = { url: 'https://example.com/Ping', headers: { accept: 'application/json' } };

describe('authenticate', () => {
	it('adds key and company to the headers of a request, without white space around them', async () => {
		expect(await new CustomerDataApi().authenticate(filledIn, request)).toEqual({
			url: 'https://example.com/Ping',
			headers: { accept: 'application/json', 'x-api-key': 'key', 'x-company-id': '1001' },
		});
	});

	it('leaves the request that it was given as it was', async () => {
		await new CustomerDataApi().authenticate(filledIn, request);
		expect(request.headers).toEqual({ accept: 'application/json' });
	});

	it('says what is the matter and what to do in one message, the only thing that n8n shows', async () => {
		const { authenticate } = new CustomerDataApi();
		await expect(authenticate({ ...filledIn, apiKey: '' }, request)).rejects.toMatchObject({
			message: "'API Key' is empty. Enter 'API Key' in the Customer Data API credential.",
		});
	});
});

describe('the fields', () => {
	it('have the names that saved credentials depend on, and are all required', () => {
		expect(new CustomerDataApi().properties.map(({ name, required }) => [name, required])).toEqual([
			['baseUrl', true],
			['apiKey', true],
			['companyId', true],
		]);
	});
});
