import { expect, it } from 'vitest';
import type { DataRecord } from '../../../../nodes/CustomerData/api/page';
import { compareRows } from '../../../support/comparing.mts';

const IS_NOT = [{ field: 'Blocked', isNot: true, value: 'true' }];
const IS = [{ field: 'Blocked', isNot: false, value: 'false' }];
const IS_EMPTY = [{ field: 'Blocked', isNot: false, value: '' }];
const customers = (Blocked: DataRecord): DataRecord[] =>
	['A', 'B', 'C', 'D'].map((Code) => ({ Code, Name: Code, Blocked: Blocked[Code] ?? null }));
const ROWS = [
	{ id: 0, code: 'A', Name: 'Old', active: true },
	{ id: 1, code: 'B', Name: 'B', active: false },
	{ id: 2, code: 'X', Name: 'X', active: true },
	{ id: 3, code: 'D', Name: 'D', active: true },
];

async function outcomeOf(records: DataRecord[], conditions = IS_NOT) {
	const maximums = { maxCreated: 100, maxRemovals: 100 };
	const found = await compareRows(records, ROWS, { conditions, maximums });
	return [
		found.created.map(({ key }) => `+${key}`),
		found.updated.map(({ row }) => `~${row.key}`),
		found.removed.map(({ row }) => `-${row.key}`),
		found.named,
	]
		.flat()
		.join(' ')
		.replaceAll('"', '');
}

it('holds back a record that comes in because no record has a value in the field of a condition any more', async () => {
	const named = "B and C may come in only because no record has a value in 'Blocked'";
	expect(await outcomeOf(customers({}))).toBe(`~A -X ${named}`);
	expect(await outcomeOf(customers({}), IS)).toBe(`~A -X ${named}`);
});

it('lets in whoever has no value there where that is the condition', async () => {
	expect(await outcomeOf(customers({}), IS_EMPTY)).toBe('+C ~A ~B -X ');
});

it('holds back nobody while one record has a value there, also false', async () => {
	expect(await outcomeOf(customers({ B: true }))).toBe('+C ~A -X ');
	expect(await outcomeOf(customers({ D: false }))).toBe('+C ~A ~B -X ');
});
