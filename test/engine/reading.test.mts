import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { startService } from '../../service/server.mts';
import { loadOptions } from './support/loadOptions.mts';
import { runNode } from './support/runNode.mts';
import { credentialFor, useService } from './support/service.mts';

const service = useService();
const all = { operation: 'getAll', returnAll: true };

/** Reads with a credential that the service accepts. */
const read = async (parameters: INodeParameters, input?: IDataObject[]) =>
	await runNode({ credential: credentialFor(service()), parameters, ...(input && { input }) });

/** How many pages hold so many records, when each begins with the last two of the one before. */
const pagesFor = (records: number) => 1 + Math.ceil(Math.max(0, records - 50) / 48);

const offsets = () => service().requests.map(({ offset }) => offset);

describe('the node in n8n', () => {
	it.each([
		['customer', 'GetCustomers', 1240],
		['customerGroup', 'GetCustomerGroups', 73],
		['other', 'GetSuppliers', 310],
	] as const)('reads every record of %s once and in order', async (resource, operation, count) => {
		const parameters = { ...all, resource, operationName: 'GetSuppliers' };
		const { items, error } = await read(parameters);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual(service().lists[operation].page(0, count));
		expect(items).toHaveLength(count);
	});

	it.each([0, 1, 50, 51, 100, 5000])(
		'reads a list of %d records with few requests',
		async (size) => {
			const own = await startService({ sizes: { customers: size } });
			const { items, error } = await runNode({
				credential: credentialFor(own),
				parameters: { ...all, resource: 'customer' },
			});
			await own.close();
			expect(error).toBeUndefined();
			expect(items).toHaveLength(size);
			expect(new Set(items.map(({ json }) => json.Code)).size).toBe(size);
			expect(own.requests).toHaveLength(pagesFor(size));
		},
	);

	it.each([1, 7, 50])('returns up to the limit of %d with one request', async (limit) => {
		const { items } = await read({
			resource: 'customer',
			operation: 'getAll',
			returnAll: false,
			limit,
		});
		expect(items).toHaveLength(limit);
		expect(service().requests).toMatchObject([{ operation: 'GetCustomers', offset: 0, limit }]);
	});

	it('returns 50 records by default', async () => {
		const { items } = await read({ resource: 'customer', operation: 'getAll' });
		expect(items).toHaveLength(50);
	});

	const upTo = async (maxRecords: number, options: INodeParameters = {}) =>
		await read({ ...all, resource: 'customer', options: { maxRecords, ...options } });

	it.each([
		[1, 1],
		[4, 1],
		[16, 1],
		[1, 700],
		[4, 700],
		[16, 700],
	])(
		'returns no more than Max Records with %d requests at a time from offset %d, and requests no more',
		async (parallelRequests, offset) => {
			for (const maxRecords of [1, 49, 50, 51, 97, 98, 99, 540]) {
				service().requests.length = 0;
				const { items } = await upTo(maxRecords, { parallelRequests, offset });
				const expected = service().lists.GetCustomers.page(offset, maxRecords);
				expect(items.map(({ json }) => json)).toEqual(expected);
				expect(service().requests).toHaveLength(pagesFor(expected.length));
			}
		},
	);

	it.each([1239, 1240, 1241])(
		'returns the whole list of 1240 records up to a maximum of %d, and says if there are more',
		async (maxRecords) => {
			const { items, hints } = await upTo(maxRecords);
			expect(items).toHaveLength(Math.min(maxRecords, 1240));
			expect(hints).toEqual(
				maxRecords < 1240
					? [expect.stringMatching(/^1239 records were returned, and there may be more\./)]
					: [],
			);
		},
	);

	it('follows a chain with gaps until it has as many records as Max Records', async () => {
		service().setFaults([{ kind: 'stride', records: 7, advance: 9, times: 3 }]);
		const { items } = await upTo(100, { parallelRequests: 1 });
		expect(items).toHaveLength(100);
	});

	it('reads on behind a record that the service counts and does not show, up to Max Records', async () => {
		const list = service().lists.GetCustomers;
		const page = list.page.bind(list);
		const [hidden] = page(50, 1);
		vi.spyOn(list, 'page').mockImplementation((offset, limit) =>
			page(offset, limit).filter(({ Code }) => Code !== hidden?.Code),
		);
		const { items, error } = await upTo(51);
		vi.restoreAllMocks();
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([...page(0, 50), ...page(51, 1)]);
	});

	describe('pages of 20 records whose x-page-next is 50 further', () => {
		const stride = { kind: 'stride', records: 20, advance: 50 } as const;

		it.each([1, 4, 16])(
			'return every record up to Max Records, %d at a time',
			async (parallelRequests) => {
				service().setFaults([stride]);
				const { items, error } = await upTo(1_000, { parallelRequests });
				expect(error).toBeUndefined();
				expect(items.map(({ json }) => json)).toEqual(service().lists.GetCustomers.page(0, 1_000));
			},
		);

		it('return every record of the list', async () => {
			service().setFaults([stride]);
			const { items } = await read({ ...all, resource: 'customer' });
			expect(items.map(({ json }) => json)).toEqual(service().lists.GetCustomers.page(0, 1240));
		});
	});

	it.each([0, -1, 1.5, 'many', '={{ null }}'])(
		'refuses %j as Max Records before any request',
		async (maxRecords) => {
			const { error } = await read({ ...all, resource: 'customer', options: { maxRecords } });
			expect(error?.message).toBe("'Max Records' must be a whole number of 1 or more");
			expect(service().requests).toEqual([]);
		},
	);

	it('ignores Max Records without Return All, where it is hidden', async () => {
		const options = { maxRecords: 3 };
		const { items } = await read({ ...all, returnAll: false, resource: 'customer', options });
		expect(items).toHaveLength(50);
	});

	it('starts after the records that Offset skips', async () => {
		const { items } = await read({ ...all, resource: 'customer', options: { offset: 1195 } });
		expect(items.map(({ json }) => json)).toEqual(service().lists.GetCustomers.page(1195, 45));
		expect(offsets()).toEqual([1195]);
	});

	it('returns nothing when Offset is beyond the end, and says so', async () => {
		const { items, error, hints } = await read({
			...all,
			resource: 'customer',
			options: { offset: 5000 },
		});
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
		expect(hints).toEqual([
			"The list ends before 'Offset'. To get records, lower 'Offset' under 'Options'.",
		]);
	});

	it('sends all four headers with every request, and asks for JSON', async () => {
		await read({ ...all, resource: 'customerGroup' });
		expect(service().requests.map(({ headers }) => headers)).toMatchObject(
			['0', '48'].map((offset) => ({
				accept: 'application/json',
				'x-api-key': 'demo-api-key',
				'x-company-id': '1001',
				'x-page-offset': offset,
				'x-page-limit': '50',
			})),
		);
	});

	it('accepts a credential with white space, and resolves its expressions for each item', async () => {
		const { items, error } = await runNode({
			credential: {
				baseUrl: ` ${service().baseUrl}/ \n`,
				apiKey: '\tdemo-api-key ',
				companyId: '={{ $json.company }}',
			},
			parameters: { resource: 'customerGroup', operation: 'getAll', returnAll: true },
			input: [{ company: 1001 }],
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(73);
	});

	it('decrypts the credential once for each input item, not for each page', async () => {
		const { decryptions } = await read({ ...all, resource: 'customer' });
		expect(decryptions).toBe(1);
	});
});

describe('a hint beside the output', () => {
	it('says that the limit left records out', async () => {
		const { hints } = await read({
			resource: 'customer',
			operation: 'getAll',
			returnAll: false,
			limit: 50,
		});
		expect(hints).toEqual([
			"50 records were returned, and there may be more. To get all of them, turn on 'Return All', and raise or remove 'Max Records'.",
		]);
	});

	it('says that a request was retried', async () => {
		service().setFaults([{ kind: 'status', status: 503, times: 1 }]);
		const { hints, items } = await read({ ...all, resource: 'customerGroup' });
		expect(items).toHaveLength(73);
		expect(hints).toEqual(['1 request was retried.']);
	});

	it('does not appear when everything was read without a retry', async () => {
		const { hints } = await read({ ...all, resource: 'customerGroup' });
		expect(hints).toEqual([]);
	});
});

describe('Field Names or IDs', () => {
	it('outputs only the chosen fields', async () => {
		const { items } = await read({
			...all,
			resource: 'customerGroup',
			options: { fields: ['Code', 'Active'] },
		});
		expect(items).toHaveLength(73);
		for (const { json } of items) expect(Object.keys(json)).toEqual(['Code', 'Active']);
	});

	it.each(['["Code", "Active"]', ' ["Code","Active"]\n', 'Code, Active', ['Code', 'Active']])(
		'outputs only the fields that an AI Agent names: %j',
		async (fields) => {
			const { items, error } = await read(
				{
					...all,
					resource: 'customerGroup',
					options: { fields: "={{ $fromAI('fields', 'The fields to read') }}" },
				},
				[{ fields }],
			);
			expect(error).toBeUndefined();
			expect(items).toHaveLength(73);
			for (const { json } of items) expect(Object.keys(json)).toEqual(['Code', 'Active']);
		},
	);

	it('outputs a field that only some records have, where they have it', async () => {
		const own = await startService({ sizes: { customers: 120 } });
		own.lists.GetCustomers.insert({ Code: 'X1', Note: 'Rings twice', 'Name, legal': 'X' }, 110);
		const { items, error } = await runNode({
			credential: credentialFor(own),
			parameters: {
				...all,
				resource: 'customer',
				options: { fields: '["Code", "Note", "Name, legal"]' },
			},
		});
		await own.close();
		expect(error).toBeUndefined();
		expect(items).toHaveLength(121);
		expect(items[109]?.json).toEqual({ Code: 'C000110' });
		expect(items[110]?.json).toEqual({ Code: 'X1', Note: 'Rings twice', 'Name, legal': 'X' });
	});

	it('may name any field when the list is empty', async () => {
		const empty = await startService({ sizes: { customers: 0 } });
		const { items, error } = await runNode({
			credential: credentialFor(empty),
			parameters: { ...all, resource: 'customer', options: { fields: 'Nothing' } },
		});
		await empty.close();
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
	});

	it('offers the fields of the records of the first page, sorted', async () => {
		const own = await startService({ sizes: { customerGroups: 60 } });
		own.lists.GetCustomerGroups.insert({ Code: 'LAST', Colour: 'red' }, 49);
		const offered = await loadOptions('getFields', credentialFor(own), {
			resource: 'customerGroup',
		});
		await own.close();
		expect(offered.map(({ name }) => name)).toEqual([
			'Active',
			'Code',
			'Colour',
			'DeliveryCondition',
			'Description',
			'PaymentCondition',
		]);
		expect(own.requests).toHaveLength(1);
	});

	it('offers nothing when the list is empty', async () => {
		const empty = await startService({ sizes: { customers: 0 } });
		const offered = await loadOptions('getFields', credentialFor(empty), { resource: 'customer' });
		await empty.close();
		expect(offered).toEqual([]);
	});

	it('does not keep anybody waiting who opens the list while the service is unavailable', async () => {
		service().setFaults([{ kind: 'status', status: 503 }]);
		const parameters = { resource: 'customer' };
		await expect(loadOptions('getFields', credentialFor(service()), parameters)).rejects.toThrow(
			'The service is unavailable (status 503)',
		);
		expect(service().requests).toHaveLength(1);
	});

	it('gives up after ten seconds, and says what to do', async () => {
		service().setFaults([{ kind: 'hang' }]);
		const { timeout } = AbortSignal;
		const spy = vi.spyOn(AbortSignal, 'timeout');
		onTestFinished(() => spy.mockRestore());
		spy.mockImplementation((milliseconds) => timeout.call(AbortSignal, milliseconds / 100));
		const parameters = { resource: 'customer' };
		await expect(
			loadOptions('getFields', credentialFor(service()), parameters),
		).rejects.toMatchObject({
			message: 'The service did not respond within 10 seconds',
			description: expect.stringMatching(/^Check 'Base URL' in the credential, try again later/),
		});
		expect(spy).toHaveBeenCalledWith(10_000);
		expect(service().requests).toHaveLength(1);
	});

	it('says why it cannot offer any fields', async () => {
		const wrongKey = { ...credentialFor(service()), apiKey: 'wrong' };
		await expect(loadOptions('getFields', wrongKey, { resource: 'customer' })).rejects.toThrow(
			'The service did not accept the API key or the company ID (status 401)',
		);
		const parameters = { resource: 'other', operationName: 'no name' };
		await expect(loadOptions('getFields', credentialFor(service()), parameters)).rejects.toThrow(
			"'Operation Name' contains characters that are not allowed",
		);
	});
});

describe('several input items', () => {
	it('each get their records, paired with the item', async () => {
		const { items } = await read(
			{
				resource: 'customer',
				operation: 'getAll',
				returnAll: false,
				limit: '={{ $json.limit }}',
			},
			[{ limit: 2 }, { limit: 3 }],
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 1, 1, 1].map((item) => ({ item })),
		);
	});

	it('share one read of the same list, but no objects', async () => {
		const { items } = await read({ ...all, resource: 'customerGroup' }, [{}, {}, {}]);
		expect(service().requests).toHaveLength(2);
		expect(items).toHaveLength(219);
		expect(items.slice(73, 146).map(({ json }) => json)).toEqual(
			items.slice(0, 73).map(({ json }) => json),
		);
		expect(new Set(items.map(({ json }) => json)).size).toBe(219);
	});

	it('with different companies do not share a read', async () => {
		const { error } = await runNode({
			credential: { ...credentialFor(service()), companyId: '={{ $json.company }}' },
			parameters: { ...all, resource: 'customerGroup' },
			input: [{ company: '1001' }, { company: '1002' }],
		});
		expect(error?.message).toBe(
			'The service did not accept the API key or the company ID (status 401)',
		);
		expect(error?.context.itemIndex).toBe(1);
	});
});
