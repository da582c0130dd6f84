import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readResource } from '../../../nodes/CustomerData/parameters/resource';
import { type Property, readValue } from '../../../nodes/CustomerData/parameters/values';

const property = (changes: Partial<Property>): Property => ({
	displayName: 'Field',
	type: 'string',
	default: '',
	...changes,
});

const FLAG = property({ type: 'boolean' });
const NAMES = property({ type: 'multiOptions' });
const NUMBER = property({ type: 'number', default: 5, typeOptions: { minValue: 1, maxValue: 50 } });
const MORE = property({ type: 'number', default: 5 });
const CHOICE = property({
	type: 'options',
	options: [
		{ name: 'Left Out', value: 'leaveOut' },
		{ name: 'Number', value: 7 },
	],
});
const TEXT = property({});

describe('the value of a parameter', () => {
	it.each<[Property, unknown, unknown]>([
		[FLAG, true, true],
		[FLAG, 'false', false],
		[NAMES, ['a', ' b ', ''], ['a', 'b']],
		[NAMES, ' a, b,', ['a', 'b']],
		[NAMES, '["a,b", "c"]', ['a,b', 'c']],
		[NUMBER, 1, 1],
		[NUMBER, ' 50 ', 50],
		[MORE, 1_000_000, 1_000_000],
		[CHOICE, 'leaveOut', 'leaveOut'],
		[TEXT, ' some text ', 'some text'],
		[TEXT, 12, '12'],
	])('of %o is read from %j as %j', (of, value, expected) => {
		expect(readValue(of, value)).toEqual(expected);
	});

	it.each<[string, string, Property, unknown[]]>([
		['be true or false', 'Turn it on or off', FLAG, ['yes', 1, null, undefined]],
		['be a list of field names', 'Choose fields', NAMES, ['["a"', '[1]', 7, null, ['a', 1]]],
		[
			'be a whole number from 1 to 50',
			'Enter a number, e.g. 5',
			NUMBER,
			[0, 51, 1.5, '', '1e1', '-1', NaN, null, [5]],
		],
		['be a whole number of 0 or more', 'Enter a number', MORE, [-1, Infinity, 2 ** 53]],
		['be one of its choices', 'Choose one of them', CHOICE, ['Left Out', '', 7, null]],
		['be text', 'Enter text', TEXT, [null, undefined, true, {}, ['a']]],
	])('must %s, or it is refused with what to do', (must, advice, of, values) => {
		for (const value of values) {
			expect(refusalOf(() => readValue(of, value))).toEqual({
				message: `'Field' must ${must}`,
				description: expect.stringMatching(`^${advice}.*, or use an expression that returns`),
			});
		}
	});
});

describe('a resource', () => {
	const read = (values: Record<string, unknown>) =>
		readResource((name, fallback) => values[name] ?? fallback).operationName;

	it('brings the name of its operation along, or takes the one that was entered', () => {
		expect(read({ resource: 'customer', operationName: 'GetSuppliers' })).toBe('GetCustomers');
		expect(read({ resource: 'other', operationName: ' a/b-c_1 ' })).toBe('a/b-c_1');
	});

	it.each<[string, Record<string, unknown>]>([
		["'Operation Name' is empty", { resource: 'other' }],
		["'Operation Name' is empty", { resource: 'other', operationName: ' ' }],
		[
			"'Operation Name' contains characters that are not allowed",
			{ resource: 'other', operationName: '../Ping' },
		],
		['There is no resource "supplier"', { resource: 'supplier' }],
		['There is no resource ""', {}],
		['This node does not make custom API calls', { resource: '__CUSTOM_API_CALL__' }],
	])('is refused with what to do: %s', (message, values) => {
		expect(refusalOf(() => read(values))).toEqual({
			message,
			description: expect.stringMatching(/^(Enter|Choose|Use) .*\.$/),
		});
	});
});

function refusalOf(read: () => unknown) {
	try {
		return read();
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return { message: error.message, description: error.description };
	}
}
