import { describe, expect, it } from 'vitest';

import { CustomerDataApi } from '../../credentials/CustomerDataApi.credentials';

const credential = new CustomerDataApi();
const filledIn = { baseUrl: 'https://example.com', apiKey: ' key ', companyId: '1001\n' };
const request = { url: 'https://example.com/Ping', headers: { accept: 'application/json' } };

describe('authenticate', () => {
	it('adds key and company to the headers of a request, without white space around them', async () => {
		expect(await credential.authenticate(filledIn, request)).toEqual({
			url: 'https://example.com/Ping',
			headers: { accept: 'application/json', 'x-api-key': 'key', 'x-company-id': '1001' },
		});
	});

	it('does not change the request that it is given', async () => {
		await credential.authenticate(filledIn, request);
		expect(request.headers).toEqual({ accept: 'application/json' });
	});

	it('says what happened and what to do in one message, because n8n shows only that', async () => {
		await expect(credential.authenticate({ ...filledIn, apiKey: '' }, request)).rejects.toThrow(
			"'API Key' is empty. Enter 'API Key' in the Customer Data API credential.",
		);
	});
});

describe('the fields', () => {
	it('have the names that saved credentials depend on, and say where to find each value', () => {
		expect(credential.properties.map(({ name }) => name)).toEqual([
			'baseUrl',
			'apiKey',
			'companyId',
		]);
		for (const { description, required } of credential.properties) {
			expect(description?.length).toBeGreaterThan(40);
			expect(required).toBe(true);
		}
	});

	it('hide the API key and nothing else', () => {
		const hidden = credential.properties.filter(({ typeOptions }) => typeOptions?.password);
		expect(hidden.map(({ name }) => name)).toEqual(['apiKey']);
	});
});
