import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import { fieldOf, valueAt, withValueAt } from '../../../nodes/CustomerData/values/paths';

describe('the value at a path', () => {
	it.each<[string, IDataObject, unknown]>([
		['a.b', { 'a.b': 1, a: { b: 2 } }, 1],
		['a.b', { a: { b: 2 } }, 2],
		["a['b c']", { a: { 'b c': 2 } }, 2],
		['a["b\\"c"]', { a: { 'b"c': 2 } }, 2],
		['a[1]', { a: ['x', 'y'] }, 'y'],
		['a[7]', { a: ['x'] }, undefined],
		['a.length', { a: 'text' }, undefined],
		['a.b', { a: null }, undefined],
		['toString', {}, undefined],
		['a', { a: undefined }, undefined],
		['a', { a: JSON.parse('{"__proto__":1}') }, JSON.parse('{"__proto__":1}')],
		['a.__proto__', { a: {} }, undefined],
		['a', { a: new Date(0) as unknown as string }, '1970-01-01T00:00:00.000Z'],
		['a', { a: (() => 1) as unknown as string }, null],
		['', { a: 1 }, undefined],
		['.', { a: 1 }, undefined],
	])('%s', (path, input, value) => {
		expect(valueAt(path, input)).toEqual(value);
	});
});

describe('the value of a field of a record', () => {
	it.each<[string, DataRecord, unknown]>([
		['City', { City: 'Ulm' }, 'Ulm'],
		['City', { city: 'Ulm' }, undefined],
		['Address.City', { Address: { City: 'Ulm' } }, 'Ulm'],
		['Address.City', { Address: { City: 'Ulm' }, 'Address.City': 'Bonn' }, 'Bonn'],
		['Address.City', { Address: { City: 'Ulm' }, 'Address.City': null }, null],
		['Address.City', { Address: 'Ulm' }, undefined],
		['Address.Home town', { Address: { 'Home town': 'Ulm' } }, 'Ulm'],
		['Phones[0].No', { Phones: [{ No: 1 }, { No: 2 }] }, 1],
		['Phones[0].No', { Phones: [] }, undefined],
		[
			'Fields[Name=Region].Value',
			{ Fields: [{ Name: 'Sector' }, { Name: 'Region', Value: 'N' }] },
			'N',
		],
		['Fields[Name=Region].Value', { Fields: [{ Name: 'Sector' }, null] }, undefined],
		['Fields[Name=Region].Value', { Fields: { Name: 'Region' } }, undefined],
		['Fields[Name=Region].Value', { Fields: 'Region' }, undefined],
		['Fields[Id=7].Value', { Fields: [{ Id: 7, Value: 'N' }] }, 'N'],
		['code', { '\ufeffcode': 'C1' }, 'C1'],
		['constructor', {}, undefined],
		['', { City: 'Ulm' }, undefined],
	])('%s, of %j', (name, record, value) => {
		expect(fieldOf(record, name)).toEqual(value);
	});
});

describe('a value that is written at a path', () => {
	it.each<[string, IDataObject, IDataObject]>([
		['code', { id: 1 }, { id: 1, code: 'C1' }],
		['\ufeffcode', { '\ufeffcode': '' }, { '\ufeffcode': 'C1' }],
		['properties.code.value', { id: 1 }, { id: 1, properties: { code: { value: 'C1' } } }],
		['address.code', { address: { city: 'Ulm' } }, { address: { city: 'Ulm', code: 'C1' } }],
		['a.code', { a: null, 'a.code': '' }, { a: null, 'a.code': 'C1' }],
		[
			'Fields[Name=Code].Value',
			{ Fields: [{ Name: 'Code' }] },
			{ Fields: [{ Name: 'Code', Value: 'C1' }] },
		],
		['Fields[Name=Code].Value', { Fields: [] }, { Fields: [{ Name: 'Code', Value: 'C1' }] }],
		[
			'Fields[Name=Code].Value',
			{ id: 1, Fields: null },
			{ id: 1, Fields: [{ Name: 'Code', Value: 'C1' }] },
		],
		['Fields[Name=Code].Value', { Fields: { Name: 'Code' } }, { Fields: { Name: 'Code' } }],
		['Codes[1]', { Codes: ['C0'] }, { Codes: ['C0', 'C1'] }],
		['..', { id: 1 }, { id: 1 }],
	])('%s', (path, input, expected) => {
		const before = structuredClone(input);
		expect(withValueAt(path, input, 'C1')).toEqual(expected);
		expect(input).toEqual(before);
	});

	it('is there, whatever the names are', () => {
		const found = withValueAt('__proto__.code', {}, 'C1');
		expect(valueAt('__proto__.code', found)).toBe('C1');
	});
});
