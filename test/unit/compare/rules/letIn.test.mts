import { expect, it } from 'vitest';
import type { DataRecord } from '../../../../nodes/CustomerData/api/page';
import { compareRows } from '../../../support/comparing.mts';

const conditions = [{ field: 'Blocked', isNot: true, value: 'true' }];
const customers = (Blocked: DataRecord): DataRecord[] =>
	['A', 'B', 'C', 'D'].map((Code) => ({ Code, Name: Code, Blocked: Blocked[Code] ?? null }));
const ROWS = [
	{ id: 0, code: 'A', Name: 'Old', active: true },
	{ id: 1, code: 'B', Name: 'B', active: false },
	{ id: 2, code: 'X', Name: 'X', active: true },
	{ id: 3, code: 'D', Name: 'D', active: true },
];

async function outcomeOf(records: DataRecord[]) {
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
});

it('holds back nobody while one record has a value there, also false', async () => {
	expect(await outcomeOf(customers({ B: true }))).toBe('+C ~A -X ');
	expect(await outcomeOf(customers({ D: false }))).toBe('+C ~A ~B -X ');
});
