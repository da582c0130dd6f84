import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readRequest, type RawParameters } from '../../nodes/CustomerData/request';

const raw: RawParameters = {
	resource: 'customer',
	operation: 'getAll',
	operationName: '',
	returnAll: false,
	limit: 50,
	options: {},
};

const request = (changes: Partial<RawParameters>) => readRequest({ ...raw, ...changes });

function message(changes: Partial<RawParameters>): string {
	try {
		request(changes);
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		expect(error.description).toMatch(/^(Enter|Choose|Turn) /);
		return error.message;
	}
	throw new Error('accepted');
}

const LIMIT = 'Limit has to be a whole number from 1 to 50';
const OFFSET = 'Offset has to be a whole number, 0 or more';
const TIMEOUT = 'Timeout has to be a whole number from 1 to 3600000';
const NAME = 'The Operation Name is not a plain name';

describe('readRequest', () => {
	it('reads the defaults of the node', () => {
		expect(request({})).toEqual({
			operationName: 'GetCustomers',
			returnAll: false,
			limit: 50,
			fields: [],
			maxRetries: 3,
			offset: 0,
			parallelRequests: 4,
			timeout: 30000,
		});
	});

	it('reads whole pages when all is returned, whatever the hidden limit holds', () => {
		expect(request({ returnAll: true, limit: 'nonsense' })).toMatchObject({
			returnAll: true,
			limit: 50,
		});
	});

	it.each([1, 2, 49, 50, '7', ' 50 '])('accepts the limit %j', (limit) => {
		expect(request({ limit }).limit).toBe(Number(limit));
	});

	it.each([0, 51, -1, 2.5, NaN, Infinity, 'ten', '', '2.5', '-1', null, undefined, true, [], {}])(
		'refuses the limit %j',
		(limit) => {
			expect(message({ limit })).toBe(LIMIT);
		},
	);

	it.each([0, 1, 5_000_000, '100'])('accepts the offset %j', (offset) => {
		expect(request({ options: { offset } }).offset).toBe(Number(offset));
	});

	it.each([-1, 0.5, 'abc', '', Number.MAX_SAFE_INTEGER + 1, {}])(
		'refuses the offset %j',
		(offset) => {
			expect(message({ options: { offset } })).toBe(OFFSET);
		},
	);

	it.each([0, -5, 3_600_001, 'soon', 1.5])('refuses the timeout %j', (timeout) => {
		expect(message({ options: { timeout } })).toBe(TIMEOUT);
	});

	it.each([0, 17, 1.5, 'many'])('refuses %j parallel requests', (parallelRequests) => {
		expect(message({ options: { parallelRequests } })).toBe(
			'Parallel Requests has to be a whole number from 1 to 16',
		);
	});

	it.each([-1, 11, 'often'])('refuses %j retries', (maxRetries) => {
		expect(message({ options: { maxRetries } })).toBe(
			'Max Retries has to be a whole number from 0 to 10',
		);
	});

	it('reads field names from a list and from a text', () => {
		expect(request({ options: { fields: ['Code', ' Name '] } }).fields).toEqual(['Code', 'Name']);
		expect(request({ options: { fields: 'Code, Name,' } }).fields).toEqual(['Code', 'Name']);
		expect(request({ options: { fields: '' } }).fields).toEqual([]);
		expect(message({ options: { fields: [7] } })).toBe('Field Names or IDs is not a list of names');
		expect(message({ options: { fields: true } })).toBe(
			'Field Names or IDs is not a list of names',
		);
	});

	it('reads an option that is not set as its default', () => {
		expect(request({ options: undefined })).toMatchObject({ offset: 0, timeout: 30000 });
	});

	it('reads flags that an expression wrote out, so that none is taken for off', () => {
		expect(request({ returnAll: 'true' }).returnAll).toBe(true);
		expect(request({ returnAll: 'false' }).returnAll).toBe(false);
		expect(message({ returnAll: 'yes' })).toBe('Return All is neither true nor false');
		expect(message({ returnAll: undefined })).toBe('Return All is neither true nor false');
	});

	it.each(['GetSuppliers', ' GetSuppliers ', 'sales/GetOrders', 'get-orders_2'])(
		'accepts the operation name "%s"',
		(operationName) => {
			expect(request({ resource: 'other', operationName }).operationName).toBe(
				operationName.trim(),
			);
		},
	);

	it.each([
		'',
		' ',
		'..',
		'../admin',
		'a/../b',
		'a//b',
		'/GetCustomers',
		'GetCustomers/',
		'https://example.com/x',
		'GetCustomers?x=1',
		'GetCustomers#x',
		'Get Customers',
		'Get%2e%2e',
		'Get\\Customers',
		'Get\nCustomers',
		'Gét',
		7,
		undefined,
	])('refuses the operation name %j', (operationName) => {
		expect(message({ resource: 'other', operationName })).toBe(NAME);
	});

	it('stays below the base URL with whatever name it accepts', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.webPath()), (operationName) => {
				const name = operationName.trim();
				if (!/^[\w/-]+$/.test(name) || name.split('/').includes('')) {
					expect(message({ resource: 'other', operationName })).toBe(NAME);
					return;
				}
				const read = request({ resource: 'other', operationName });
				const url = new URL(`https://example.com/rest/v1/${read.operationName}`);
				expect(url.href).toBe(`https://example.com/rest/v1/${name}`);
			}),
		);
	});

	it('names a resource or an operation that does not exist', () => {
		expect(message({ resource: 'invoice' })).toBe('The resource "invoice" is not known');
		expect(message({ operation: 'delete' })).toBe('The operation "delete" is not known');
	});
});
