import { expect, it } from 'vitest';

import { CustomerDataApi } from '../../credentials/CustomerDataApi.credentials';

it('says what is the matter and what to do in one message, the only thing that n8n shows', async () => {
	const { authenticate } = new CustomerDataApi();
	const credential = { baseUrl: 'https://example.com', apiKey: '', companyId: '1001' };
	const authenticating = authenticate(credential, { url: 'https://example.com/Ping' });
	await expect(authenticating).rejects.toThrow(/^'API Key' is empty\. Enter/);
});
