import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';

import nock from 'nock';
import { afterEach, describe, expect, it } from 'vitest';

import { contextFor } from './support/context.mts';
import { NODE } from './support/nodeInWorkflow.mts';
import { nodeTypes } from './support/packageTypes.mts';
import { type NodeRun, runNode } from './support/runNode.mts';
import { credentialFor, useService } from './support/service.mts';

const service = useService();
const customers = { resource: 'customer', operation: 'getAll', returnAll: true };

/** Reads with a credential that the service accepts, but for the change. */
const read = async (parameters: NodeRun['parameters'], change = {}) =>
	await runNode({
		credential: { ...credentialFor(service()), ...change },
		...(parameters && { parameters }),
	});

afterEach(() => nock.cleanAll());

describe('what the user entered', () => {
	it.each<[string, Partial<NodeRun['credential']>, string]>([
		['an empty base URL', { baseUrl: '' }, "'Base URL' is empty"],
		['an empty key', { apiKey: ' ' }, "'API Key' is empty"],
	])('is refused before any request: %s', async (_, change, message) => {
		const { error, items } = await read(customers, change);
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toBe(message);
		expect(error?.description).toMatch(/Customer Data API credential/);
		expect(items).toEqual([]);
		expect(service().requests).toEqual([]);
	});

	it.each([0, 51, 2.5, 'ten', '={{ 51 }}', '={{ $json.missing }}'])(
		'is refused before any request: a limit of %j',
		async (limit) => {
			const { error } = await read({ ...customers, returnAll: false, limit });
			expect(error?.message).toBe("'Limit' must be a whole number from 1 to 50");
			expect(error?.description).toMatch(/^Enter a number/);
			expect(error?.context.itemIndex).toBe(0);
			expect(service().requests).toEqual([]);
		},
	);

	it('is refused before any request: an operation that does not exist', async () => {
		const { error } = await read({ ...customers, operation: 'delete' });
		expect(error).toMatchObject({
			message: 'There is no operation "delete"',
			description: 'Choose Get Many.',
			context: { itemIndex: 0 },
		});
		expect(service().requests).toEqual([]);
	});

	it('is refused before any request: the custom API call that n8n adds to the resources', async () => {
		const { error } = await read({ ...customers, resource: '__CUSTOM_API_CALL__' });
		expect(error?.message).toBe('This node does not make custom API calls');
		expect(error?.description).toMatch(/HTTP Request node/);
		expect(service().requests).toEqual([]);
	});

	it.each(['..', 'a//b', 'https://127.0.0.1/x', 'Get?x=1', 'Get Customers', '={{ "" }}'])(
		'is refused before any request: the operation name "%s"',
		async (operationName) => {
			const { error } = await read({ ...customers, resource: 'other', operationName });
			expect(error?.message).toMatch(/Operation Name/);
			expect(service().requests).toEqual([]);
		},
	);
});

describe('a field that no record has', () => {
	/** One request at a time, so that none made early is left for the next test. */
	const choosing = (fields: string | string[]) => ({ fields, parallelRequests: 1 });
	const groups = { ...customers, resource: 'customerGroup' };
	const fieldsOfGroups =
		"'Active', 'Code', 'DeliveryCondition', 'Description', and 'PaymentCondition'";

	it('ends with a message that names it, and lists those that there are', async () => {
		const { error, items } = await read({ ...groups, options: choosing('code, Active, Hat') });
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toBe("No record has a field named 'code' or 'Hat'");
		expect(error?.description).toContain(fieldsOfGroups);
		expect(error?.context.itemIndex).toBe(0);
		expect(items).toEqual([]);
	});

	it('is not missed when it stands far behind, and is a hint where the list was not read so far', async () => {
		service().lists.GetSuppliers.insert({ Code: 'X', Note: 'Far behind' });
		const suppliers = { ...customers, resource: 'other', operationName: 'GetSuppliers' };
		const options = choosing(['Note']);
		const whole = await read({ ...suppliers, options });
		expect(whole.error).toBeUndefined();
		expect(whole.items.at(-1)?.json).toEqual({ Note: 'Far behind' });
		for (const part of [
			{ returnAll: false, limit: 5, options },
			{ options: { ...options, maxRecords: 50 } },
		]) {
			const { error, hints } = await read({ ...suppliers, ...part });
			expect(error).toBeUndefined();
			expect(hints).toContain("None of the records that were read has a field named 'Note'.");
		}
	});

	it('fails each input item that names it by itself, after one read', async () => {
		const { items, error } = await runNode({
			credential: credentialFor(service()),
			parameters: { ...groups, options: choosing('={{ $json.fields }}') },
			settings: { onError: 'continueRegularOutput' },
			input: [{ fields: 'code' }, { fields: 'Code' }, { fields: 'code' }, { fields: '["Code"' }],
		});
		expect(error).toBeUndefined();
		const refused = items.filter(({ json }) => 'error' in json);
		expect(refused.map(({ json, pairedItem }) => [pairedItem, json.error])).toEqual([
			[{ item: 0 }, "No record has a field named 'code'"],
			[{ item: 2 }, "No record has a field named 'code'"],
			[{ item: 3 }, "'Field Names or IDs' must be a list of field names"],
		]);
		expect(refused[1]?.json.details).toContain(fieldsOfGroups);
		expect(items).toHaveLength(3 + 73);
		expect(service().requests).toHaveLength(4);
	});
});

describe('what the service refuses', () => {
	it.each([
		['key', { apiKey: 'wrong' }],
		['company', { companyId: '9999' }],
	])('ends with a message: a wrong %s', async (_, change) => {
		const { error, items } = await read(customers, change);
		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toBe(
			'The service did not accept the API key or the company ID (status 401)',
		);
		expect(error?.httpCode).toBe('401');
		expect(items).toEqual([]);
		expect(service().requests).toHaveLength(1);
	});

	it('ends with its name: an operation that does not exist', async () => {
		const { error } = await read({ ...customers, resource: 'other', operationName: 'GetNothing' });
		expect(error?.message).toBe('The service has no operation named GetNothing (status 404)');
	});

	it('ends when nothing listens', async () => {
		const { error } = await read(
			{ ...customers, options: { maxRetries: 0 } },
			{ baseUrl: 'http://127.0.0.1:1/rest/v1' },
		);
		expect(error?.message).toBe('Could not reach the service');
	});

	it('ends when the host does not exist', async () => {
		nock('https://nowhere.example.com')
			.get('/rest/v1/GetCustomers')
			.replyWithError(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
		const { error } = await read(
			{ ...customers, options: { maxRetries: 0 } },
			{ baseUrl: 'https://nowhere.example.com/rest/v1' },
		);
		expect(error?.message).toBe("Could not find the host in 'Base URL'");
	});

	it('ends without a retry when a page is larger than 64 MB', async () => {
		const body = gzipSync('{"IsSuccess":true,"Payload":[]}'.padEnd(64 * 1024 ** 2 + 1));
		let requests = 0;
		const server = createServer((_request, response) => {
			requests += 1;
			response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
		});
		const { error, items } = await read(customers, { baseUrl: await listen(server) });
		server.close();
		expect(error?.description).toMatch(/^It returned more than 64 MB\./);
		expect(items).toEqual([]);
		expect(requests).toBe(1);
	});

	it('ends after the timeout, and closes the connection', async () => {
		const { server, baseUrl, closed } = await startDripping();
		const { error } = await read(
			{ ...customers, options: { timeout: 300, maxRetries: 0 } },
			{ baseUrl },
		);
		expect(error?.message).toBe('The service did not respond within 0.3 seconds');
		await closed;
		server.close();
	});
});

/** Sends a byte now and then, so that the socket never looks idle. */
async function startDripping() {
	let close = () => {};
	const closed = new Promise<void>((resolve) => {
		close = resolve;
	});
	const server = createServer((_request, response) => {
		response.writeHead(200);
		const drip = setInterval(() => response.write(' '), 50);
		response.on('close', () => {
			clearInterval(drip);
			close();
		});
	});
	return { server, closed, baseUrl: await listen(server) };
}

/** @returns the server's address */
async function listen(server: Server): Promise<string> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('No port');
	return `http://127.0.0.1:${address.port}`;
}

describe('items that fail', () => {
	const failing = {
		credential: { apiKey: 'demo-api-key', companyId: '1001' },
		parameters: {
			resource: 'other',
			operation: 'getAll',
			returnAll: false,
			limit: 2,
			operationName: '={{ $json.name }}',
		},
		input: [
			{ name: 'GetSuppliers' },
			{ name: 'GetNothing' },
			{ name: 'no name' },
			{ name: 'GetCustomers' },
		],
	};
	const run = async (settings: NodeRun['settings']) =>
		await runNode({
			...failing,
			credential: { ...failing.credential, baseUrl: service().baseUrl },
			settings,
		});

	it('stop the node, whose message names the item', async () => {
		const { error, items } = await run({});
		expect(error?.message).toBe('The service has no operation named GetNothing (status 404)');
		expect(error?.context.itemIndex).toBe(1);
		expect(items).toEqual([]);
	});

	it('yield one item each when the node continues with the others', async () => {
		const { error, items } = await run({ onError: 'continueRegularOutput' });
		expect(error).toBeUndefined();
		expect(items.map(({ json, pairedItem }) => [pairedItem, json.error ?? json.Code])).toEqual([
			[{ item: 0 }, expect.stringMatching(/^S/)],
			[{ item: 0 }, expect.stringMatching(/^S/)],
			[{ item: 1 }, 'The service has no operation named GetNothing (status 404)'],
			[{ item: 2 }, "'Operation Name' contains characters that are not allowed"],
			[{ item: 3 }, expect.stringMatching(/^C/)],
			[{ item: 3 }, expect.stringMatching(/^C/)],
		]);
		expect(items[2]?.json.details).toMatch(/If you entered an 'Operation Name'/);
	});

	it('yield one item where n8n knows no cancelling', async () => {
		const nodeType = nodeTypes.getByNameAndVersion(NODE);
		const context = contextFor(nodeType, credentialFor(service()), {
			parameters: { ...customers, returnAll: false, limit: 0 },
			settings: { onError: 'continueRegularOutput' },
		});
		expect(await nodeType.execute?.call(context)).toMatchObject([
			[{ json: { error: "'Limit' must be a whole number from 1 to 50" } }],
		]);
	});

	it('yield one item when n8n itself has no advice', async () => {
		const settings = { credentials: {}, onError: 'continueRegularOutput' } as const;
		const { items } = await run(settings);
		expect(items.map(({ json }) => json)).toContainEqual({
			error: 'Node does not have any credentials set for "customerDataApi"',
		});
	});

	it('go to the error output if there is one', async () => {
		const { items, errorItems } = await run({ onError: 'continueErrorOutput' });
		expect(items).toHaveLength(4);
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			'The service has no operation named GetNothing (status 404)',
			"'Operation Name' contains characters that are not allowed",
		]);
		expect(errorItems.map(({ json }) => json.name)).toEqual(['GetNothing', 'no name']);
	});
});
