import { expect, it } from 'vitest';
import { compareRequestOf } from '../../../nodes/CustomerData/compare/request';
import { BY_HAND } from '../../support/comparing.mts';

it('leaves out lines that hold nothing, as an expression may return them', () => {
	const values: Record<string, unknown> = {
		resource: 'customer',
		keyField: 'Code',
		inputKey: 'code',
		'compareFields.pairs': [null, { field: 'Name', value: 'name' }],
		'onlyRecords.conditions': [null, { field: 'Active', condition: 'is', value: 'true' }],
	};
	const read = compareRequestOf('compare', (name, fallback) => values[name] ?? fallback, BY_HAND);
	expect(read).toMatchObject({
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
