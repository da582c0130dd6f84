import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	checkMark,
	checkNode,
	missingFields,
	missingPaths,
	nothingCompared,
	unmetConditions,
} from '../../../nodes/CustomerData/compare/checks';
import { rowsOf } from '../../../nodes/CustomerData/compare/rows';
import { node } from '../../support/nodes.mts';

const columns = {
	key: 'code',
	fields: [
		{ name: 'Name', path: 'company' },
		{ name: 'City', path: 'address.city' },
	],
	removed: '',
	removedValue: 'false',
};
const marked = { ...columns, removed: 'active' };
const messages = (notes: Array<{ message: string }>) => notes.map(({ message }) => message);

describe('fields to compare', () => {
	it.each<[string, IDataObject[], string[]]>([
		['no row has', [{ code: 'a', company: '' }], ["No contact has the field 'address.city'"]],
		[
			'of which no row has any',
			[{ code: 'a' }],
			["No contact has the field 'company' or 'address.city'"],
		],
		['one row has', [{ company: '' }, { address: { city: null } }], []],
		['an empty item cannot have', [{}], []],
	])('that %s', (_, rows, said) => {
		const items = rows.map((json) => ({ json }));
		expect(messages(missingPaths(rowsOf(items, columns), columns))).toEqual(said);
	});

	it('that no row has are named beside the mark that no row has', () => {
		const rows = rowsOf([{ json: { company: 'A' } }], marked);
		const [note] = missingPaths(rows, marked);
		expect(note?.message).toBe("No contact has the field 'address.city' or 'active'");
		expect(note?.description).toContain("Check 'Fields to Compare' and 'Removed Field in CRM'");
		const [other] = missingPaths(
			rows.map((row) => ({ ...row, cells: [] })),
			{
				...marked,
				fields: [],
			},
		);
		expect(other).toMatchObject({ message: "No contact has the field 'active'" });
	});

	it.each<[string, object[], string[]]>([
		['no record has', [{ Name: 'A' }, {}], ["No record has the field 'City'"]],
		['one record has, if only as null', [{ Name: 'A' }, { City: null }], []],
		['a list of nobody cannot have', [], []],
	])('that %s', (_, records, said) => {
		expect(messages(missingFields(JSON.parse(JSON.stringify(records)), columns))).toEqual(said);
	});

	it('that are none let every row be updated', () => {
		expect(nothingCompared(columns)).toEqual([]);
		expect(messages(nothingCompared({ ...columns, fields: [] }))).toHaveLength(1);
	});
});

describe('the mark of rows', () => {
	const check = (rows: IDataObject[], removedValue: string) => () =>
		checkMark(
			rowsOf(
				rows.map((json) => ({ json })),
				{ ...marked, removedValue },
			),
			{ ...marked, removedValue },
		);

	it('has to be in one of them, unless its absence is the mark', () => {
		const lacking = [{ code: 'a' }, { code: 'b' }];
		expect(check(lacking, 'gone')).toThrow("No contact has the field 'active'");
		expect(check([...lacking, { active: 'gone' }], 'gone')).not.toThrow();
		expect(check(lacking, 'false')).not.toThrow();
		expect(check([{}], 'gone')).not.toThrow();
	});
});

it.each([
	[{ alwaysOutputData: true }, "'Always Output Data' is turned on"],
	[{ executeOnce: true }, "'Execute Once' is turned on"],
])('refuses a setting of the node with which rows are made up or missed: %j', (settings, said) => {
	expect(() => checkNode({ ...node, ...settings })).toThrow(said);
	expect(() => checkNode(node)).not.toThrow();
});

it('names the values that records have where none has that of a condition', () => {
	const unmet = [{ field: 'Active', isNot: false, value: 'true' }];
	const leftOut = [{ key: undefined, wholeHash: '', offset: 1, record: { Active: 'N' } }];
	const [note] = unmetConditions({ unmet, records: [{ Active: 'Y' }], leftOut });
	expect(note?.message).toBe("No record has the value 'true' in 'Active'");
	expect(note?.description).toContain('have Y and N there');
	expect(unmetConditions({ unmet: [], records: [], leftOut })).toEqual([]);
});
