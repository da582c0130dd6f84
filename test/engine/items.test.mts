import { isDeepStrictEqual } from 'node:util';
import { ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { OneCredential } from '../../harness/engine/credentials.mts';
import { readCustomers, type NodeRun } from '../../harness/engine/runNode.mts';
import { credentialFor, useOwnService } from './support/service.mts';

const service = useOwnService();

const read = async (
	parameters: INodeParameters,
	input: IDataObject[],
	run: Partial<NodeRun> = {},
) => {
	const groups = { resource: 'customerGroup', ...parameters };
	return await readCustomers(service(), {}, { parameters: groups, input, ...run });
};

describe('several input items', () => {
	it.each([
		[1, 'nothing'],
		[3, 'baseUrl'],
		[3, 'apiKey'],
		[3, 'companyId'],
	] as const)(
		'share a read of the list, but no objects, and need the credential %d times where %s is an expression',
		async (times, field) => {
			const decrypting = vi.spyOn(OneCredential.prototype, 'getDecrypted');
			onTestFinished(() => decrypting.mockRestore());
			const fixed = credentialFor(service());
			const credential = field === 'nothing' ? fixed : { [field]: `={{ "${fixed[field]}" }}` };
			const parameters = { options: { parallelRequests: 1 } };
			const { records } = await read(parameters, [{}, {}, {}], { credential });
			expect(service().requests).toHaveLength(2);
			expect(decrypting).toHaveBeenCalledTimes(times);
			const once = service().lists.GetCustomerGroups.page(0, 73);
			expect(records).toEqual([...once, ...once, ...once]);
			expect(new Set(records).size).toBe(219);
		},
	);

	it('are read with a credential that is resolved for each, and no company mixes with another', async () => {
		const credential = { companyId: '={{ $json.company }}' };
		const input = [{ company: 1001 }, { company: '1002' }, { company: 1003 }, { company: 1002 }];
		const settings = { onError: 'continueRegularOutput' } as const;
		const { items } = await read({}, input, { credential, settings });
		const { lists, second, requests } = service();
		const first = lists.GetCustomerGroups.page(0, 73);
		const other = second.lists.GetCustomerGroups.page(0, 73);
		const refused = { error: expect.stringContaining('(status 401)') };
		for (const [item, expected] of [first, other, [refused], other].entries()) {
			const found = items.filter(({ pairedItem }) => isDeepStrictEqual(pairedItem, { item }));
			expect(found.map(({ json }) => json)).toMatchObject(expected);
		}
		const once = requests.filter(({ headers }) => headers['x-company-id'] !== '1001');
		expect(once).toHaveLength(2);
	});
});

describe('Field Names or IDs', () => {
	it('fails each input item that names a field that no record has, after one read', async () => {
		const options = { fields: '={{ $json.fields }}', parallelRequests: 1 };
		const input = [{ fields: 'code' }, { fields: 'Code' }, { fields: 'code' }];
		const settings = { onError: 'continueRegularOutput' } as const;
		const { items } = await read({ options }, input, { settings });
		const message = expect.stringContaining("'Active', 'Code', 'DeliveryCondition'");
		const failed = { error: "No record has a field named 'code'", message };
		expect(items).toMatchObject([
			{ json: failed, pairedItem: { item: 0 } },
			...Array.from({ length: 73 }, () => ({ pairedItem: { item: 1 } })),
			{ json: failed, pairedItem: { item: 2 } },
		]);
		expect(service().requests).toHaveLength(4);
	});

	it.each<INodeParameters>([
		{ returnAll: false, limit: 5 },
		{ options: { maxRecords: 50 } },
		{ options: { offset: 60 } },
	])('hints at a field that none of a part of the list has: %j', async (part) => {
		service().lists.GetCustomerGroups.upsert(55, { Code: 'X', Note: 'Far behind' });
		const options = { ...Object(part.options), fields: ['Note'] };
		const { error, hints } = await read({ ...part, options }, [{}]);
		expect(error).toBeUndefined();
		const hint = expect.stringMatching(/^None of .* 'Note'\. They have 'Active', /);
		expect(hints).toContainEqual(hint);
	});
});

describe('items that fail', () => {
	const NOT_THERE = 'The service has no operation named GetNothing (status 404)';
	const NO_NAME = "'List Name' contains characters that are not allowed";
	const names = ['GetSuppliers', 'GetNothing', 'no name', 'GetCustomers'];

	const readEach = async (settings: NodeRun['settings'], named = names) => {
		const other = { resource: 'other', operationName: '={{ $json.name }}' };
		const parameters = { ...other, returnAll: false, limit: 2 };
		const input = named.map((name) => ({ name }));
		return await read(parameters, input, { settings });
	};

	it('stop the node, whose message names the item', async () => {
		const { error, items } = await readEach({}, ['GetSuppliers', 'GetNothing']);
		const expected = { message: NOT_THERE, httpCode: '404', context: { itemIndex: 1 } };
		expect(error).toMatchObject({ name: 'NodeApiError', ...expected });
		expect(items).toEqual([]);
	});

	it('stop the node before anything is read, where a parameter is refused', async () => {
		const { error } = await readEach({});
		expect(error).toMatchObject({ message: NO_NAME, context: { itemIndex: 2 } });
		expect(service().requests).toEqual([]);
	});

	it('yield one item each when the node continues with the others', async () => {
		const { error, items } = await readEach({ onError: 'continueRegularOutput' });
		expect(error).toBeUndefined();
		expect(items.map(({ json, pairedItem }) => [pairedItem, json.error ?? json.Code])).toEqual([
			...['S000001', 'S000002'].map((code) => [{ item: 0 }, code]),
			[{ item: 1 }, NOT_THERE],
			[{ item: 2 }, NO_NAME],
			...['C000001', 'C000002'].map((code) => [{ item: 3 }, code]),
		]);
		expect(items[2]?.json.message).toMatch(/If you entered a 'List Name'/);
	});

	it('go to the error output if there is one', async () => {
		const { items, errorItems } = await readEach({ onError: 'continueErrorOutput' });
		expect(items).toHaveLength(4);
		expect(errorItems.map(({ json }) => [json.error, json.name])).toEqual([
			[NOT_THERE, 'GetNothing'],
			[NO_NAME, 'no name'],
		]);
	});

	it('yield one item when n8n itself has no advice, and knows no canceling', async () => {
		const spy = vi.spyOn(ExecuteContext.prototype, 'getExecutionCancelSignal');
		onTestFinished(() => spy.mockRestore());
		spy.mockReturnValue(undefined);
		const { records } = await readEach({ credentials: {}, onError: 'continueRegularOutput' });
		const error = 'Node does not have any credentials set for "customerDataApi"';
		expect(records).toContainEqual({ error, message: error });
	});
});

describe('what the user entered', () => {
	it.each<[string, INodeParameters, object?]>([
		["'API Key' is empty", {}, { apiKey: ' ' }],
		["'Limit' must be", { returnAll: false, limit: '={{ $json.missing }}' }],
		["'Timeout (ms)' must be", { options: { timeout: '={{ $json.missing }}' } }],
		['There is no operation "delete"', { operation: 'delete' }],
		['There is no resource "debtor"', { resource: 'debtor' }],
	])('is refused before any request: %s', async (message, parameters, credential = {}) => {
		const { error, items } = await read(parameters, [{}], { credential: { ...credential } });
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining(message),
			description: expect.stringMatching(/^(Choose|Enter|Use) .+\.$/),
			context: { itemIndex: 0 },
		});
		expect(items).toEqual([]);
		expect(service().requests).toEqual([]);
	});

	it('yields one item each where the node continues, also for an operation that does not exist', async () => {
		const settings = { onError: 'continueRegularOutput' } as const;
		const { items } = await read({ operation: 'delete' }, [{ a: 1 }, { a: 2 }], { settings });
		const json = expect.objectContaining({ error: 'There is no operation "delete"' });
		expect(items).toEqual([0, 1].map((item) => ({ json, pairedItem: { item } })));
	});
});
