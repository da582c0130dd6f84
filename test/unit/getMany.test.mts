import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readListRequest } from '../../nodes/CustomerData/getMany';

const raw: Record<string, unknown> = {
	resource: 'customer',
	operationName: '',
	returnAll: false,
	limit: 50,
	options: {},
};

const request = (changes: Record<string, unknown>) => {
	const given = { ...raw, ...changes };
	return readListRequest((name) => given[name]);
};

function message(changes: Record<string, unknown>): string {
	try {
		request(changes);
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		expect(error.description).toMatch(/^(Enter|Choose|Turn) /);
		return error.message;
	}
	throw new Error('accepted');
}

const LIMIT = "'Limit' must be a whole number from 1 to 50";
const OFFSET = "'Offset' must be a whole number of 0 or more";
const TIMEOUT = "'Timeout' must be a whole number from 1 to 3600000";
const NAME = "'Operation Name' contains characters that are not allowed";

describe('readListRequest', () => {
	it('reads the defaults of the node', () => {
		expect(request({})).toEqual({
			operationName: 'GetCustomers',
			returnAll: false,
			limit: 50,
			options: {
				emitExisting: false,
				fields: [],
				ignoreFields: [],
				maxEvents: Infinity,
				maxRecords: Infinity,
				maxRemovals: 20,
				maxRetries: 3,
				offset: 0,
				parallelRequests: 4,
				requestInterval: 0,
				search: '',
				timeout: 30000,
				unidentified: 'error',
			},
		});
	});

	it('reads whole pages with Return All, whatever the hidden limit holds', () => {
		expect(request({ returnAll: true, limit: 'nonsense' })).toMatchObject({
			returnAll: true,
			limit: 50,
		});
	});

	it.each([1, 2, 49, 50, '7', ' 50 '])('accepts the limit %j', (limit) => {
		expect(request({ limit }).limit).toBe(Number(limit));
	});

	it.each([
		0,
		51,
		-1,
		2.5,
		NaN,
		Infinity,
		'ten',
		'',
		'2.5',
		'1e1',
		'0x1f',
		null,
		undefined,
		true,
		[7],
		{},
	])('refuses the limit %j', (limit) => {
		expect(message({ limit })).toBe(LIMIT);
	});

	it.each([0, 1, 5_000_000, '100'])('accepts the offset %j', (offset) => {
		expect(request({ options: { offset } }).options.offset).toBe(Number(offset));
	});

	it.each([-1, 0.5, 'abc', '', null, Number.MAX_SAFE_INTEGER + 1, {}])(
		'refuses the offset %j',
		(offset) => {
			expect(message({ options: { offset } })).toBe(OFFSET);
		},
	);

	it.each([
		{ timeout: [0, -5, 3_600_001, 'soon', 1.5], refused: TIMEOUT },
		{
			parallelRequests: [0, 17, 1.5, 'many'],
			refused: "'Parallel Requests' must be a whole number from 1 to 16",
		},
		{ maxRetries: [-1, 11, 'often'], refused: "'Max Retries' must be a whole number from 0 to 10" },
	])('refuses each of %j', ({ refused, ...wrong }) => {
		for (const [name, values] of Object.entries(wrong)) {
			for (const value of values) expect(message({ options: { [name]: value } })).toBe(refused);
		}
	});

	it('reads field names from a list and from a text, without white space around them', () => {
		expect(request({ options: { fields: ['Code', ' Name ', ''] } }).options.fields).toEqual([
			'Code',
			'Name',
		]);
		expect(request({ options: { fields: 'Code, Name,' } }).options.fields).toEqual([
			'Code',
			'Name',
		]);
		expect(request({ options: { fields: '' } }).options.fields).toEqual([]);
		expect(message({ options: { fields: [7] } })).toBe(
			"'Field Names or IDs' must be a list of field names",
		);
		expect(message({ options: { fields: true } })).toBe(
			"'Field Names or IDs' must be a list of field names",
		);
	});

	it.each([
		['["Code","Name"]', ['Code', 'Name']],
		[' \n[ "Code" , " Name ", "" ]\t', ['Code', 'Name']],
		['["Name, legal", "Code"]', ['Name, legal', 'Code']],
		['[]', []],
		['Code [old], Name', ['Code [old]', 'Name']],
		['"Code"', ['"Code"']],
	])('reads field names from the text %j', (fields, names) => {
		expect(request({ options: { fields } }).options.fields).toEqual(names);
	});

	it.each([
		'[Code, Name]',
		'["Code"',
		'["Code"] and more',
		'[1]',
		'["Code", null]',
		'[["Code"]]',
		'[',
	])('refuses the text %j, which starts like a list and is none of names', (fields) => {
		expect(message({ options: { fields } })).toBe(
			"'Field Names or IDs' must be a list of field names",
		);
	});

	it('reads the default of an option that is not set', () => {
		expect(request({ options: undefined }).options).toMatchObject({ offset: 0, timeout: 30000 });
		expect(request({ options: { maxRecords: undefined } }).options.maxRecords).toBe(Infinity);
	});

	it('reads flags that an expression returns as text, and refuses unclear ones', () => {
		expect(request({ returnAll: 'true' }).returnAll).toBe(true);
		expect(request({ returnAll: 'false' }).returnAll).toBe(false);
		expect(message({ returnAll: 'yes' })).toBe("'Return All' must be true or false");
		expect(message({ returnAll: undefined })).toBe("'Return All' must be true or false");
	});

	it.each(['GetSuppliers', ' GetSuppliers ', 'sales/GetOrders', 'get-orders_2'])(
		'accepts the operation name "%s"',
		(operationName) => {
			expect(request({ resource: 'other', operationName }).operationName).toBe(
				operationName.trim(),
			);
		},
	);

	it.each(['', ' ', 7, undefined])('asks for an operation name instead of %j', (operationName) => {
		expect(message({ resource: 'other', operationName })).toBe("'Operation Name' is empty");
	});

	it.each([
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
	])('refuses the operation name %j', (operationName) => {
		expect(message({ resource: 'other', operationName })).toBe(NAME);
	});

	it('stays below the base URL with whatever name it accepts', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.webPath()), (operationName) => {
				const name = operationName.trim();
				if (!/^[\w/-]+$/.test(name) || name.split('/').includes('')) {
					const expected = name === '' ? "'Operation Name' is empty" : NAME;
					expect(message({ resource: 'other', operationName })).toBe(expected);
					return;
				}
				const read = request({ resource: 'other', operationName });
				const url = new URL(`https://example.com/rest/v1/${read.operationName}`);
				expect(url.href).toBe(`https://example.com/rest/v1/${name}`);
			}),
		);
	});

	it('reads what n8n does not know as its default', () => {
		const read = (given: Record<string, unknown>) => () =>
			readListRequest((name, fallback) => given[name] ?? fallback);
		expect(read({})).toThrow('There is no resource ""');
		expect(read({ resource: 'customer' })()).toMatchObject({ returnAll: false, limit: 50 });
		expect(read({ resource: 'customer', limit: 7 })()).toMatchObject({ limit: 7, options: {} });
	});

	it('names a resource that does not exist', () => {
		expect(message({ resource: 'invoice' })).toBe('There is no resource "invoice"');
	});
});
