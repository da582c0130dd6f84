import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { readCustomers, type NodeRun } from '../../harness/engine/runNode.mts';
import { range } from '../support/range.mts';
import { serveOnly, useOwnService } from './support/service.mts';
import { locator } from './support/trigger.mts';

const service = useOwnService({ sizes: { customers: 1 } });

/** Reports how the customers of the service differ from rows. */
async function report(
	rows: IDataObject[],
	options: INodeParameters = {},
	{ parameters: more, ...run }: Partial<NodeRun> = {},
	fields = ['Name', 'City'],
) {
	const pairs = fields.map((field) => ({ field, value: field.toLowerCase() }));
	const parameters = {
		operation: 'report',
		keyField: locator('Code'),
		inputKey: 'code',
		compareFields: { pairs },
		...more,
	};
	const outcome = await readCustomers(service(), options, { parameters, input: rows, ...run });
	const [lines = [], [summary] = []] = outcome.outputs;
	return { ...outcome, lines: lines.map(({ json }) => json), summary: summary?.json };
}

const customers = range(0, 12).map((nth) => ({
	Code: `C${nth}`,
	Name: `Customer ${nth}`,
	City: 'Ulm',
}));
const NOBODY = { Code: '', Name: '', City: '' };

const rowOf = ({ Code, Name, City }: (typeof customers)[number]): IDataObject => ({
	code: Code,
	name: Name,
	city: City,
	active: true,
});

const other = (nth: number): IDataObject => ({ code: `X${nth}`, name: `Other ${nth}` });

it('counts only the records that are wanted, and reports the rows of others as removed', async () => {
	serveOnly(service(), [...customers, { Code: 'A', Name: 'Away', City: 'Bonn' }, NOBODY]);
	const conditions = [{ field: 'City', condition: 'is', value: 'Ulm' }];
	const rows = [...customers.map(rowOf), { code: 'A', name: 'Away', city: 'Bonn' }];
	const run = { parameters: { onlyRecords: { conditions } } };
	const { lines, summary } = await report(rows, {}, run);
	expect(lines).toEqual([expect.objectContaining({ change: 'removed', key: 'A', name: 'Away' })]);
	expect(summary).toMatchObject({ records: 12, removed: 1, heldBack: 0, stops: '' });
	const { summary: stopped } = await report([...rows, ...range(0, 5).map(other)], {}, run);
	expect(stopped?.stops).toContain("Those that 'Only Records With' leaves out");
});

it('says who, which field, from what, to what, and why somebody is held back', async () => {
	serveOnly(service(), customers);
	const [first = {}, second = {}, third = {}, , fifth = {}, ...others] = customers.map(rowOf);
	const rows = [
		{ ...first, city: 'Bonn', name: 'Other' },
		{ ...second, active: false },
		{ ...third, code: 'OLD' },
		{ ...fifth, code: 'c4' },
		{ code: 'X', name: 'Gone <b>', active: true },
		...others,
	];
	const { lines, summary, hints } = await report(rows, {
		removedField: 'active',
		removedValue: 'false',
	});
	const nothing = { field: '–', from: '–', to: '–', note: '–' };
	const held = { ...nothing, change: 'held back', note: expect.stringMatching(/\. If /) };
	expect(lines).toEqual([
		{ ...held, key: 'c4', name: 'Customer 4' },
		{ ...held, key: 'C2', name: 'Customer 2' },
		{ ...nothing, change: 'created', key: 'C3', name: 'Customer 3' },
		{
			...nothing,
			change: 'updated',
			key: 'C0',
			name: 'Customer 0',
			field: 'Name',
			from: 'Other',
			to: 'Customer 0',
		},
		{
			...nothing,
			change: 'updated',
			key: 'C0',
			name: 'Customer 0',
			field: 'City',
			from: 'Bonn',
			to: 'Ulm',
		},
		{
			...nothing,
			change: 'updated',
			key: 'C1',
			name: 'Customer 1',
			field: 'active',
			from: 'false',
			to: 'back in the list',
		},
		{ ...nothing, change: 'removed', key: 'X', name: 'Gone <\u200bb>' },
	]);
	const text =
		'12 input items compared: 1 to create, 2 to update (Name 1, City 1, marked as removed 1), 1 to mark as inactive, 2 held back. If a workflow has asked your CRM for some of these records before, it names them instead of creating them again.';
	expect(summary).toEqual({
		rows: 12,
		records: 12,
		created: 1,
		updated: 2,
		removed: 1,
		leftAlone: 0,
		heldBack: 2,
		lines: 7,
		byField: { Name: 1, City: 1, 'marked as removed': 1 },
		heading: '1 to create, 2 to update, 1 to mark as inactive, 2 held back',
		html: expect.stringContaining('<b>To mark as inactive (1)</b>'),
		text,
		stops: '',
	});
	expect(hints).toEqual([text]);
});

it('says of each row that would be updated that it would, where no field is compared', async () => {
	serveOnly(service(), [...customers.slice(0, 2), { Name: 'No code', Code: null, City: 'Ulm' }]);
	const rows = [
		rowOf(customers[0] ?? NOBODY),
		{ code: 'C1', name: 'A' },
		{ code: 'C1', name: 'B' },
	];
	const { lines } = await report(rows, {}, {}, []);
	const [first, second, third] = lines;
	expect(first).toMatchObject({ change: 'held back', key: '–', name: '–' });
	expect(first?.note).toContain('Record 3 in the list (No code, Ulm)');
	expect(second).toMatchObject({ change: 'held back', key: 'C1', name: '–' });
	expect(second?.note).toMatch(/^2 input items share .*"C1"/);
	expect(third).toMatchObject({ change: 'updated', key: 'C0', field: '–' });
});

it('says in the mail what was compared, and what nobody is told twice', async () => {
	serveOnly(service(), customers);
	const [, ...others] = customers.map(rowOf);
	const { summary } = await report([...others, { name: 'No code' }, { name: 'None' }]);
	expect(summary?.html).toContain(
		'>Rows of the other system: 13 (2 without an identifier, left alone). Records of the list: 12.<br>If a workflow has asked',
	);
	const { summary: further } = await report([...customers.map(rowOf), other(1)]);
	expect(further?.html).toContain('>Rows of the other system: 13. Records of the list: 12.</p>');
	expect(further?.text).toBe('13 input items compared: 1 to remove');
});

it('says what Compare would stop at, instead of stopping', async () => {
	serveOnly(service(), customers);
	const { lines, summary, error } = await report([{}]);
	expect(error).toBeUndefined();
	expect([lines.length, lines[1]?.change]).toEqual([13, 'created']);
	expect(summary?.stops).toContain('12 of 12 records');
	expect(lines[0]).toMatchObject({ change: 'held back', key: '–', note: summary?.stops });
	const inStep = await report(customers.map(rowOf));
	expect([inStep.lines, inStep.summary]).toEqual([[], undefined]);
});

it('reports the same each time, in a published workflow, too', async () => {
	serveOnly(service(), customers);
	const run = { mode: 'trigger', staticData: {} } as const;
	for (const _ of ['once', 'twice']) {
		const { lines } = await report(customers.slice(1).map(rowOf), {}, run);
		expect(lines).toMatchObject([{ change: 'created', key: 'C0' }]);
	}
	expect(run.staticData).toEqual({});
});

it.each([
	['manual', 12, 0],
	['trigger', 0, 12],
] as const)(
	'says what a workflow would do that runs as it does: %s',
	async (mode, updated, heldBack) => {
		serveOnly(service(), customers);
		const rows = customers.map((one) => ({ ...rowOf(one), city: 'Bonn' }));
		const { summary } = await report(rows, {}, { mode, staticData: {} });
		expect(summary).toMatchObject({ updated, heldBack });
	},
);

it('says of two pairs with one field what each of them has', async () => {
	serveOnly(service(), customers.slice(0, 1));
	const rows = [{ code: 'C0', name: 'Other', label: 'Customer 0' }];
	const pairs = ['name', 'label'].map((value) => ({ field: 'Name', value }));
	const parameters = {
		operation: 'report',
		keyField: locator('Code'),
		inputKey: 'code',
		compareFields: { pairs },
	};
	const { lines } = await report(rows, {}, { parameters });
	expect(lines).toMatchObject([{ field: 'Name', from: 'Other', to: 'Customer 0' }]);
});

it('fails where the list cannot be read', async () => {
	service().setFaults([{ kind: 'status', status: 400 }]);
	const { error, lines } = await report([{}]);
	expect([error?.message, lines]).toEqual([expect.stringContaining('status 400'), []]);
});
