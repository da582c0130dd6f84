import { expect, it } from 'vitest';

import { CustomerDataApi } from '../../credentials/CustomerDataApi.credentials';

const filledIn = { baseUrl: 'https://example.com', apiKey: ' key ', companyId: '1001\n' };
const request = { url: 'https://example.com/Ping', headers: { accept: 'application/json' } };

it('adds key and company to the headers of a request, and leaves the one that was given', async () => {
	expect(await new CustomerDataApi().authenticate(filledIn, request)).toEqual({
		url: 'https://example.com/Ping',
		headers: { accept: 'application/json', 'x-api-key': 'key', 'x-company-id': '1001' },
	});
	expect(request.headers).toEqual({ accept: 'application/json' });
});

it('says what is the matter and what to do in one message, the only thing that n8n shows', async () => {
	const message = expect.stringMatching(/^'API Key' is empty\. Enter/);
	const { authenticate } = new CustomerDataApi();
	await expect(authenticate({ ...filledIn, apiKey: '' }, request)).rejects.toMatchObject({
		message,
	});
});
