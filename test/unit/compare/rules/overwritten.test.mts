import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataRecord } from '../../../../nodes/CustomerData/api/page';
import { compareRows } from '../../../support/comparing.mts';
import { customers, FIELDS, rowsOf } from '../../../support/customers.mts';
import { law } from '../../../support/law.mts';

const sizes = fc.integer({ min: 1, max: 40 });

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
			const message = `No record has a value in 'Email', but ${count} contacts have one`;
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
			const message = `'Name' differs in ${count} of the ${of} contacts that have a value there`;
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
