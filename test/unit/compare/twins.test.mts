import { expect, it } from 'vitest';
import type { DataRecord, JsonValue } from '../../../nodes/CustomerData/api/page';
import type { Row } from '../../../nodes/CustomerData/compare/rows';
import { twinsIn } from '../../../nodes/CustomerData/compare/rules/twins';
import { range } from '../../support/range.mts';

const NAMES = ['Name', 'City'];

/** Whose row each of these is, by the places of rows and records. */
function pairs(rows: Array<Partial<Row> & { values: JsonValue[] }>, records: DataRecord[]) {
	const keyed = records.map((record, index) => ({ key: String(index), record }));
	const all = rows.map(({ values, ...row }, item): Row => {
		const fields = NAMES.map((name, index) => [name, values[index]] as const);
		const nothing = { key: undefined, isMarked: false, mark: undefined };
		return { item, input: {}, ...nothing, fields: fields.map(([...pair]) => pair), ...row };
	});
	const twins = twinsIn(all, keyed, NAMES, 'UTC');
	return twins.map(({ row, key }) => `${row.item} is ${key}`);
}

it('finds the row that agrees with one record alone', () => {
	const records = [
		{ Name: 'Bakery', City: 'Ulm' },
		{ Name: 'Butcher', City: 'Ulm' },
		{ Name: 'Florist', City: '' },
	];
	const rows = [
		{ values: ['bakery ', 'Ulm'] },
		{ values: ['Bakery ', 'Ulm'] },
		{ values: ['Butcher', 'Bonn'] },
		{ values: ['Florist', 'Bonn'] },
		// A box that nobody has ticked yet counts as marked.
		{ values: ['Butcher', 'Ulm'], isMarked: true },
	];
	expect(pairs(rows, records)).toEqual(['1 is 0', '4 is 1', '3 is 2']);
});

it('finds it by whatever value is the rarest', () => {
	const rows = range(0, 300).map((nth) => ({ values: ['Bakery', `Town ${nth}`] }));
	expect(pairs(rows, [{ Name: 'Bakery', City: 'Town 7' }])).toEqual(['7 is 0']);
	expect(pairs(rows, [{ Name: 'bakery', City: 'Town 7' }])).toEqual([]);
});

it('finds it where a value is written in another way', () => {
	expect(pairs([{ values: ['Bakery', '12.50'] }], [{ Name: 'Bakery', City: 12.5 }])).toEqual([
		'0 is 0',
	]);
});

it('looks among a hundred rows that are alike', () => {
	const rows = range(0, 100).map(() => ({ values: ['Bakery', 'Ulm'] }));
	expect(pairs(rows, [{ Name: 'Bakery', City: 'Ulm' }])).not.toEqual([]);
});

it.each<[string, JsonValue[][], DataRecord[]]>([
	[
		'agree with two records',
		[['Bakery', 'Ulm']],
		[{ Name: 'Bakery' }, { Name: 'Bakery', City: 'Ulm' }],
	],
	['belong to a record without values', [['', '']], [{ Name: '', City: null }]],
	['are many alike', Array<JsonValue[]>(101).fill(['Bakery', 'Ulm']), [{ Name: 'Bakery' }]],
])('finds none where rows %s', (_, rows, records) => {
	const found = pairs(
		rows.map((values) => ({ values })),
		records,
	);
	expect(found).toEqual([]);
});
