import { LoadOptionsContext } from 'n8n-core';
import { expect, it } from 'vitest';

import { clientFor, send } from '../../nodes/CustomerData/api/client';
import { nodeInWorkflow } from './support/nodeInWorkflow.mts';
import { readCustomers } from './support/runNode.mts';
import { credentialFor, useOwnService } from './support/service.mts';

const service = useOwnService();

it('the request of a page is a GET with these headers and no body, and nothing else', async () => {
	await readCustomers(service(), {}, { parameters: { returnAll: false, limit: 3 } });
	const { baseUrl, apiKey, companyId, requests } = service();
	const headers = {
		accept: 'application/json',
		'accept-encoding': expect.stringContaining('gzip'),
		'cache-control': 'no-cache',
		connection: 'close',
		host: new URL(baseUrl).host,
		'user-agent': 'n8n',
		'x-api-key': apiKey,
		'x-company-id': companyId,
		'x-page-limit': '3',
		'x-page-offset': '0',
	};
	// The service takes nothing but GET, and a body would come with a header.
	expect(requests).toMatchObject([{ operation: 'GetCustomers', status: 200 }]);
	expect(requests[0]?.headers).toEqual(headers);
});

it('a page has no response without bytes as its body', async () => {
	const credential = credentialFor(service());
	const { node, workflow, additionalData } = nodeInWorkflow({ credential });
	const n8n = new LoadOptionsContext(workflow, node, additionalData, 'parameters');
	const response = { statusCode: 200, headers: {}, body: '{}' };
	const httpRequestWithAuthentication = async () => response;
	const helpers = { value: { ...n8n.helpers, httpRequestWithAuthentication } };
	const context: LoadOptionsContext = Object.create(n8n, { helpers });
	const asked = { path: 'GetCustomers', headers: {}, timeout: 1_000 };
	const sent = await send(await clientFor(context), asked, new AbortController().signal);
	expect(sent).toMatchObject({ failure: { name: 'notAPage' } });
});
