import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { DataRecord, JsonValue } from '../../../../nodes/CustomerData/api/page';
import { alikeInAll } from '../../../../nodes/CustomerData/compare/signs/alike';
import { hasContent } from '../../../../nodes/CustomerData/values/content';
import { isEqual } from '../../../../nodes/CustomerData/values/equality';
import { tellStories } from '../../../support/compareStories.mts';
import { compareRows } from '../../../support/comparing.mts';
import { FIELDS as ALL_FIELDS, customers, rowsOf } from '../../../support/customers.mts';
import { FORMS } from '../../../support/forms.mts';
import { law } from '../../../support/law.mts';
import { looksOf } from '../../../support/looks.mts';
import { range } from '../../../support/range.mts';
import { listAndRowsIn } from '../../../support/stories.mts';

const FIELDS = ['Name', 'City'];
const SEEM = / seems? to be in your CRM under another identifier: /;

/** Who is held back as whom, and what is output. */
async function outcomeOf(records: DataRecord[], rows: IDataObject[]) {
	const { created, removed, named } = await compareRows(records, rows, { fields: FIELDS });
	const twins = named.split('. ').find((message) => SEEM.test(message));
	const output = [
		...created.map(({ key }) => `+${key}`),
		...removed.map(({ row }) => `-${row.key}`),
	];
	return [twins?.replace(/^.*?: /, '') ?? '', output.join(' ').replaceAll('"', '')];
}

tellStories(`
touches nobody whose values a row without an identifier has (all allowed): a1 b2 c3 d4 e5 / d4 e5 _1 _2 → ! 2 records seem…"a" without one and "b" without one; +c
touches nobody whose code changed (all allowed): a1 b2 c3 d4 / a1 b2 c3 x4 → ! 1 record seems…"d" as "x"
does so in doubt, too (all allowed): a1 b2 c3 d4 _9 / a1 b2 c3 x4 → ! Record 5…1 record seems…"d" as "x"
keeps the row whose record may share an identifier now (all allowed): a1 d2 d3 / a1 x3 y5 → ! 'Code' does not identify a record…1 record seems…"d" as "x"; -y
`);

tellStories(
	`
holds back whoever agrees but for spaces: K1: Bakery, Ulm / C1: Bakery , Ulm → ! 1 record seems…: "K1" as "C1". Neither
holds back nobody whose name has other letters: K1: bakery, Ulm / C1: Bakery, Ulm → +K1 -C1
holds back nobody who agrees in a part: K1: Bakery, Ulm / C1: Bakery, Bonn → +K1 -C1
holds back whoever agrees where the record has a value: K1: Bakery, / C1: Bakery, Bonn → ! 1 record seems…: "K1" as "C1". Neither
holds back nobody without a value: K1: , / C1: , → +K1 -C1
holds back whoever has no code: K1: Bakery, Ulm / _: Bakery, Ulm → ! 1 record seems…: "K1" without one. Neither
holds back whoever has none, also if it is marked: K1: Bakery, Ulm / _: Bakery, Ulm! → ! 1 record seems…: "K1" without one. Neither
holds back nobody who is marked under another code: K1: Bakery, Ulm / C1: Bakery, Ulm! → +K1
holds back each with a row of its own: K1: Bakery, Ulm; K2: Bakery, Ulm / C1: Bakery, Ulm; C2: Bakery, Ulm → ! 2 records seem…: "K1" as "C1" and "K2" as "C2". Neither
holds back two who agree with one row: K1: Bakery,; K2: Bakery, Ulm / C1: Bakery, Ulm → ! 2 records seem…: "K1" as "C1" and "K2" as "C1". Neither
holds back those who are too many with the last row (creating allowed): K1: Bakery, Ulm; K2: Bakery, Ulm; K3: Bakery, Ulm / C1: Bakery, Ulm; C2: Bakery, Ulm → ! 3 records seem…: "K1" as "C1", "K2" as "C2", and "K3" as "C2". Neither
holds back one who agrees with several rows: K1: Bakery, Ulm / C1: Bakery, Ulm; C2: Bakery, Ulm; _: Bakery, Ulm → ! 1 record seems…: "K1" as "C1" and "C2" and without one. Neither
holds back one whose row comes twice: K1: Bakery, Ulm / C1: Bakery, Ulm; C1: Bakery, Ulm → ! 1 record seems…: "K1" as "C1". Neither
holds back one whose row has the code in another spelling: 089: Bakery, Ulm; 339: X, Y / 0339: Bakery, Ulm; 339: X, Y → ! A contact has "0339"…1 record seems…: "089" as "0339". Neither
`,
	{ fields: FIELDS, others: 'O1: One, Ulm; O2: Two, Bonn' },
);

it('holds back by whatever value is the rarest', async () => {
	const rows = range(0, 300).map((nth) => ({
		code: `C${nth}`,
		Name: 'Bakery',
		City: `Town ${nth}`,
	}));
	const [twins] = await outcomeOf([{ Code: 'K', Name: 'Bakery', City: 'Town 7' }], rows);
	expect(twins).toBe('"K" as "C7"');
});

it('compares a record with no more rows than have its rarest value', async () => {
	const townOf = (nth: number) => `Town [${nth}], since 2024-03-01`;
	const rows = range(0, 100).map((nth) => ({ code: `C${nth}`, Name: 'Bakery', City: townOf(nth) }));
	const looksFor = async (...towns: string[]) => {
		const records = towns.map((City) => ({ Code: 'K', Name: 'Bakery', City }));
		return (await looksOf(alikeInAll, records, rows, { fields: FIELDS })).atRows;
	};
	const none = await looksFor();
	expect(await looksFor(townOf(100))).toBe(none);
	expect((await looksFor(townOf(7))) - none).toBeLessThanOrEqual(FIELDS.length);
});

it('looks at no record where each row has its own', async () => {
	const { atRecords } = await looksOf(alikeInAll, customers(9), rowsOf(customers(8)), {});
	expect(atRecords).toBe(0);
});

it('holds back where a value is written in another way', async () => {
	const rows = [{ code: 'C', Name: 'Bakery', City: '12.50' }];
	const [twins] = await outcomeOf([{ Code: 'K', Name: 'Bakery', City: 12.5 }], rows);
	expect(twins).toBe('"K" as "C"');
});

describe('customers who are alike in what is compared, such as branches', () => {
	const values = fc.constantFrom('Bakery, Ulm', 'Bakery, ', 'Butcher, Ulm', 'Florist, Bonn');
	const branches = fc.array(fc.record({ value: values, isRenumbered: fc.boolean() }), {
		minLength: 1,
		maxLength: 30,
	});

	law(
		'are neither created nor removed where their codes change, however many do, and each code is named',
		{ of: [branches], examples: 200 },
		async (all) => {
			const codeOf = (nth: number, isRenumbered: boolean) =>
				isRenumbered ? `K${nth}x` : `C${nth}x`;
			const listed = all.map(
				({ value, isRenumbered }, nth) => `${codeOf(nth, isRenumbered)}: ${value}`,
			);
			const stored = all.map(({ value }, nth) => `C${nth}x: ${value}`);
			const given = `${listed.join('; ')} / ${stored.join('; ')}`;
			const { list, rows } = listAndRowsIn(given, FIELDS);
			const found = await compareRows(list, rows, { fields: FIELDS });
			const { created, removed, updated, named } = found;
			expect([created, removed, updated]).toEqual([[], [], []]);
			for (const [nth, { isRenumbered }] of all.entries()) {
				expect(named.includes(`"K${nth}x"`)).toBe(isRenumbered);
				expect(named.includes(`"C${nth}x"`)).toBe(isRenumbered);
			}
		},
	);

	it('are held back where they are more than can be named', async () => {
		const records = range(0, 150).map((nth) => ({ Code: `K${nth}`, Name: 'Bakery', City: 'Ulm' }));
		const rows = range(0, 150).map((nth) => ({ code: `C${nth}`, Name: 'Bakery', City: 'Ulm' }));
		const [twins, output] = await outcomeOf(records, rows);
		expect(twins).toMatch(/^"K0" as "C0", .*"K99" as "C99", and 50 more$/);
		expect(output).toBe('');
	});
});

describe('a row that agrees with a record', () => {
	const filled = FORMS.filter(([, own]) => hasContent(own));

	it.each(filled)('is found by the value of %s: %j and %j', async (_who, own, value) => {
		const records = [{ Code: 'K', Name: own ?? null, City: 'Ulm' }];
		const rows = [{ code: 'C', Name: value ?? null, City: null }];
		const options = { fields: ['Name'], timeZone: 'Europe/Berlin' };
		expect((await compareRows(records, rows, options)).created).toEqual([]);
	});

	/** One value, as systems write it. */
	const WRITTEN: Array<[JsonValue, ...JsonValue[]]> = [
		['Bakery Ulm', ' Bakery  Ulm ', 'bakery ulm'],
		['Ann@x.example', 'ann@X.example'],
		['+32 470 00 11 22', '32470001122', '+32470001122', '+32 (0)470 00 11 22'],
		['0470/00 11 22', '0470001122'],
		[12.5, '12.50', '12.5'],
		[-7, '-7.0', '-7'],
		[1, true, 'yes', 'TRUE', '1'],
		[false, 0, '0.00', '-0', 'no', null, ''],
		['2024-03-01', '2024-03-01T00:00:00Z', 1709251200000, '45352'],
		[['a', 'b'], 'b,a', '["a","b"]', ['b', 'a']],
		[['a'], 'a'],
		['-', '–', ''],
	];
	const value = fc.constantFrom(...WRITTEN).chain((forms) => fc.constantFrom(...forms));
	const people = fc.array(fc.record({ Name: value, City: value }), { minLength: 1, maxLength: 8 });

	law(
		'is found in whatever form the values are, and no other row is',
		{ of: [people, people], examples: 5_000 },
		async (listed, stored) => {
			const records = listed.map((one, nth): DataRecord => ({ Code: `K${nth}`, ...one }));
			const rows = stored.map((one, nth) => ({ id: nth, code: `C${nth}`, ...one }));
			const { created } = await compareRows(records, JSON.parse(JSON.stringify(rows)), {
				fields: FIELDS,
			});
			const isAlone = (record: DataRecord) => {
				const filled = FIELDS.filter((name) => hasContent(record[name]));
				const agrees = (row: DataRecord) =>
					filled.every((name) => isEqual(record[name], row[name], 'UTC'));
				return filled.length === 0 || !rows.some(agrees);
			};
			const alone = records.filter(isAlone).map(({ Code }) => Code);
			expect(created.map(({ record }) => record.Code).sort()).toEqual(alone.sort());
		},
	);
});

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
				fields: ALL_FIELDS,
			});
			expect([created, removed, updated]).toEqual([[], [], []]);
			for (const place of others) {
				expect(named).toContain(`"C${place}"`);
				expect(named).toContain(rewrite(`C${place}`) || 'without one');
			}
			expect(named === '').toBe(others.length === 0);
		},
	);

	it('keeps its row where it is now the code of another record, too', async () => {
		const records = customers(30);
		const rows = rowsOf(records);
		records[7] = { ...records[7], Code: 'C8' };
		const { created, removed, named } = await compareRows(records, rows, { fields: ALL_FIELDS });
		expect([created, removed]).toEqual([[], []]);
		expect(named).toContain('"C8" as "C7"');
	});
});
