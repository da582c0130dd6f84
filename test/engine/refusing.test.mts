import { once } from 'node:events';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

import getPort from 'get-port';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { type NodeRun, readCustomers } from './support/runNode.mts';
import { useOwnService } from './support/service.mts';

const service = useOwnService();

describe('what the user entered', () => {
	const limit = (limit: unknown) => ({ returnAll: false, limit: `={{ ${limit} }}` });
	const other = { resource: 'other', operationName: 'https://127.0.0.1/x' };

	it.each<[string, Partial<NodeRun>]>([
		["'Base URL' is empty", { credential: { baseUrl: '' } }],
		["'API Key' is empty", { credential: { apiKey: ' ' } }],
		["'Limit' must be a whole number from 1 to 50", { parameters: limit(51) }],
		["'Limit' must be a whole number from 1 to 50", { parameters: limit('$json.missing') }],
		["'Max Records' must be", { parameters: { options: { maxRecords: 0 } } }],
		['There is no operation "delete"', { parameters: { operation: 'delete' } }],
		['This node does not make custom', { parameters: { resource: '__CUSTOM_API_CALL__' } }],
		["'Operation Name' contains characters", { parameters: other }],
	])('is refused before any request: %s', async (message, changes) => {
		const { error, items } = await readCustomers(service(), {}, changes);
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining(message),
			description: expect.stringMatching(/^(Choose|Enter|Use) .+\.$/),
			context: { itemIndex: 0 },
		});
		expect(items).toEqual([]);
		expect(service().requests).toEqual([]);
	});
});

describe('a response', () => {
	it('is refused without a retry when it has more than 64 MB', async () => {
		const body = gzipSync('{"IsSuccess":true,"Payload":[]}'.padEnd(64 * 1024 ** 2 + 1));
		let requests = 0;
		const port = await getPort();
		const server = createServer((_, response) => {
			requests += 1;
			response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
		}).listen(port, '127.0.0.1');
		onTestFinished(() => void server.close());
		await once(server, 'listening');
		const credential = { baseUrl: `http://127.0.0.1:${port}` };
		const { error, items } = await readCustomers(service(), {}, { credential });
		expect(error?.description).toMatch(/^It returned more than 64 MB\./);
		expect(items).toEqual([]);
		expect(requests).toBe(1);
	});

	it('that does not end in time leaves no connection open', async () => {
		service().setFaults([{ kind: 'drip' }]);
		const { error } = await readCustomers(service(), { timeout: 100, maxRetries: 0 });
		expect(error?.message).toBe('The service did not respond within 0.1 seconds');
		// The service logs a status when the connection is closed.
		await vi.waitFor(() => expect(service().requests).toMatchObject([{ status: 200 }]));
	});
});
