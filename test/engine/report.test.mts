import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { readCustomers, type NodeRun } from '../../harness/engine/runNode.mts';
import { range } from '../support/range.mts';
import {
	expectOutcome,
	listAndRowsIn,
	MARK,
	storiesIn,
	SIGNS as STORY_SIGNS,
} from '../support/stories.mts';
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

const SIGNS: Record<string, string> = { ...STORY_SIGNS, 'held back': '?' };

/** What a line says: `~a Name 2 1` of a value that differs, `?a` of who is held back, and `! why` of what is nobody's. */
const said = ({ change, key, note, field, from, to }: IDataObject) =>
	key === '–'
		? `! ${String(note)}`
		: [`${SIGNS[String(change)]}${String(key)}`, field, from, to]
				.filter((one) => one !== '–')
				.join(' ');

/** What an execution finds, as `the list / the rows`, and reports. */
const STORIES = `
says nothing in step: a1 b1 / b1 a1 →
says who is new, what differs and who is gone: a1 b1 c1 d1 / b2 c1 d1 x9 → +a; ~b Name 2 1; -x
says who is back in the list: a1 b1 / a1 b2! → ~b Name 2 1; ~b active false back in the list
says who is held back before all others: a1 b2 c3 d4 e5 / A1 b3 c3 x4 → ?a; ?d; +e; ~b Name 3 2
says what nobody can be told by: a1 b1 _9 / a1 b2 b3 → ! Record 3 in the list (9); ?b
says nothing of rows without an identifier: a1 b1 / a1 b1 _9 →
says what Compare would stop at, instead of stopping: a1 b1 c1 / → ! 3 of 3 records; +a; +b; +c
reports the rows of records that are not wanted as removed (only 1): a1 b1 c2 / a1 b1 c2 → -c
says why so many are (only 1): [0…12] w2 / [0…12] w2 x1 y3 z4 → ! 4 of 17 contacts…Those that 'Only Records With' leaves out; -w; -x; -y; -z
`;

it.each(storiesIn(STORIES))('Report %s', async (_, steps) => {
	for (const { settings, given, outcome } of steps) {
		const { list, rows, marking } = listAndRowsIn(given);
		serveOnly(service(), list);
		const conditions = [{ field: 'Name', condition: 'is', value: '1' }];
		const pairs = [{ field: 'Name', value: 'Name' }];
		const parameters = {
			compareFields: { pairs },
			...marking,
			...(settings === 'only 1' && { onlyRecords: { conditions } }),
		};
		const { lines, error, summary } = await report(
			rows.length > 0 ? rows : [{}],
			{},
			{
				parameters,
			},
		);
		expect(error).toBeUndefined();
		const wanted = list.filter(({ Name }) => settings !== 'only 1' || Name === '1');
		if (outcome) expect(summary?.records).toBe(wanted.length);
		expectOutcome(lines.map(said), outcome);
	}
});

it('says all of each line, and counts them', async () => {
	serveOnly(service(), customers);
	const [, second, third, fourth, ...others] = customers.map(rowOf);
	const marked = { ...fourth, active: false };
	const gone = { code: 'X', name: 'Gone <b>', active: true };
	const rows = [{ ...second, city: 'Bonn' }, { ...third, code: 'c2' }, marked, gone, ...others];
	const { lines, summary, hints } = await report(rows, {}, { parameters: MARK });
	const nothing = { field: '–', from: '–', to: '–', note: '–' };
	const held = { ...nothing, change: 'held back', note: expect.stringMatching(/\. If /) };
	const differs = { field: 'City', from: 'Bonn', to: 'Ulm' };
	const back = { field: 'active', from: 'false', to: 'back in the list' };
	expect(lines).toEqual([
		{ ...held, key: 'C2', name: 'Customer 2' },
		{ ...nothing, change: 'created', key: 'C0', name: 'Customer 0' },
		{ ...nothing, ...differs, change: 'updated', key: 'C1', name: 'Customer 1' },
		{ ...nothing, ...back, change: 'updated', key: 'C3', name: 'Customer 3' },
		{ ...nothing, change: 'removed', key: 'X', name: 'Gone <\u200bb>' },
	]);
	const text =
		'12 contacts compared with 12 records: 1 to create, 2 to update (City 1, marked as removed 1), 1 to mark as inactive, 1 held back. If a workflow has asked your CRM for some of these records before, it names them instead of creating them again.';
	expect(summary).toEqual({
		rows: 12,
		records: 12,
		leftOut: 0,
		created: 1,
		updated: 2,
		removed: 1,
		leftAlone: 0,
		heldBack: 1,
		lines: 5,
		byField: { City: 1, 'marked as removed': 1 },
		heading: '1 to create, 2 to update, 1 to mark as inactive, 1 held back',
		html: expect.stringContaining('<b>To mark as inactive (1)</b>'),
		text,
		stops: '',
	});
	expect(hints).toEqual([text.replace('. If', '.<br>If')]);
});

it('says in the summary, too, what Compare would stop at, and nothing where it would not', async () => {
	serveOnly(service(), customers);
	const { lines, summary } = await report([{}]);
	expect(summary?.stops).toContain('12 of 12 records');
	expect(summary?.heading).toBe('Nothing would be saved: 12 to create');
	expect(lines[0]).toMatchObject({ change: 'held back', key: '–', note: summary?.stops });
	const { summary: other } = await report(customers.slice(1).map(rowOf));
	expect(other).toMatchObject({ created: 1, heldBack: 0, stops: '' });
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
	expect(second?.note).toMatch(/^2 contacts share .*"C1"/);
	expect(third).toMatchObject({ change: 'updated', key: 'C0', field: '–' });
});

it('says in the mail what was compared, and what nobody is told twice', async () => {
	serveOnly(service(), customers);
	const [, ...others] = customers.map(rowOf);
	const { summary } = await report([...others, { name: 'No code' }, { name: 'None' }]);
	expect(summary?.html).toContain(
		'>Your CRM has 13 contacts (2 without an identifier, left alone). The list has 12 records.<br>If a workflow has asked',
	);
	const { summary: further } = await report([...customers.map(rowOf), other(1)]);
	expect(further?.html).toContain('>Your CRM has 13 contacts. The list has 12 records.</p>');
	expect(further?.text).toBe('13 contacts compared with 12 records: 1 to remove');
});

it('outputs no summary where there is nothing to say', async () => {
	serveOnly(service(), customers);
	const { lines, summary } = await report(customers.map(rowOf));
	expect([lines, summary]).toEqual([[], undefined]);
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
