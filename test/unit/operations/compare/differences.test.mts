import { expect, it } from 'vitest';
import type { DataRecord } from '../../../../nodes/CustomerData/api/page';
import { identifyBy, textKeyOf } from '../../../../nodes/CustomerData/identity/identity';
import { differencesOf } from '../../../../nodes/CustomerData/operations/compare/differences';
import type { Row } from '../../../../nodes/CustomerData/operations/compare/rows';
import { SPELLINGS } from '../../support/spellings.mts';

const rowOf = (key: string, more: Partial<Row> = {}): Row => ({
	item: 0,
	input: {},
	key: JSON.stringify(key),
	fields: [],
	isMarked: false,
	isMarkMissing: false,
	...more,
});

const compared = (records: DataRecord[], rows: Row[]) =>
	differencesOf(rows, identifyBy('Code', records, 'Code'), 'UTC');

it('creates a record beside one that is spelled otherwise, if that has its own row', () => {
	const { created, respelled } = compared([{ Code: 'A1' }, { Code: 'a1' }], [rowOf('A1')]);
	expect(created.map(({ record }) => record)).toEqual([{ Code: 'a1' }]);
	expect(respelled).toEqual([]);
});

it('names the record that a row may be, and does not create it', () => {
	const row = rowOf('a1');
	const { created, missing, respelled } = compared([{ Code: 'A1' }], [row]);
	expect({ created, missing }).toEqual({ created: [], missing: [] });
	expect(respelled).toEqual([{ row, keys: ['"A1"'] }]);
});

it('names the record that keeps a row from being removed, although that has another row', () => {
	const old = rowOf('a1');
	const { missing, respelled } = compared([{ Code: 'A1' }], [rowOf('A1'), old]);
	expect(missing).toEqual([]);
	expect(respelled).toEqual([{ row: old, keys: ['"A1"'] }]);
});

it.each(SPELLINGS)(
	'holds back and names what is spelled otherwise in a row: %s',
	(_, one, other) => {
		for (const [code, own] of [
			[one, other],
			[other, one],
		] as const) {
			const row = { ...rowOf(''), key: textKeyOf(own) };
			const { created, missing, respelled } = compared([{ Code: code }, { Code: 'Z' }], [row]);
			expect(created.map(({ record }) => record)).toEqual([{ Code: 'Z' }]);
			expect(missing).toEqual([]);
			// A number and its text are one key.
			if (textKeyOf(code) !== row.key)
				expect(respelled).toEqual([{ row, keys: [textKeyOf(code)] }]);
		}
	},
);

it.each(['C5', 'C5     ', ' C5'])(
	'takes a code for the same where either system pads it with spaces: %j',
	(code) => {
		const rows = ['C5', 'C5  '].map((own) => [{ ...rowOf(''), key: textKeyOf(own) }]);
		for (const one of rows) expect(compared([{ Code: code }], one).updated).toHaveLength(1);
	},
);
