import { describe, expect, it } from 'vitest';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import { compareRows } from '../../support/comparing.mts';
import { customers, FIELDS, rowsOf } from '../../support/customers.mts';
import { range } from '../../support/range.mts';
import { listAndRowsIn } from '../../support/stories.mts';

const GONE = { code: 'GONE', Name: 'Gone' };

describe('a list in which a row has no record', () => {
	it('is read again, and any other list once', async () => {
		const records = customers(3);
		expect((await compareRows(records, rowsOf(customers(2)))).reads).toBe(1);
		expect((await compareRows(records, [...rowsOf(records), { Name: 'Lead' }])).reads).toBe(1);
		expect((await compareRows(records, [...rowsOf(records), GONE])).reads).toBe(2);
	});

	it('removes only the row that both reads miss, and counts what the second one finds', async () => {
		const records = customers(30);
		const rows = [...rowsOf(records), GONE, { code: 'BACK', Name: 'Before' }];
		const back = { ...customers(1)[0], Code: 'BACK' };
		const again = [...records.slice(1), back];
		const { removed, updated, created, named } = await compareRows(records, rows, { again });
		expect(removed.map(({ row }) => row.key)).toEqual(['"GONE"']);
		expect(updated.map(({ row }) => row.key)).toEqual(['"BACK"']);
		expect([created, named]).toEqual([[], '']);
	});

	const doubtful: DataRecord[] = [...customers(29), { Name: 'No code' }];

	it.each([
		['first', doubtful, customers(30)],
		['second', customers(30), doubtful],
	])('removes nobody where the %s read leaves a doubt', async (_, records, again) => {
		const rows = [...rowsOf(customers(29)), GONE];
		const { removed, named } = await compareRows(records, rows, { again });
		expect(removed).toEqual([]);
		expect(named).toContain('The list has no record for "GONE"');
	});

	it('says nothing of a row that only the first read misses, in doubt, too', async () => {
		const rows = rowsOf(customers(30));
		const nobody = { Name: 'No code' };
		const [first, again] = [customers(30).slice(1), customers(30)];
		const { removed, named } = await compareRows([...first, nobody], rows, {
			again: [...again, nobody],
		});
		expect([removed, named]).toEqual([[], expect.not.stringContaining('has no record for')]);
	});

	it('says whose a row may be now that only the second read misses', async () => {
		const given = 'A: a@x, Ann; O: o@x, Own / A: a@x, Al; O: o@x, Own; X: x@x, Xen';
		const { list, rows } = listAndRowsIn(given, ['Email', 'Name']);
		const shared = { Code: 'S', Email: 'a@x', Name: 'Ann' };
		const again = [...list.slice(1), shared, { ...shared, Email: 's@x' }];
		const options = { fields: ['Email', 'Name'], by: ['Email'], again };
		const { removed, named } = await compareRows(list, rows, options);
		expect(removed.map(({ row }) => row.key)).toEqual(['"X"']);
		expect(named).toContain('"S" as "A"');
	});

	it('creates no record whose code changed between two reads', async () => {
		const records = customers(30);
		const rows = rowsOf(records);
		rows.push({ code: 'GONE', Name: 'Gone' });
		const again = records.map((one) => (one.Code === 'C7' ? { ...one, Code: 'NEW' } : one));
		const { created, removed, named } = await compareRows(records, rows, { fields: FIELDS, again });
		expect([created, removed.map(({ row }) => row.key)]).toEqual([[], ['"GONE"']]);
		expect(named).toContain('"NEW" as "C7"');
	});
});

it('lets guards count rows and records that are only alike', async () => {
	const rows = rowsOf(customers(30)).map((row) => ({ ...row, code: `NEW-${String(row.code)}` }));
	const { stopped, named } = await compareRows(customers(30), rows, { fields: FIELDS });
	expect(stopped).toContain('No contact has a record in the list');
	expect(named).toContain('30 records seem to be in your CRM under another identifier');
});

it('says first that no row has the removed field, because then nobody is matched', async () => {
	const records = [1, 2].map((nth) => ({ Code: `C${nth}`, Name: `Customer ${nth}` }));
	const rows = records.map(({ Name }, id) => ({ id, Name, active: undefined }));
	const { errors } = await compareRows(records, rows, { by: ['Name'], isUnattended: false });
	expect(errors.map(({ message }) => message)).toEqual([
		"No contact has the field 'active', so all of them count as marked as removed",
		expect.stringMatching(/^It is not clear/),
	]);
	const [marked, ...others] = rows;
	const some = [{ ...marked, active: true }, ...others];
	const known = await compareRows(records, some, { by: ['Name'], isUnattended: false });
	expect(known.named).toMatch(/^It is not clear/);
});

it('says first what speaks against a field, and then what speaks against one record', async () => {
	const records = range(0, 12).map((nth) => ({ Code: `C${nth}`, Name: `${nth}` }));
	const rows = [
		...records.map(({ Code, Name }) => ({ code: Code, Name: `${Name} GmbH` })),
		{ code: 'c0', Name: 'Other' },
	];
	const { errors } = await compareRows(records, rows);
	expect(errors.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^'Name' differs in 12 of the/),
		expect.stringMatching(/^A contact has "c0"/),
	]);
});
