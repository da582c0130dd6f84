import { expect, it } from 'vitest';
import { compareRequestOf } from '../../../nodes/CustomerData/compare/request';
import { BY_HAND } from '../../support/comparing.mts';
import { refusalOf } from '../../support/nodes.mts';

const PARAMETERS = {
	resource: 'customer',
	keyField: 'Code',
	inputKey: 'code',
	'compareFields.pairs': [{ field: 'Name', value: 'name' }],
	'onlyRecords.conditions': [{ field: 'Active', condition: 'is', value: 'true' }],
};

function requestOf(change: Record<string, unknown>) {
	const values: Record<string, unknown> = { ...PARAMETERS, ...change };
	return compareRequestOf('compare', (name, fallback) => values[name] ?? fallback, BY_HAND);
}

it('leaves out lines that hold nothing, as an expression may return them', () => {
	const lines = (name: keyof typeof PARAMETERS) => ({ [name]: [null, ...PARAMETERS[name]] });
	const change = { ...lines('compareFields.pairs'), ...lines('onlyRecords.conditions') };
	expect(requestOf(change)).toMatchObject({
		columns: { key: 'code', fields: [{ name: 'Name', path: 'name' }] },
		conditions: [{ field: 'Active', isNot: false, value: 'true' }],
	});
});

it.each([
	['compare', {}, undefined],
	['compare', { output: 'records', idField: 'id' }, undefined],
	['compare', { output: 'rows' }, 'id'],
	['compare', { output: 'rows', idField: ' meta.id ' }, 'meta.id'],
	['report', { output: 'rows', idField: 'id' }, undefined],
] as const)('reads where rows to save have their own ID: %s, %j', (user, given, idField) => {
	const values: Record<string, unknown> = { keyField: 'Code', inputKey: 'code', ...given };
	const read = compareRequestOf(user, (name, fallback) => values[name] ?? fallback, BY_HAND);
	expect(read.idField).toBe(idField);
});

it('is attended by hand alone', () => {
	expect(requestOf({}).isUnattended).toBe(false);
	const context = { ...BY_HAND, getMode: () => 'integrated' as const };
	const parameter = (name: string, fallback: unknown) => Object(PARAMETERS)[name] ?? fallback;
	expect(compareRequestOf('compare', parameter, context).isUnattended).toBe(true);
});

const conditions = (...all: object[]) => ({ 'onlyRecords.conditions': all });
const fields = (...all: object[]) => ({ 'compareFields.pairs': all });

it.each<[string, string, object]>([
	["'Identifier in CRM' is empty", 'Drag the field', { inputKey: ' ' }],
	["'Fields to Compare' has a line", 'Choose', fields({ field: ' ', value: 'code' })],
	["'Fields to Compare' has a line", 'Choose', fields({ field: 'Name', value: ' ' })],
	["'Only Records With' has a line", 'Choose', conditions({ field: ' ', value: 1 })],
	[
		"The expression for 'Name' in 'Only Records With' returns no value",
		'To compare with an empty value, clear it',
		conditions({ field: 'Name', value: null }),
	],
	["'Condition' must be one of", 'Choose', conditions({ field: 'a', value: 1, condition: 'has' })],
	[
		"'Match Also By Names or IDs' has the field 'City'",
		"Add it to 'Fields to Compare'",
		{ matchBy: ['Name', 'City'] },
	],
])('refuses what cannot be compared: %s … %s, for %j', (message, advice, change) => {
	expect(refusalOf(() => requestOf({ ...change }))).toMatchObject({
		message: expect.stringContaining(message),
		description: expect.stringContaining(advice),
	});
});
