import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import { compareRows } from '../../support/comparing.mts';
import { law } from '../../support/law.mts';
import { range } from '../../support/range.mts';

/** Customers, each with a name of its own. */
const customers = (count: number): DataRecord[] =>
	range(0, count).map((nth) => ({
		Code: `C${nth}`,
		Name: `Customer ${nth}`,
		City: `Town ${nth % 7}`,
		Email: `c${nth}@example.com`,
	}));

const FIELDS = ['Name', 'City', 'Email'];

/** Rows that are in step with records. */
const rowsOf = (records: DataRecord[]): IDataObject[] =>
	records.map(({ Code, ...values }) => ({ code: Code, ...JSON.parse(JSON.stringify(values)) }));

const sizes = fc.integer({ min: 1, max: 40 });
const places = fc.uniqueArray(fc.nat(39), { maxLength: 12 });

/** What happens to a code, in the application or on its way into the CRM. */
const REWRITTEN: Array<(code: string) => string> = [
	(code) => `NEW-${code}`,
	(code) => code.replace('C', 'Ç'),
	(code) => `${code} (copy)`,
	(code) => `\ufffd${code}`,
	(code) => code.toLowerCase(),
	() => '',
];

it('creates nobody whom a row that is marked may be, in another spelling', async () => {
	const [records, rows] = [[{ Code: 'C1', Name: 'Ann' }], [{ code: 'c1', active: false }]];
	const { created, updated, named } = await compareRows(records, rows);
	expect([created, updated]).toEqual([[], []]);
	expect(named).toContain('An input item has "c1", but the list has "C1"');
});

describe('a record whose code changed', () => {
	law(
		'is neither created nor removed, and both codes are named',
		{ of: [sizes, places, fc.constantFrom(...REWRITTEN)], examples: 200 },
		async (size, changed, rewrite) => {
			const records = customers(size);
			const rows = rowsOf(records);
			const others = changed.filter((place) => place < size);
			for (const place of others) rows[place] = { ...rows[place], code: rewrite(`C${place}`) };
			const { created, removed, updated, named } = await compareRows(records, rows, {
				fields: FIELDS,
			});
			expect([created, removed, updated]).toEqual([[], [], []]);
			for (const place of others) {
				expect(named).toContain(`"C${place}"`);
				expect(named).toContain(rewrite(`C${place}`) || 'without one');
			}
			expect(named === '').toBe(others.length === 0);
		},
	);

	it('is not created where that was seen between two reads', async () => {
		const records = customers(30);
		const rows = rowsOf(records);
		rows.push({ code: 'GONE', Name: 'Gone' });
		const again = records.map((one) => (one.Code === 'C7' ? { ...one, Code: 'NEW' } : one));
		const { created, removed, named } = await compareRows(records, rows, { fields: FIELDS, again });
		expect([created, removed.map(({ row }) => row.key)]).toEqual([[], ['"GONE"']]);
		expect(named).toContain('"NEW" as "C7"');
	});

	it('keeps its row where it is now the code of another record, too', async () => {
		const records = customers(30);
		const rows = rowsOf(records);
		records[7] = { ...records[7], Code: 'C8' };
		const { created, removed, named } = await compareRows(records, rows, { fields: FIELDS });
		expect([created, removed]).toEqual([[], []]);
		expect(named).toContain('"C8" as "C7"');
	});
});

it.each([
	[1, ''],
	[3, '3 input items share the identifier "299999"'],
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

/** What a service returns for a field that is lost. */
const nothing = fc.constantFrom<DataRecord[string] | undefined>(undefined, null, '', ' ', {}, []);

describe('a field of nearly everybody', () => {
	law(
		'that no record has a value in is written to no row that has one, and named, unless only one row has',
		{ of: [sizes, fc.integer({ min: 0, max: 40 }), nothing, fc.boolean()], examples: 200 },
		async (size, filled, value, isUnattended) => {
			const records = customers(size);
			const rows = rowsOf(records).map((row, place) => ({
				...row,
				...(place >= filled && { Email: null }),
				...(place === 0 && { City: 'Elsewhere' }),
			}));
			const lost = records.map(({ Email: _, ...one }) => ({
				...one,
				...(value !== undefined && { Email: value }),
			}));
			const { updated, named } = await compareRows(lost, rows, { fields: FIELDS, isUnattended });
			const count = Math.min(size, filled);
			const written = updated.filter(({ row }) => row.input.Email);
			expect(written).toHaveLength(count === 1 ? 1 : 0);
			expect(updated.length - written.length).toBe(filled === 0 ? 1 : 0);
			const message = `No record has a value in 'Email', but ${count} input items have one`;
			expect(named).toBe(count > 1 ? message : '');
		},
	);

	law(
		'is written by hand, and held back and named where nobody looks and it differs in more than half of ten rows or more',
		{ of: [sizes, fc.nat(40), fc.nat(40), fc.boolean()], examples: 300 },
		async (size, changed, empty, isUnattended) => {
			const records = customers(size);
			const rows = rowsOf(records).map((row, place) => ({
				...row,
				...(place < changed && { Name: `Mojibake ${place}` }),
				...(place >= size - empty && { Name: '' }),
			}));
			const of = Math.max(0, size - empty);
			const count = Math.min(changed, of);
			const { updated, named } = await compareRows(records, rows, { fields: FIELDS, isUnattended });
			const isHeld = isUnattended && of >= 10 && 2 * count > of;
			const filling = size - of;
			expect(updated).toHaveLength(filling + (isHeld ? 0 : count));
			const message = `'Name' differs in ${count} of the ${of} input items that have a value there`;
			expect(named).toBe(isHeld ? message : '');
		},
	);

	it.each([
		[9, 9, 9],
		[10, 5, 5],
		[10, 6, 0],
	])('of %i rows, where %i have another value, writes %i', async (size, count, written) => {
		const records = customers(size);
		const rows = rowsOf(records).map((row, place) => (place < count ? { ...row, Name: 'x' } : row));
		const { updated } = await compareRows(records, rows, { fields: FIELDS });
		expect(updated).toHaveLength(written);
	});
});

describe('a record whose row was there once', () => {
	it('is not created again once that is gone, even if the record changed', async () => {
		const [one = {}, ...others] = customers(3);
		const created = await compareRows([one, ...others], rowsOf(others));
		expect(created.created).toMatchObject([{ key: '"C0"' }]);
		const { asked } = await compareRows([one, ...others], rowsOf([one, ...others]), created);
		const changed = [{ ...one, Name: 'Changed' }, ...others];
		const again = await compareRows(changed, rowsOf(others), { asked });
		expect(again.created).toEqual([]);
		expect(again.named).toBe('"C0" (Changed) was output as created before, but that was not done');
	});
});

describe('a field that differs in many rows', () => {
	const change = (records: DataRecord[], count: number, Name: string) =>
		records.map((record, nth) => (nth < count ? { ...record, Name } : record));

	it.each([
		['half of 20', 20, 10, false],
		['more than half of 20', 20, 11, true],
		['six of ten', 10, 6, true],
		['all of nine', 9, 9, false],
	])(
		'is held back where nobody looks, if it is more than half of ten: %s',
		async (_, of, count, isHeld) => {
			const records = customers(of);
			const rows = rowsOf(change(records, count, 'Before'));
			const { updated, named } = await compareRows(records, rows);
			expect(updated).toHaveLength(isHeld ? 0 : count);
			expect(named.includes("'Name' differs in")).toBe(isHeld);
			expect((await compareRows(records, rows, { isUnattended: false })).updated).toHaveLength(
				count,
			);
		},
	);

	it.each([
		['one', 1, ['', ''], false],
		['two', 2, ['', ''], true],
		['eleven', 11, ['', ''], true],
		['eleven, but one record', 11, ['', 'Kept'], false],
	])(
		'is held back where no record has a value, and several rows have: %s',
		async (_, of, [name = '', last = ''], isHeld) => {
			const rows = rowsOf(customers(of));
			const records = [
				...change(customers(of), of - 1, name).slice(0, -1),
				{ ...customers(of).at(-1), Name: last },
			];
			const { updated } = await compareRows(records, rows, { isUnattended: false });
			expect(updated).toHaveLength(isHeld ? 0 : of);
		},
	);
});

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
	expect(both).toContain('2 input items share the identifier "X"');
});

it('says that all rows have one identifier, also if it is that of a record', async () => {
	const records = range(0, 30).map((nth) => ({ Code: `C${nth}`, Name: `${nth}` }));
	const rows = records.map(({ Name }, id) => ({ id, code: 'C7', Name }));
	const { stopped } = await compareRows(records, rows);
	expect(stopped).toBe(`All input items have "C7" in 'code'`);
});

it('says how many are new where contacts were matched, although none has an identifier', async () => {
	const records = range(0, 30).map((nth) => ({ Code: `C${nth}`, Name: `Name ${nth}` }));
	const rows = records.slice(0, 10).map(({ Name }, id) => ({ id, code: '', Name }));
	const { stopped } = await compareRows(records, rows, { by: ['Name'], isUnattended: false });
	expect(stopped).toMatch(/^20 of 30 records are not in the input/);
});

it('removes the one contact that is matched, of a customer who is left out, on the first day', async () => {
	const records = [
		{ Code: 'A', Name: 'Ann', Active: 'no' },
		{ Code: 'K', Name: 'Kim', Active: 'yes' },
	];
	const { removed, stopped } = await compareRows(records, [{ id: 0, code: '', Name: 'Ann' }], {
		by: ['Name'],
		conditions: [{ field: 'Active', isNot: false, value: 'yes' }],
		maximums: { maxCreated: 100 },
		isUnattended: false,
	});
	expect([removed.map(({ row }) => row.key), stopped]).toEqual([['"A"'], '']);
});

it('updates a row whose mark is compared only where it differs from the record', async () => {
	const records = ['A', 'B'].map((Code) => ({ Code, active: Code === 'A' }));
	const rows = ['A', 'B'].map((code, id) => ({ id, code, active: false }));
	const { updated } = await compareRows(records, rows, { fields: ['active'] });
	expect(updated.map(({ row }) => row.key)).toEqual(['"A"']);
});
