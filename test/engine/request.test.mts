import { LoadOptionsContext } from 'n8n-core';
import { describe, expect, it } from 'vitest';
import { nodeInWorkflow } from '../../harness/engine/nodeInWorkflow.mts';
import { startNode } from '../../harness/engine/runNode.mts';
import { clientFor, send } from '../../nodes/CustomerData/api/client';
import { FAILURES } from '../../nodes/CustomerData/errors/failures';
import { credential, expected, sendsExactlyWhatIsExpected } from './support/expected.mts';

sendsExactlyWhatIsExpected();

const record = { Code: 'C1' };
const page = { IsSuccess: true, ErrorMessages: [], Payload: [record] };

/** Reads the first three customers. */
const read = async () => {
	const parameters = { resource: 'customer', operation: 'getAll', limit: 3 };
	return await startNode({ credential, parameters }).outcome;
};

describe('a request of a page', () => {
	it('is a GET with these headers and no body, and nothing else', async () => {
		const sent: unknown[] = [];
		expected('GetCustomers').reply(200, function (path, body) {
			const { method, headers } = this.req;
			sent.push({ method, path, body, headers: { ...headers } });
			return page;
		});
		expect((await read()).records).toEqual([record]);
		const headers = {
			accept: 'application/json',
			'accept-encoding': expect.stringContaining('gzip'),
			'cache-control': 'no-cache',
			connection: 'close',
			host: 'api.example.com',
			'user-agent': 'n8n',
			'x-api-key': credential.apiKey,
			'x-company-id': '1001',
			'x-page-limit': '3',
			'x-page-offset': '0',
		};
		expect(sent).toEqual([{ method: 'GET', path: '/rest/v1/GetCustomers', body: '', headers }]);
	});

	it.each([
		['this host', expect.stringContaining('n8n says: "Not to this host".')],
		[credential.apiKey, expect.not.stringContaining(credential.apiKey)],
	])(
		'that n8n does not send fails with what n8n says, but without the key: %s',
		async (to, description) => {
			expected('GetCustomers').replyWithError(`Not to ${to}`);
			const { error } = await read();
			expect(error).toMatchObject({ message: FAILURES.notSent.message, description });
		},
	);

	it('has no response without bytes as its body', async () => {
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
});
