import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../nodes/CustomerData/api/page';
import { rowsOf } from '../../../nodes/CustomerData/compare/rows';

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
