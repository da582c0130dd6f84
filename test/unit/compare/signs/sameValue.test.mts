import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { DataRecord } from '../../../../nodes/CustomerData/api/page';
import { sameValue } from '../../../../nodes/CustomerData/compare/signs/sameValue';
import { hasContent } from '../../../../nodes/CustomerData/values/content';
import { isEqual } from '../../../../nodes/CustomerData/values/equality';
import { tellStories } from '../../../support/compareStories.mts';
import { compareRows } from '../../../support/comparing.mts';
import { law } from '../../../support/law.mts';
import { looksOf } from '../../../support/looks.mts';
import { range } from '../../../support/range.mts';
import { listAndRowsIn } from '../../../support/stories.mts';

const FIELDS = ['Email', 'Name', 'City'];
const BY = ['Email', 'Name'];

tellStories(`
gives a row without an identifier that of the one record with its name (all allowed; by name): a1 b2 c3 d4 / a1 _2 _9 d5 → +c ~d 2~b
does so where nobody is left to create (a fifth allowed; by name): a1 b2 c3 d4 / _1 _2 _3 _4 → 1~a 2~b 3~c 4~d
names a name that several records have (all allowed; by name): a1 b2 c2 d4 / a1 _2 → ! It is not clear…"2" ("b" and "c"). Neither; +d
names a name that a row with an identifier has, too (all allowed; by name): a1 b1 c3 d4 / a1 _1 c3 → ! It is not clear…"1" ("b"); +d
takes no record that has a row (all allowed; by name): a1 b2 / a1 b2 _1 →
nor one that is not wanted, and has a row with another name (all allowed; by name; only 1): a1 b2 / a1 b3 _2 → -b
brings back nobody by a name alone (all allowed; by name): a1 b2 / a1 _2! → ! It is not clear…"2" ("b"). Neither
connects nobody by a name that is not chosen for that (all allowed): a1 b2 / a1 _2 _9 → ! 1 record seems…"b" without one
leaves alone what seems to be the row of another one (all allowed; by name): A1 b2 / a3 _1 b2 → ! A contact has "a"
finds the row of a record that is not wanted, and removes it (all allowed; by name; only 1): a1 b2 c1 / a1 _2 x3 → +c -x 2-b
finds whom it created without an identifier, and asks for that (published; all allowed; by name): a1 b2 / a1 → +b | a1 b2 / a1 _2 → 2~b | a1 b2 / a1 _2 → ! "b"…was output as updated; 2~b | a1 b2 / a1 b2 → | a1 b3 / a1 → ! "b"…was output as created
matches nobody where nobody looks, and no row has an identifier (published; by name): a1 b2 / _1 _2 → ! No contact has a value in 'code'
`);

describe('a row without an identifier is that of the one record with its value', () => {
	tellStories(
		`
in capitals: A: a@x, Ann / _: A@X, Ann → 1~A
by a name in capitals: A: , Nerius GmbH / _: , nerius gmbh → 1~A
not by a phone number without the code of the country: A: +49 89 7654321, Ann / _: 089 7654321, Bob → ! It is not clear…: "089 7654321" ("A"). Neither
but by its name then: A: +49 89 7654321, Ann / _: 089 7654321, Ann → 1~A
whatever else differs: A: a@x, Ann / _: a@x, Bob → 1~A
by the next field where it has no email: A: a@x, Ann / _: , Ann → 1~A
by the next field where the record has none: A: , Ann / _: a@x, Ann → 1~A
by the next field where two share an email: A: a@x, Ann; B: a@x, Bob / _: a@x, Bob; _: a@x, Ann → 2~A 1~B
not where another field is that of somebody else: A: a@x, Ann; B: , Bob / _: a@x, Bob → ! It is not clear…: "a@x" ("A") and "Bob" ("B"). Neither
nor where the record has another row in another field: A: a@x, Ann / _: a@x, Zed; _: , Ann → ! It is not clear…: "a@x" ("A") and "Ann" ("A"). Neither
also beside a row with an identifier: A: a@x, Ann; B: b@x, Bob / B: a@x, Bob; _: a@x, Zed; _: , Ann → ! It is not clear…: "a@x" ("A") and "Ann" ("A"). Neither; ~B
not if it is marked, because nobody comes back by likeness: A: a@x, Ann / _: a@x, Ann! → ! It is not clear…: "a@x" ("A"). Neither
not if the one that is marked has its name: A: a@x, Ann / _: a@x, Bob; _: a@x, Ann! → ! It is not clear…: "a@x" ("A") and "Ann" ("A"). Neither
once where it comes twice: A: a@x, Ann / _: a@x, Ann; _: a@x, Ann! → 1~A
not where a field that counts more differs: A: a@x, Ann / _: b@x, Ann → ! It is not clear…: "Ann" ("A"). Neither
not where two rows differ: A: a@x, Ann / _: a@x, Bob; _: a@x, Cid → ! It is not clear…: "a@x" ("A"). Neither
not where two records do: A: a@x, Ann; B: a@x, Bob / _: a@x, Cid → ! It is not clear…: "a@x" ("A" and "B"). Neither
not where it may be spelled otherwise: A: a.b@x, Ann / _: ab@x, Bob → ! It is not clear…: "ab@x" ("A"). Neither
not beside a row with an identifier: A: a@x, Ann; B: a@x, Bob / A: a@x, Ann; _: a@x, Cid → ! It is not clear…: "a@x" ("B"). Neither
not where its identifier is another one: A: a@x, Ann / OLD: a@x, Bob → ! 1 record seems…: "A" as "OLD". Neither
and not beside one of those: A: a@x, Ann / _: a@x, Cid; OLD: a@x, Bob → ! It is not clear…: "a@x" ("A" as "OLD"). Neither
nor where several are: A: a@x, Ann / OLD: a@x, Bob; ODD: a@x, Cid → ! It is not clear…: "a@x" ("A" as "OLD" and "ODD"). Neither
nor where it is that of two: A: a@x, Ann; B: a@x, Bob / OLD: a@x, Cid → ! It is not clear…: "a@x" ("A" and "B" as "OLD"). Neither
also in doubt: A: a@x, Ann; _: z@x, Zed / OLD: a@x, Bob → ! Record 3…1 record seems…: "A" as "OLD". Neither
not where its identifier is another one, and the record shares its own: S: b@x, Bob; S: s@x, Sue / OLD: b@x, Rob → ! 'Code' does not identify a record…1 record seems…: "S" as "OLD". Neither
not where a record has it that shares its identifier: A: a@x, Ann; S: a@x, Bob; S: s@x, Cid / _: a@x, Dan → ! 'Code' does not identify a record…It is not clear…: "a@x" ("A" and "S"). Neither
not where another value is that of somebody else, and each is named: A: a@x, Ann; B: a@x, Bob; C: c@x, Cid / _: a@x, Cid → ! It is not clear…: "a@x" ("A" and "B") and "Cid" ("C"). Neither
unless the next field says the same: A: a.b@x, Ann / _: ab@x, Ann → 1~A
not where four do: A: a@x, Ann; B: a@x, Bob; C: a@x, Cid; D: a@x, Dan / _: a@x, Zed → ! It is not clear…: "a@x" ("A", "B", "C", and "D"). Neither
named once, whatever else they share: A: a.b@x, Ann / _: ab@x, Ann! → ! It is not clear…: "ab@x" ("A"). Neither
of none that has a row: A: a@x, Ann; B: b@x, Bob / A: a@x, Ann; _: a@x, Cid → +B
of none whose value two rows have that share the identifier of another: A: a@x, Ann; B: a@x, Bob / A: a@x, Al; A: a@x, Abe → ! 2 contacts share the identifier "A"; +B
and nobody else: A: a@x, Ann; B: b@x, Bob / _: a@x, Ann; _: c@x, Cid → +B 1~A
`,
		{ fields: FIELDS, by: BY, isUnattended: true, others: 'O: o@x, Own' },
	);

	it.each([
		[
			'not in all other fields to match by, whatever else agrees',
			'Bob',
			'2',
			[],
			'It is not clear',
		],
		['unless one of them is only spelled otherwise', 'ANN', '2', ['"A"'], ''],
		['also where the one that counts more is', 'ANN', '1', ['"A"'], '', 'b@x'],
	])('%s', async (_, Name, Phone, pairs, said, Email = 'a@x') => {
		const record = { Code: 'A', Email: 'a@x', Name: 'Ann', Phone: '1', City: 'Ulm' };
		const row = { code: '', active: true, Email, Name, Phone, City: 'Ulm' };
		const by = Email === 'a@x' ? ['Email', 'Name', 'Phone'] : ['Name', 'Phone'];
		const options = { fields: ['Email', 'Name', 'Phone', 'City'], by, isUnattended: false };
		const { updated, named } = await compareRows([record], [row], options);
		expect(updated.map(({ row: { key } }) => key)).toEqual(pairs);
		expect(named).toContain(said);
	});

	it.each([
		[false, '~A'],
		[true, ''],
	])('also if it is marked where its record says %s in the compared field', async (Active, due) => {
		const record = { Code: 'A', Email: 'a@x', Name: 'Ann', active: Active };
		const row = { code: '', active: false, Email: 'a@x', Name: 'Ann' };
		const options = { fields: ['Email', 'Name', 'active'], by: BY, isUnattended: false };
		const { created, updated } = await compareRows([record], [row], options);
		expect(created).toEqual([]);
		expect(updated.map(({ row: { key } }) => `~${JSON.parse(key)}`).join()).toBe(due);
	});

	it('which is the first thing that differs', async () => {
		const { list, rows } = listAndRowsIn('A: a@x, Ann / _: a@x, Bob', BY);
		const options = { fields: ['Name', 'Code', 'Email'], by: BY, isUnattended: false };
		const { updated } = await compareRows(list, rows, options);
		expect(updated[0]?.differing.map(({ name }) => name)).toEqual(['Code', 'Name']);
	});

	it('also by the next field where its email is false, as Odoo returns it, which is nobody', async () => {
		const { list, rows: crm } = listAndRowsIn('A: a@x, Ann; B: b@x, Bob / _: , Ann', BY);
		const noEmail: DataRecord = { Code: 'C', Email: false, Name: 'Cid' };
		const options = { fields: FIELDS, by: BY, isUnattended: false };
		const rows = crm.map((row) => ({ ...row, Email: false }));
		const { created, updated } = await compareRows([...list, noEmail], rows, options);
		expect([updated, created].map((all) => all.map(({ record }) => record.Code))).toEqual([
			['A'],
			['B', 'C'],
		]);
	});

	it('not where a record is gone since the first read, and another one has its value', async () => {
		const crm = 'O: o@x, Own; M: m@x, Mia; X: x@x, Xen';
		const list = 'O: o@x, Own; M: m@x, Mia; N: m@x, Nia';
		const { list: records, rows } = listAndRowsIn(`${list} / ${crm}`, BY);
		const again = records.filter(({ Code }) => Code !== 'M');
		const options = { fields: FIELDS, by: BY, again };
		const { created, removed, named } = await compareRows(records, rows, options);
		expect([created, removed.map(({ row }) => row.key)]).toEqual([[], ['"X"']]);
		expect(named).toContain('"N" as "M"');
	});
});

describe('a comparison looks at no value', () => {
	const options = { by: BY, conditions: [{ field: 'Name', isNot: true, value: 'Cid' }] };

	it.each([
		[
			'where each record has its row, beside contacts without codes',
			'A: a@x, Ann / A: a@x, Ann; _: b@x, Bob',
		],
		[
			'of whoever is left out, where each contact has a code',
			'A: a@x, Ann; C: c@x, Cid / A: a@x, Ann',
		],
	])('%s', async (_, given) => {
		const { list, rows } = listAndRowsIn(given, FIELDS);
		expect(await looksOf(sameValue, list, rows, { fields: FIELDS, ...options })).toEqual({
			atRecords: 0,
			atRows: 0,
		});
	});
});

describe('a CRM that has contacts without codes', () => {
	const emails = fc.constantFrom('a@x', 'A@x', 'b@x', 'c@x', 'd@x', 'e@x', '', null);
	const names = fc.constantFrom('Ann', 'Bob', 'Cid', 'Dan', 'Eve', 'Fay', '', null);
	const person = { Email: emails, Name: names, City: fc.constantFrom('Ulm', 'Bonn') };
	/** A code of the list, one that is gone, or none. */
	const codes = fc.constantFrom(0, 1, 2, 20, 21, null, null, null, null);
	const contact = fc.record({ nth: codes, active: fc.boolean(), ...person });

	const has = (name: string, one: IDataObject, other: IDataObject) =>
		hasContent(one[name]) && isEqual(one[name], other[name], 'UTC');
	type Found = Awaited<ReturnType<typeof compareRows>>;

	/** What it holds once it has done what was planned. */
	function saved(rows: IDataObject[], { created, updated, removed }: Found): IDataObject[] {
		const valuesOf = ({ Code, ...values }: DataRecord): IDataObject =>
			JSON.parse(JSON.stringify({ code: Code, ...values, active: true }));
		const changes = new Map<unknown, IDataObject>([
			...updated.map(({ row, record }) => [row.input.id, valuesOf(record)] as const),
			...removed.map(({ row }) => [row.input.id, { active: false }] as const),
		]);
		return [
			...rows.map((row) => ({ ...row, ...changes.get(row.id) })),
			...created.map(({ key, record }) => ({ id: `new ${key}`, ...valuesOf(record) })),
		];
	}

	law(
		'is matched by values that nobody else has, has nobody twice, and hears of whoever is not there',
		{
			of: [
				fc.array(fc.record(person), { maxLength: 8 }),
				fc.array(contact, { maxLength: 8 }),
				fc.constantFrom(['Email'], BY),
			],
			examples: 4_000,
		},
		async (people, contacts, by) => {
			const records: DataRecord[] = people.map((one, nth) => ({ Code: `C${nth}`, ...one }));
			const taken = new Set<number>();
			let rows: IDataObject[] = contacts.map(({ nth, ...row }, id) => {
				const isFirst = nth !== null && !taken.has(nth);
				if (isFirst) taken.add(nth);
				return { id, code: isFirst ? `C${nth}` : '', ...row };
			});
			let found: Found | undefined;
			// What is saved one night can make clear the next one whose a row is.
			for (const _ of range(0, 4)) {
				const asked = found?.asked ?? new Map();
				const options = { fields: FIELDS, by, asked, isUnattended: false };
				found = await compareRows(records, rows, options);
				const matched = found.updated.filter(({ row }) => !row.input.code);
				for (const { row, record } of matched) {
					const isAlone = (name: string) =>
						has(name, record, row.input) &&
						records.every((one) => one === record || !has(name, record, one)) &&
						rows.every(
							({ active, ...one }) =>
								one.id === row.input.id || !has(name, record, one) || (!one.code && !active),
						);
					expect(by.some(isAlone)).toBe(true);
				}
				const isOfNobody = ({ code, id, active }: IDataObject) =>
					active &&
					records.every(({ Code }) => Code !== code) &&
					matched.every(({ row }) => row.input.id !== id);
				const alone = rows.filter(isOfNobody);
				for (const { record } of found.created) {
					// A value that more records share is that of nobody.
					const isOwn = (name: string) =>
						records.filter((one) => has(name, record, one)).length <= 4;
					const met = alone.filter((row) =>
						by.some((name) => isOwn(name) && has(name, record, row)),
					);
					expect(met).toEqual([]);
				}
				rows = saved(rows, found);
				const all = rows.flatMap(({ code }) => (code ? [code] : []));
				expect(new Set(all).size).toBe(all.length);
			}
			expect([found?.created, found?.updated, found?.removed]).toEqual([[], [], []]);
			for (const { Code } of records) {
				const row = rows.find(({ code }) => code === Code);
				const isNamed = found?.named.includes(JSON.stringify(Code));
				// What is held back because of a field is named by that.
				const isOfField = FIELDS.some((name) => found?.named.includes(`'${name}'`));
				expect(row?.active || isNamed || isOfField).toBe(true);
			}
		},
	);
});

describe('a contact without a code', () => {
	const conditions = [{ field: 'Active', isNot: true, value: 'no' }];
	const maximums = { maxCreated: 100, maxRemovals: 100 };
	const telling = { by: ['Email', 'Name', 'Phone'], conditions, maximums, isUnattended: true };

	tellStories(
		`
whose phone has signs: A: , Ann, +32 470 00 11 22 / _: , , 32470001122 → 1~A
whose phone has no zero: A: , Ann, +32 (0)470 00 11 22 / _: , , +32470001122 → 1~A
of somebody who is left out, not that of the one with the same address: A: a@x, Father, 1, Ulm, no; B: a@x, Son, 2, Ulm, yes / _: a@x, Father, 1, Ulm → +B 1-A
that is marked already: A: a@x, Ann, , , no / _: a@x, Ann! →
of one of two who are left out: A: a@x, Ann, , , no; B: a@x, Ann, , , no / _: a@x, Ann →
of a bookkeeper is not that of his client: A: a@x, Ann, 1, Ulm / _: a@x, Keeper, 2, Bonn → ! It is not clear
with one value that differs: A: a@x, Ann / _: a@x, Keeper → 1~A
of the same town, neither: A: a@x, Ann, 1, Ulm / _: a@x, Keeper, 2, Ulm → ! It is not clear
that agrees in one of them: A: a@x, Ann, 1, Ulm / _: a@x, Ann, 2, Bonn → 1~A
with a name alone that agrees, and the address of a customer who has a contact: K: b@x, Bob; A: , Ann, 1, Ulm / K: b@x, Bob; _: b@x, Ann, 1, Bonn → ! It is not clear
of one who is left out, and nobody else is known: A: a@x, Ann, , , no / _: a@x, Ann → 1-A
with n/a for an address: A: n/a, Ann / _: n/a, Bob → +A
with none@none.com: A: none@none.com, Ann / _: none@none.com, Bob → +A
with 000 for a phone: A: , Ann, 000 / _: , Bob, 000 → +A
called Test: A: , Test / _: , test → +A
with the address of a head office: A: a@x, A; B: a@x, B; C: a@x, C; D: a@x, D; E: a@x, E / _: a@x, Head → +A +B +C +D +E
with the address of a few: A: a@x, A; B: a@x, B / _: a@x, Head → ! It is not clear
`,
		{
			...telling,
			fields: ['Email', 'Name', 'Phone', 'City', 'Active'],
			others: 'O: o@x, Own, , , yes',
		},
	);
});
