import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { tellStories } from '../../../support/compareStories.mts';
import { compareRows } from '../../../support/comparing.mts';
import { customers, FIELDS, rowsOf } from '../../../support/customers.mts';
import { law } from '../../../support/law.mts';
import { range } from '../../../support/range.mts';

tellStories(`
outputs nothing in step: a1 b1 / b1 a1 →
leaves leads alone (all allowed): a1 b1 / _9 _8 → +a +b
outputs what is new, what differs and what is gone (all allowed): a1 b1 c1 / b2 c1 x9 → +a ~b -x
brings back whoever is marked and in the list: a1 b1 / a1! b1 → ~a
leaves whoever is marked and gone alone: a1 / a1 x1! →
removes who is missing beside records that share an identifier (all allowed): a1 d2 d3 / x4 y5 → ! 'Code' does not identify a record: records 2 and 3…"d"; +a -x -y
knows a row whose identifier several records have (creating allowed): c1 c2 e1 / c1 → ! 'Code' does not identify a record…"c"; +e
names rows that share an identifier: a1 b1 / a1 a2 b1 → ! 2 contacts share the identifier "a". Merge
names a record without an identifier: a1 _9 / a1 → ! Record 2 in the list (9)
counts a row once that comes twice: a1 / a1 a1 →
counts one row that is not marked beside those that are: a1 b1 / a1 b2! b3! b1 →
names those that are all marked: a1 b1 / a1 b1! b2! → ! 2 contacts share…"b"
`);

it.each([
	[1, ''],
	[3, '3 contacts share the identifier "299999"'],
])(
	'removes who is missing beside records that share a number, and touches none of their rows: %d',
	async (count, said) => {
		const oneTime = range(0, 3).map((nth) => ({
			Code: '299999',
			Name: `Once ${nth}`,
			City: '',
			Email: '',
		}));
		const records = [...customers(30), ...oneTime];
		const rows = [
			...rowsOf(records.slice(0, 30 + count)),
			{ code: 'GONE', Name: 'Gone' },
			{ Name: 'Once 1', City: '', Email: '' },
		];
		const { created, removed, updated, named } = await compareRows(records, rows, {
			fields: FIELDS,
		});
		expect([created, updated, removed.map(({ row }) => row.key)]).toEqual([[], [], ['"GONE"']]);
		const ambiguous = expect.stringMatching(/^'Code' does not identify a record: [^.]*/);
		expect(named.split('. ')).toEqual([ambiguous, ...(said === '' ? [] : [said])]);
	},
);

describe('a CRM that returns rows several times', () => {
	const kinds = fc.constantFrom('as it is', 'new', 'gone', 'without a code', 'renamed', 'inactive');

	law(
		'gets what it would get if each came once',
		{
			of: [
				fc.array(kinds, { minLength: 1, maxLength: 30 }),
				fc.array(fc.nat(4), { minLength: 30, maxLength: 30 }),
				fc.nat(),
			],
			examples: 300,
		},
		async (all, repeats, turn) => {
			const records = customers(all.length).filter((_, nth) => all[nth] !== 'gone');
			const rows = rowsOf(customers(all.length)).flatMap((row, nth): IDataObject[] => {
				if (all[nth] === 'new') return [];
				if (all[nth] === 'without a code') return [{ ...row, code: '' }];
				if (all[nth] === 'renamed') return [{ ...row, Name: 'Before' }];
				return [all[nth] === 'inactive' ? { ...row, active: false } : row];
			});
			const often = rows.flatMap((row, nth) =>
				range(0, 1 + (repeats[nth] ?? 0)).map(() => ({ ...row })),
			);
			const shuffled = often.map((row, nth) => ({ row, at: (nth * 7919 + turn) % 1009 }));
			const again = shuffled.sort((one, other) => one.at - other.at).map(({ row }) => row);
			const options = { fields: FIELDS };
			const once = await compareRows(records, rows, options);
			const more = await compareRows(records, again, options);
			const codes = (found: typeof once) => [
				found.created.map(({ key }) => key),
				found.updated.map(({ row }) => row.key).sort(),
				found.removed.map(({ row }) => row.key).sort(),
				found.stopped,
			];
			expect(codes(more)).toEqual(codes(once));
		},
	);
});

it('leaves two inactive rows with one code alone where their record is gone', async () => {
	const rows = [
		...rowsOf(customers(3)),
		{ code: 'X', Name: 'a', active: false },
		{ code: 'X', active: false },
	];
	const { created, removed, updated, named } = await compareRows(customers(3), rows, {
		fields: FIELDS,
	});
	expect([created, removed, updated, named]).toEqual([[], [], [], '']);
	const [back = {}] = customers(1);
	const { named: both } = await compareRows([...customers(3), { ...back, Code: 'X' }], rows, {
		fields: FIELDS,
	});
	expect(both).toContain('2 contacts share the identifier "X"');
});

it('updates a row whose mark is compared only where it differs from the record', async () => {
	const records = ['A', 'B'].map((Code) => ({ Code, active: Code === 'A' }));
	const rows = ['A', 'B'].map((code, id) => ({ id, code, active: false }));
	const { updated } = await compareRows(records, rows, { fields: ['active'] });
	expect(updated.map(({ row }) => row.key)).toEqual(['"A"']);
});
