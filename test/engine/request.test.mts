import { createServer } from 'node:http';

import { describe, expect, it } from 'vitest';

import { requestPage } from '../../nodes/CustomerData/transport/page';
import { send, type ServiceRequest } from '../../nodes/CustomerData/transport/transport';
import { NODE } from './support/nodeInWorkflow.mts';
import { nodeTypes } from './support/packageTypes.mts';
import { contextFor } from './support/context.mts';
import { useService } from './support/service.mts';

const service = useService();

const never = new AbortController().signal;

/** Requests a page of GetCustomers through n8n's own request helper. */
function request({
	baseUrl = service().baseUrl,
	offset = 0,
	timeout = 5_000,
	signal = never,
	helpers = {},
} = {}) {
	const connection = { baseUrl, apiKey: 'demo-api-key', companyId: '1001' };
	// As in an execution, whose signal n8n's helper prefers to that of the request.
	const cancelSignal = new AbortController().signal;
	const n8n = contextFor(nodeTypes.getByNameAndVersion(NODE), connection, { cancelSignal });
	const context = Object.create(n8n, { helpers: { value: { ...n8n.helpers, ...helpers } } });
	return requestPage(
		{ context, connection },
		{ operationName: 'GetCustomers', offset, limit: 50, timeout },
		signal,
	);
}

/** Stands for other versions of n8n, whose helper behaves differently. */
const helperThat = (httpRequestWithAuthentication: () => Promise<unknown>) => ({
	helpers: { httpRequestWithAuthentication },
});

describe('requestPage', () => {
	it('returns the page', async () => {
		const answer = await request({ offset: 50 });
		expect(answer).toEqual({
			page: { records: service().lists.GetCustomers.page(50, 50), next: 100 },
		});
	});

	it('returns the failure when a page is not whole', async () => {
		service().setFaults([{ kind: 'body', body: '<p>' }]);
		expect(await request()).toEqual({
			failure: { kind: 'notJson', found: 'a web page' },
		});
	});

	it('returns the code when the connection is lost', async () => {
		service().setFaults([{ kind: 'reset' }]);
		expect(await request()).toEqual({
			failure: { kind: 'connection', code: 'ECONNRESET' },
		});
	});

	it('recognizes the wrong protocol in the Base URL', async () => {
		const baseUrl = service().baseUrl.replace('http:', 'https:');
		expect(await request({ baseUrl })).toEqual({
			failure: { kind: 'protocol', code: expect.any(String) },
		});
	});

	it('returns the words of n8n when it does not send the request', async () => {
		const blocking = helperThat(async () => {
			throw new Error('Not to demo-api-key');
		});
		expect(await request(blocking)).toEqual({
			failure: { kind: 'notSent', reason: 'Not to ***' },
		});
	});

	it.each([
		undefined,
		'text',
		{},
		{ statusCode: 200, headers: {}, body: '{}' },
		{ statusCode: '200', headers: {}, body: Buffer.from('{}') },
	])('does not believe anything else as a response: %j', async (response) => {
		expect(await request(helperThat(async () => response))).toEqual({
			failure: { kind: 'notAPage', found: 'no HTTP response' },
		});
	});

	it('ends after its timeout', async () => {
		service().setFaults([{ kind: 'drip' }]);
		expect(await request({ timeout: 100 })).toEqual({
			failure: { kind: 'timeout', milliseconds: 100 },
		});
	});

	it('ends after its timeout even when n8n does not end the request', async () => {
		const hanging = helperThat(async () => await new Promise(() => undefined));
		expect(await request({ ...hanging, timeout: 100 })).toEqual({
			failure: { kind: 'timeout', milliseconds: 100 },
		});
	});

	it('ends when it is cancelled, and sends nothing afterwards', async () => {
		service().setFaults([{ kind: 'hang' }]);
		const controller = new AbortController();
		const asking = request({ signal: controller.signal });
		setTimeout(() => controller.abort(), 50);
		const cancelled = { failure: { kind: 'cancelled' } };
		expect(await asking).toEqual(cancelled);
		const before = service().requests.length;
		expect(await request({ signal: controller.signal })).toEqual(cancelled);
		expect(service().requests).toHaveLength(before);
	});
});

describe('send', () => {
	it('carries method, path, headers and a JSON body, and hands back any status', async () => {
		const seen: unknown[] = [];
		const server = createServer((incoming, response) => {
			let text = '';
			incoming.on('data', (chunk) => (text += chunk));
			incoming.on('end', () => {
				const { 'x-api-key': apiKey, 'x-trace': trace } = incoming.headers;
				seen.push([incoming.method, incoming.url, apiKey, trace, JSON.parse(text)]);
				response.writeHead(201, { 'x-id': 'C1' }).end('{"done":true}');
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const address = server.address();
		if (address === null || typeof address === 'string') throw new Error('No port');

		const connection = {
			baseUrl: `http://127.0.0.1:${address.port}/rest/v1`,
			apiKey: 'key',
			companyId: '1',
		};
		const context = contextFor(nodeTypes.getByNameAndVersion(NODE), connection);
		const request: ServiceRequest = {
			method: 'POST',
			path: 'CreateCustomer',
			headers: { 'x-trace': '7' },
			body: { Name: 'New customer' },
			timeout: 5_000,
		};
		const response = await send({ context, connection }, request, never);
		await new Promise((resolve) => server.close(resolve));

		expect(seen).toEqual([
			['POST', '/rest/v1/CreateCustomer', 'key', '7', { Name: 'New customer' }],
		]);
		expect(response).toMatchObject({
			statusCode: 201,
			headers: { 'x-id': 'C1' },
			body: Buffer.from('{"done":true}'),
		});
	});
});
