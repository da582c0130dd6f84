import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questionOf } from '../../../nodes/CustomerData/operations/eachItem';
import { getMany } from '../../../nodes/CustomerData/operations/getMany';
import { search } from '../../../nodes/CustomerData/operations/search';
import { optionsOf } from '../../../nodes/CustomerData/parameters/chosenOptions';
import { law } from '../../support/law.mts';
import { refusalOf } from '../../support/nodes.mts';

const request = (given: Record<string, unknown> = {}, operation = getMany) => {
	const values: Record<string, unknown> = { resource: 'customer', ...given };
	return questionOf(operation, (name, fallback) => values[name] ?? fallback).share;
};

describe('the request of the node', () => {
	it('has a default for whatever n8n does not know', () => {
		const options = optionsOf('getAll', {});
		const defaults = {
			listName: 'GetCustomers',
			search: '',
			returnAll: false,
			limit: 50,
			options,
		};
		const absent = { maxRecords: Infinity, maxEvents: Infinity, offset: 0 };
		expect(options).toMatchObject(absent);
		expect(request()).toEqual(defaults);
		expect(request({ options: { fields: [] } })).toEqual(defaults);
		expect(request({ options: '', operationName: 'GetSuppliers' })).toEqual(defaults);
		expect(request({ resource: undefined })).toEqual(defaults);
	});

	it('has whole pages with Return All, whatever the hidden limit holds', () => {
		const whole = { returnAll: true, limit: 50 };
		expect(request({ returnAll: 'true', limit: 'nonsense' })).toMatchObject(whole);
	});

	it('has the words that were entered, for a search alone', () => {
		const words = { search: ' bakery utrecht ' };
		expect(request(words, search).search).toBe('bakery utrecht');
		expect(request(words).search).toBe('');
		expect(() => request({ search: ' ' }, search)).toThrow("'Search' is empty");
	});

	it('has what was entered, and its own options alone', () => {
		const options = { fields: 'Code, Name', maxRecords: '70', timeout: 1, maxEvents: 5 };
		expect(request({ limit: ' 7', options })).toMatchObject({
			limit: 7,
			options: { fields: ['Code', 'Name'], maxRecords: 70, timeout: 1, maxEvents: Infinity },
		});
	});

	law(
		'stays below the base URL, whatever operation is named',
		{ of: [fc.oneof(fc.string(), fc.webPath(), fc.constantFrom(7, undefined, ' a/b-c_1 '))] },
		(operationName) => {
			const name = typeof operationName === 'string' ? operationName.trim() : '';
			const named = () => request({ resource: 'other', operationName });
			if (!/^[\w/-]+$/.test(name) || name.split('/').includes('')) {
				const reason = name === '' ? 'is empty' : 'contains';
				expect(refusalOf(named).message).toMatch(`'List Name' ${reason}`);
				return;
			}
			const { href } = new URL(`https://example.com/rest/v1/${named().listName}`);
			expect(href).toBe(`https://example.com/rest/v1/${name}`);
		},
	);
});
