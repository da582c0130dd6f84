import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { DataRecord, JsonValue } from '../../../nodes/CustomerData/api/page';
import { rowsOf } from '../../../nodes/CustomerData/compare/rows';
import { fieldOf, valueAt, withValueAt } from '../../../nodes/CustomerData/values/paths';

const columns = { key: 'code', fields: [], removed: '', removedValue: 'false' };
const rowOf = (json: IDataObject, more: Partial<typeof columns> = {}) =>
	rowsOf([{ json }], { ...columns, ...more })[0];

describe('the identifier of a row', () => {
	it.each<[JsonValue | undefined, string | undefined]>([
		['C1', '"C1"'],
		['C1   ', '"C1"'],
		[7, '"7"'],
		[0, '"0"'],
		[['C1'], '"C1"'],
		// Odoo returns false for an empty field.
		...[undefined, null, '', ' ', false, []].map((one): [JsonValue | undefined, undefined] => [
			one,
			undefined,
		]),
	])('is read from %j', (code, key) => {
		expect(rowOf(code === undefined ? {} : { code })?.key).toBe(key);
	});

	it.each<JsonValue>([true, {}, ['A', 'B'], [{ id: 1 }]])('is refused where it is %j', (code) => {
		expect(() => rowOf({ code })).toThrow('Input item 1 has neither');
	});
});

/** What n8n's editor writes where a field is dragged that has such a name (2.41). */
const NAMES = "code,Zip code,a.b,O'Neill,länge,0,__proto__,constructor,$json".split(',');

it.each<[string, object]>([
	...NAMES.map((name): [string, object] => [name, { [name]: 'A' }]),
	['address.city', { address: { city: 'A' } }],
	['properties.code.value', { properties: { code: { value: 'A' } } }],
	["fields['Zip code']", { fields: { 'Zip code': 'A' } }],
	["fields['O\\'Neill']", { fields: { "O'Neill": 'A' } }],
	['data[0].id', { data: [{ id: 'A' }] }],
	['values[1]', { values: ['B', 'A'] }],
	['linked', { linked: ['A'] }],
])('finds the identifier in %s, and nothing in what each value has', (key, row) => {
	const input: IDataObject = JSON.parse(JSON.stringify(row));
	expect(rowOf(input, { key })?.key).toBe('"A"');
	expect(rowOf(input, { key: `${key}.toString` })?.key).toBeUndefined();
});

describe('the mark of a row', () => {
	const marked = (active: JsonValue | undefined, removedValue: string) =>
		rowOf(active === undefined ? {} : { active }, { removed: 'active', removedValue })?.isMarked;

	it.each<[string, Array<JsonValue | undefined>, Array<JsonValue | undefined>]>([
		['false', [false, 0, '0', 'FALSE', 'no', undefined], [true, 1, 'true', null, '']],
		['TRUE', [true, 1, '1', 'yes'], [false, 0, undefined, null, '']],
		['Inactive', ['Inactive', ' Inactive'], ['Active', true, undefined, null, '']],
		['is true', ['is true'], [true, 'true']],
		['true or not', ['true or not'], [true]],
		['is false', ['is false'], [false, undefined]],
		['false or not', ['false or not'], [false, undefined]],
		['5', [5, '5'], [4, '', null, undefined]],
		['', ['', null], ['Active', 0, false]],
	])('is there for %j', (removedValue, isMarked, isNot) => {
		expect(isMarked.map((value) => marked(value, removedValue))).toEqual(isMarked.map(() => true));
		expect(isNot.map((value) => marked(value, removedValue))).toEqual(isNot.map(() => false));
	});

	it('is nowhere without a field for it', () => {
		expect(rowOf({ active: false })).toMatchObject({ isMarked: false, mark: undefined });
		expect(rowOf({}, { removedValue: '' })).toMatchObject({ isMarked: false });
		const mark = { path: 'active', value: undefined };
		expect(rowOf({}, { removed: 'active' })).toMatchObject({ mark });
	});
});

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
		['Fields[Name=Code].Value', { Fields: [] }, { Fields: [] }],
		['Fields[Name=Code].Value', { id: 1 }, { id: 1, Fields: {} }],
		['Codes[Name=Code]', { Codes: [] }, { Codes: [] }],
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
