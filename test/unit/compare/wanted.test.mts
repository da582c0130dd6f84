import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';
import type { DataRecord, JsonValue } from '../../../nodes/CustomerData/api/page';
import { checkWanted } from '../../../nodes/CustomerData/compare/wanted';
import { wantedBy } from '../../../nodes/CustomerData/values/conditions';
import { tellStories } from '../../support/compareStories.mts';
import { compareRows } from '../../support/comparing.mts';
import { law } from '../../support/law.mts';
import { listAndRowsIn } from '../../support/stories.mts';

it.each<[JsonValue | undefined, unknown, boolean]>([
	[true, 'true', true],
	[1, 'true', true],
	['yes', ' TRUE', true],
	[true, '1', true],
	[true, 'yes', true],
	[true, true, true],
	['on', 'true', false],
	[false, 'true', false],
	[false, 'false', true],
	[0, 'false', true],
	[null, 'false', true],
	[undefined, 'false', true],
	[undefined, 'true', false],
	[false, '', true],
	[null, '', true],
	[undefined, ' ', true],
	[undefined, undefined, true],
	[' ', '', true],
	['x', '', false],
	['', 'x', false],
	[0, '', false],
	['BE', ' BE ', true],
	['BE', 'be', false],
	[12.5, '12.50', true],
	['007', '7', false],
	[['a', 'b'], 'b,a', true],
	[['a', 'b'], 'a', true],
	[['a', 'b'], 'c', false],
	[[], 'a', false],
])('takes %j for %j: %j', (own, value, expected) => {
	const record: DataRecord = own === undefined ? {} : { Field: own };
	for (const isNot of [false, true]) {
		const isWanted = wantedBy([{ field: 'Field', isNot, value }], 'UTC');
		expect(isWanted(record)).toBe(expected !== isNot);
	}
});

it('asks for one of the values of a field, and for each field', () => {
	const is = (field: string, value: string) => ({ field, isNot: false, value });
	const isWanted = wantedBy([is('City', 'Ulm'), is('Active', 'true'), is('City', 'Bonn')], 'UTC');
	expect(isWanted({ City: 'Bonn', Active: true })).toBe(true);
	expect(isWanted({ City: 'Ulm', Active: false })).toBe(false);
	expect(isWanted({ City: 'Gent', Active: true })).toBe(false);
});

it('accepts a path that one record has, and refuses one that none has', () => {
	const records: DataRecord[] = [{ Address: { City: 'Ulm' } }, { Address: null }];
	const check = (field: string) => () =>
		checkWanted(records, records, [{ field, isNot: false, value: '' }]);
	expect(check('Address.City')).not.toThrow();
	expect(check('Address.Town')).toThrow("'Address.Town'");
});

it('reads the value at a path, and in the time zone of the workflow', () => {
	const isWanted = (field: string, value: unknown) =>
		wantedBy(
			[{ field, isNot: false, value }],
			'America/New_York',
		)({
			Address: { City: 'Ulm', Since: '2024-07-02T04:00:00Z' },
			'Address.Zip': '1',
		});
	expect(isWanted('Address.City', 'Ulm')).toBe(true);
	expect(isWanted('Address.Zip', '1')).toBe(true);
	expect(isWanted('Address.Since', '2024-07-02')).toBe(true);
	expect(isWanted('Address.Town', 'Ulm')).toBe(false);
});

tellStories(`
creates whoever is wanted (all allowed; only 1): a1 b2 c1 d3 / a1 → +c
creates whoever has one of the values, and none of others (all allowed; only 1 or 2, not z): a1 b2 c3 z1 / a1 → +b
creates whoever has none of some (all allowed; not 2, not 3): a1 b2 c3 d4 / a1 → +d
removes the row of whoever is not (only 1): a1 b2 c1 / a1 b1 c1 → -b
leaves it alone once it is marked (only 1): a1 b2 c1 / a1 b2! c1 →
brings it back once its record is wanted again (only 1): a1 b1 c1 / a1 b2! c1 → ~b
does not mind who is not wanted, without an identifier or with that of others (only 1): a1 _2 d1 d2 e2 e3 / a1 d1 e1 x1 → -e -x
refuses what leaves nobody (only 2): a1 b1 / a1 b1 → ! 'Only Records With' would leave out all 2 records…in the first record, 'Name' is 1.
refuses what leaves out the only one (only 2): a1 / a1 → ! 'Only Records With' would leave out the only record
`);

it('knows those that are left out by their identifiers, but for those of another record', async () => {
	const { list } = listAndRowsIn('a1 b2 c2 c3 d1 d2 _2 /');
	const conditions = [{ field: 'Name', isNot: false, value: '1' }];
	const { compared } = await compareRows(list, [], { conditions });
	const keys = compared.leftOut.map(({ key, record }) => [record.Code, key]);
	const unknown = ['c', 'c', 'd', null].map((code) => [code, undefined]);
	expect(keys).toEqual([['b', '"b"'], ...unknown]);
});

const condition = fc.record({
	field: fc.constantFrom('Kind', 'City'),
	isNot: fc.boolean(),
	value: fc.constantFrom('a', 'b', 'c', ''),
});
const conditions = fc.array(condition, { maxLength: 4 });

/** The same rule, told otherwise. */
function isMeant(record: DataRecord, all: Array<{ field: string; isNot: boolean; value: string }>) {
	return ['Kind', 'City'].every((name) => {
		const those = all.filter(({ field }) => field === name);
		const values = new Set(those.filter(({ isNot }) => !isNot).map(({ value }) => value));
		const others = new Set(those.filter(({ isNot }) => isNot).map(({ value }) => value));
		const own = String(record[name] ?? '');
		return (values.size === 0 || values.has(own)) && !others.has(own);
	});
}

const values = { Kind: fc.constantFrom('a', 'b', ''), City: fc.constantFrom('a', 'c', null) };
const people = fc.array(
	fc.record({ ...values, isListed: fc.boolean(), kind: fc.constantFrom('row', 'marked', 'none') }),
	{ maxLength: 12 },
);

law(
	'a CRM has whoever is wanted, and as removed whoever is not, after one execution',
	{ of: [people, conditions], examples: 1_000 },
	async (all, given) => {
		const records = all.flatMap(({ Kind, City, isListed }, nth): DataRecord[] =>
			isListed ? [{ Code: `C${nth}`, Name: `${nth} ${Kind}`, Kind, City }] : [],
		);
		const rows = all.flatMap(({ kind, City }, id): IDataObject[] =>
			kind === 'none' ? [] : [{ id, code: `C${id}`, Name: `${id}`, City, active: kind === 'row' }],
		);
		const wanted = records.filter((one) => isMeant(one, given)).map(({ Code }) => Code);
		const comparing = { fields: ['Name', 'City'], conditions: given, isUnattended: false };
		if (records.length > 0 && wanted.length === 0) {
			const nobody = /leave out (all|the only)|No record has a field/;
			await expect(compareRows(records, rows, comparing)).rejects.toThrow(nobody);
			return;
		}
		// An empty list leaves a doubt, and so does a condition whose field is empty in all records.
		const isEmpty = (name: string) => records.every((one) => !one[name]);
		if (given.some(({ field, isNot, value }) => isNot && value && isEmpty(field))) return;
		if (records.length === 0) return;
		const found = await compareRows(records, rows, comparing);
		const valuesOf = ({ Code, Kind: _, ...one }: DataRecord): IDataObject =>
			JSON.parse(JSON.stringify({ code: Code, ...one, active: true }));
		const changes = new Map<unknown, IDataObject>([
			...found.updated.map(({ row, record }) => [row.input.id, valuesOf(record)] as const),
			...found.removed.map(({ row }) => [row.input.id, { active: false }] as const),
		]);
		const next: IDataObject[] = [
			...rows.map((row) => ({ ...row, ...changes.get(row.id) })),
			...found.created.map(({ key, record }) => ({ id: key, ...valuesOf(record) })),
		];
		const active = next.filter((row) => row.active).map(({ code }) => code);
		expect(active.sort()).toEqual(wanted.sort());
		const again = await compareRows(records, next, { ...comparing, asked: found.asked });
		expect([again.created, again.updated, again.removed, again.named]).toEqual([[], [], [], '']);
	},
);
