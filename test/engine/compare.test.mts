import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { IDataObject, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { readCustomers, type NodeRun } from '../../harness/engine/runNode.mts';
import type { DataRecord } from '../../nodes/CustomerData/api/page';
import { canonical } from '../../nodes/CustomerData/identity/identity';
import { looseKey } from '../../nodes/CustomerData/identity/spelling';
import { hasContent } from '../../nodes/CustomerData/values/content';
import { isEqual } from '../../nodes/CustomerData/values/equality';
import { law } from '../support/law.mts';
import { range } from '../support/range.mts';
import { expectOutcome, listAndRowsIn, MARK, storiesIn } from '../support/stories.mts';
import { CODES_AS, GO_ON, RETURNS, saidIn, saved } from './support/crm.mts';
import { ownService, serveOnly, servePages, useOwnService } from './support/service.mts';
import { locator, logged } from './support/trigger.mts';

const service = useOwnService({ sizes: { customers: 60 } });

const ALL = { maxCreated: 100, maxRemovals: 100 };
const COMPARE = { operation: 'compare', keyField: locator('Code'), inputKey: 'code' };

const pair = (field: string) => ({ field, value: field });
const pairs = (...fields: string[]) => ({ compareFields: { pairs: fields.map(pair) } });

/** Compares rows, whose identifier is in `code`, with the customers of a service. */
async function compare(
	rows: IDataObject[],
	options: INodeParameters = {},
	{ parameters, ...run }: Partial<NodeRun> = {},
	of = service(),
) {
	const asked = { ...COMPARE, ...pairs('Name', 'CreditLimit'), ...parameters };
	const outcome = await readCustomers(of, options, { ...run, parameters: asked, input: rows });
	const [created = [], updated = [], removed = [], heldBack = []] = outcome.outputs;
	const events = [
		...created.map(({ json }) => `+${json.Code}`),
		...updated.map(({ json }) => `~${json.Code}`),
		...removed.map(({ json }) => `-${json.code}`),
	];
	return { ...outcome, created, updated, removed, heldBack, said: saidIn(heldBack), events };
}

const customers = () => service().lists.GetCustomers.page(0, 60);
const rowOf = ({ Code, ...fields }: Record<string, unknown>): IDataObject =>
	JSON.parse(JSON.stringify({ code: Code, ...fields }));

const rowsIn = (text: string) => listAndRowsIn(`/${text}`).rows;

/** Compares `the list / the rows`. */
async function compareGiven(text: string, options: INodeParameters, run: Partial<NodeRun> = {}) {
	const { list, rows, marking } = listAndRowsIn(text);
	serveOnly(service(), list);
	return await compare(rows, { ...marking, ...options }, run);
}

const SETTINGS: Record<string, INodeParameters> = {
	'all allowed': ALL,
	'creating allowed': { maxCreated: 100 },
	'99 % allowed': { maxCreated: 99 },
	'creating forbidden': { maxCreated: 0 },
	'removing allowed': { maxRemovals: 100 },
	'a fifth allowed': { maxRemovals: 20 },
	boxes: MARK,
	'by name': { matchBy: ['Name'] },
};

/** @param lines each a field, a condition, and a value */
const only = (...lines: string[]): INodeParameters => ({
	onlyRecords: {
		conditions: lines.map((line) => {
			const [field = '', condition = '', value = ''] = line.split(' ');
			return { field, condition, value };
		}),
	},
});

const CONDITIONS: Record<string, INodeParameters> = {
	'only 1': only('Name is 1'),
	'only 2': only('Name is 2'),
	'only 1 or 2, not z': only('Name is 1', 'Name is 2', 'Code isNot z'),
	'not 2, not 3': only('Name isNot 2', 'Name isNot 3'),
};

/** What executions find, as `the list / the rows`, and output. */
const STORIES = `
outputs nothing in step: a1 b1 / b1 a1 →
leaves leads alone (all allowed): a1 b1 / _9 _8 → +a +b
removes nobody because of an empty list (all allowed, goes on): / x1 y1 → ! The list has no record for "x" and "y"…the list is empty
removes nobody because of a record without an identifier (all allowed, goes on): a1 _9 / x2 y3 → ! Record 2 in the list (9)…for "x" and "y"…a record without; +a
removes who is missing beside records that share one (all allowed, goes on): a1 d2 d3 / x4 y5 → ! 'Code' does not identify a record: records 2 and 3…"d"; +a -x -y
keeps the row whose record may share one now (all allowed, goes on): a1 d2 d3 / a1 x3 y5 → ! 'Code' does not identify a record…1 record seems…"d" as "x"; -y
removes nobody because of equal records (all allowed, goes on): a1 d2 d2 / x3 y4 → ! The list has no record for "x" and "y"…duplicates; +a +d
does not mind equal records where nobody is missing: a1 d1 d1 / a1 d1 →
fails in doubt where somebody is missing: a1 d1 d1 / a1 d1 x1 → ! The list has no record for "x"
goes on in doubt with what is new and what differs (goes on): a1 b1 d1 d1 / a2 d1 x3 → ! The list has no record for "x"; +b ~a
lets ten of 60 be created (creating forbidden): [0…59] / [10…59] → +[0…9]
lets twelve of 60 be created: [0…59] / [12…59] → +[0…11]
stops thirteen: [0…59] / [13…59] → ! 13 of 60 records
lets more be created where that is allowed (creating allowed): [0…59] / [13…59] → +[0…12]
lets more be removed where that is allowed (removing allowed): [0…59] / [0…75] → -[60…75]
stops more than a fifth, without marked rows and leads: [0…59] / [0…75] _9 _9 y1! → ! 16 of 76 input items
counts who is missing from an empty list (goes on): / [0…79] → ! 80 of 80 input items…Even then
counts who is missing beside equal records (goes on): [0…59] 30:1 / 0:2 [1…79] → ! 20 of 80 input items…Even then
counts who is missing beside one without a code (goes on): [0…59] _9 / 0:2 [1…79] → ! 20 of 80 input items…Even then
stops 501 removals: [0…2999] / [0…3500] → ! 501 of 3501 input items…(500,
lets 500 be removed: [0…2999] / [0…3499] → -[3000…3499]
lets a fifth be removed: [0…59] / [0…74] → -[60…74]
lets 501 be removed where a percentage is set (a fifth allowed): [0…2999] / [0…3500] → -[3000…3500]
asks before a list is created, however short (99 % allowed): a1 b1 c1 / → ! 3 of 3 records
creates it where that is allowed (creating allowed): a1 b1 c1 / → +a +b +c
creates a few where others are known: a1 b1 c1 / b1 c1 → +a
creates half where the others are known: a1 b1 / b1 → +a
asks before most are created: a1 b1 c1 / c1 → ! 2 of 3 records
asks before one is created: a1 / → ! 1 of 1 records
asks before all is created and removed: a1 b1 / _9 x1 y1 → ! No input item has a record…"x", and the list has "a"
asks although all may be created (creating allowed): a1 / _9 x1 y1 → ! No input item has a record in the list
asks although all may be removed (removing allowed): a1 / _9 x1 y1 → ! No input item has a record in the list
outputs that as one error, and nothing else (goes on): a1 / x1 y1 → ! No input item has a record in the list
creates and removes all where that is allowed (all allowed): a1 b2 / _9 x3 y4 → +a +b -x -y
knows a row whose identifier several records have (creating allowed, goes on): c1 c2 e1 / c1 → ! 'Code' does not identify a record…"c"; +e
touches nobody whose values a row without an identifier has (all allowed, goes on): a1 b2 c3 d4 e5 / d4 e5 _1 _2 → ! 2 records seem…"a" without one and "b" without one; +c
touches nobody whose code changed (goes on): a1 b2 c3 d4 / a1 b2 c3 x4 → ! 1 record seems…"d" as "x"
does so in doubt, too (goes on): a1 b2 c3 d4 _9 / a1 b2 c3 x4 → ! Record 5…1 record seems…"d" as "x"
names rows that share an identifier or are spelled otherwise (all allowed): A1 c1 / A1 A2 C1 → ! 2 input items share…"A"… An input item has "C"…"c"
goes on with the others (all allowed, goes on): A1 B3 c1 D1 / A1 A2 C1 D2 → ! 2 input items share…"A"… An input item has "C"; +B ~D
counts a row once that comes twice: a1 / a1 a1 →
counts one row that is not marked beside those that are: a1 b1 / a1 b2! b3! b1 →
names those that are all marked: a1 b1 / a1 b1! b2! → ! 2 input items share…"b"
takes rows for marked where a system leaves empty boxes out of all of them (boxes): a1 b1 / x1 a1 b1 → ~a ~b
creates nobody whose row may be one of two: A1 a1 b1 / A1 A2 b1 → ! 2 input items share…"A"… An input item has "A"…"a"
gives a row without an identifier that of the one record with its name (all allowed, by name): a1 b2 c3 d4 / a1 _2 _9 d5 → +c ~d ~b
does so where nobody is left to create (a fifth allowed, by name): a1 b2 c3 d4 / _1 _2 _3 _4 → ~a ~b ~c ~d
names a name that several records have (all allowed, by name, goes on): a1 b2 c2 d4 / a1 _2 → ! It is not clear…"2" ("b" and "c"). Neither; +d
names a name that a row with an identifier has, too (all allowed, by name, goes on): a1 b1 c3 d4 / a1 _1 c3 → ! It is not clear…"1" ("b"); +d
takes no record that has a row (all allowed, by name): a1 b2 / a1 b2 _1 →
brings back nobody by a name alone (all allowed, by name): a1 b2 / a1 _2! → ! It is not clear…"2" ("b"). Neither
leaves alone what seems to be the row of another one (all allowed, by name, goes on): A1 b2 / a3 _1 b2 → ! An input item has "a"
finds whom it created without an identifier, and asks for that (published, all allowed, by name): a1 b2 / a1 → +b | a1 b2 / a1 _2 → ~b | a1 b2 / a1 _2 → ! "b"…was output as updated; ~b | a1 b2 / a1 b2 → | a1 b3 / a1 → ! "b"…was output as created
matches nobody where nobody looks, and no row has an identifier (published, by name): a1 b2 / _1 _2 → ! No input item has a value in 'code'
creates whoever is wanted (all allowed; only 1): a1 b2 c1 d3 / a1 → +c
creates whoever has one of the values, and none of others (all allowed; only 1 or 2, not z): a1 b2 c3 z1 / a1 → +b
creates whoever has none of some (all allowed; not 2, not 3): a1 b2 c3 d4 / a1 → +d
counts only those who are wanted (only 1): [0…59] x2 y2 z2 / [13…59] → ! 13 of 60 records are…Those that 'Only Records With' leaves out
removes the row of whoever is not (only 1): a1 b2 c1 / a1 b1 c1 → -b
leaves it alone once it is marked (only 1): a1 b2 c1 / a1 b2! c1 →
brings it back once its record is wanted again (only 1): a1 b1 c1 / a1 b2! c1 → ~b
does not mind who is not wanted, without an identifier or with that of others (only 1): a1 _2 d1 d2 e2 e3 / a1 d1 e1 x1 → -e -x
minds a read in which one came twice, wanted or not (goes on; only 1): a1 d2 d2 / a1 x1 → ! The list has no record for "x"…duplicates
says why many would be removed (only 2): [0…59] y2 / [0…59] y2 → ! 60 of 61 input items…Those that 'Only Records With' leaves out
says it where all are left out who have a row (only 2): a1 b1 c2 / a1 b1 → ! No input item has a record in the list…Those that 'Only Records With' leaves out
refuses what leaves nobody (only 2): a1 b1 / a1 b1 → ! 'Only Records With' would leave out all 2 records…in the first record, 'Name' is 1.
refuses what leaves out the only one (only 2): a1 / a1 → ! 'Only Records With' would leave out the only record
does not blame it for an empty list (goes on; only 2): / x1 → ! The list has no record for "x"…the list is empty
finds the row of a record that is not wanted, and removes it (all allowed, by name; only 1): a1 b2 c1 / a1 _2 x3 → +c -x -b
asks again to create whom it left out meanwhile (published; only 1): a1 b1 c1 / a1 c1 → +b | a1 b1 c1 / a1 c1 → ! "b"…was output as created | a1 b2 c1 / a1 c1 → | a1 b1 c1 / a1 c1 → +b
names what was not done, and creates nobody again (published): a1 b1 c1 d1 / b2 c1 x9 → +a +d ~b -x | 2× a1 b1 c1 d1 / b2 c1 x9 → ! "a"…and "d"…were output as created…"b"…was output as updated…"x"…was output as removed; ~b -x
`;

it.each(storiesIn(STORIES))('Compare %s', async (_, steps) => {
	const published = { mode: 'trigger', staticData: {}, workflowId: randomUUID() } as const;
	for (const { settings, given, outcome } of steps) {
		const { error, said, events } = await compareGiven(
			given,
			Object.assign({}, ...settings.split(/[,;] /).map((one) => SETTINGS[one])),
			{
				...(/goes on|published/.test(settings) && GO_ON),
				...(settings.includes('published') && published),
				parameters: { ...CONDITIONS[settings.replace(/^.*; /, '')] },
			},
		);
		const failed = said.map((one) => `! ${one}`);
		const stopped = error ? [`! ${error.message}. ${error.description}`] : [];
		expectOutcome([...stopped, ...failed, events.join(' ')], outcome);
	}
});

describe('Compare', () => {
	it('outputs what a CRM lacks, has with other values, and has too many, each with its row', async () => {
		const [first = {}, second = {}, third = {}, ...others] = customers();
		const rows = [
			rowOf(first),
			{ ...rowOf(second), Name: 'Other' },
			{ code: 'X1', Name: 'Gone' },
			{ code: null, Name: 'Lead' },
			...others.map(rowOf),
		];
		const { outputs, hints, error } = await compare(rows);
		const differs = `Name: Other → ${String(second.Name)}`;
		expect(error).toBeUndefined();
		expect(outputs).toEqual([
			[{ json: third, pairedItem: [] }],
			[{ json: { ...second, input: rows[1], differs }, pairedItem: { item: 1 } }],
			[{ json: rows[2], pairedItem: { item: 2 } }],
			[],
		]);
		expect(hints).toEqual([
			'61 input items compared with 60 records: 1 to create, 1 to update (Name 1), 1 to remove, 1 left alone without an identifier.' +
				`<br>${String(second.Code)} (${String(second.Name)}): ${differs}`,
		]);
	});

	it.each([
		[
			'a1 b1 / a1 b1',
			'2 input items compared with 2 records: nothing to create, update or remove.',
		],
		['a1 / a2', '1 input item compared with 1 record: 1 to update (Name 1).<br>a (1): Name: 2 → 1'],
		['a1 / ', '0 input items compared with 1 record: 1 to create.'],
		[
			'a1 / a1 b1 _9',
			'3 input items compared with 1 record: 1 to remove, 1 left alone without an identifier.',
		],
	])('says what it found: %s → %s', async (given, said) => {
		expect((await compareGiven(given, ALL)).hints).toEqual([said]);
	});

	it('says how many records a condition leaves out, because nothing else shows it', async () => {
		const run = { parameters: only('Name is 1') };
		const { hints } = await compareGiven('a1 b2 c2 d1 / a1 d1', {}, run);
		expect(hints).toEqual([
			"2 input items compared with 2 records (2 left out by 'Only Records With'): nothing to create, update or remove.",
		]);
	});

	it('outputs rows that a node can save without a mapping', async () => {
		const list = ['a', 'b', 'c'].map((Code) => ({ Code, Name: '1', CreditLimit: 1, Fax: 7 }));
		serveOnly(service(), list);
		const rows = ['a', 'b', 'x'].map((code, id) => ({ id, code, limit: 1, on: true }));
		const parameters = {
			compareFields: { pairs: [{ field: 'CreditLimit', value: 'limit' }] },
			output: 'rows',
			idField: 'id',
		};
		const options = { ...ALL, removedField: 'on', presentValue: '', fields: ['Hidden'] };
		const input: IDataObject[] = rows.map((row) => (row.code === 'b' ? row : { ...row, limit: 2 }));
		const { outputs, hints, error } = await compare(input, options, { parameters });
		expect(error).toBeUndefined();
		expect(outputs).toEqual([
			[{ json: { code: 'c', limit: 1, on: true }, pairedItem: [] }],
			[{ json: { id: 0, code: 'a', limit: 1 }, pairedItem: { item: 0 } }],
			[{ json: { id: 2, code: 'x', on: false }, pairedItem: { item: 2 } }],
			[],
		]);
		expect(hints.join()).toContain('<br>a (1): CreditLimit: 2 → 1');
		const lacking = await compare(input, options, { parameters: { ...parameters, idField: 'ID' } });
		expect(lacking.error?.message).toContain("Input item 1 has no value in 'ID'");
	});

	it('holds back rows to save that need a column that no row has, and says so once', async () => {
		serveOnly(
			service(),
			['a', 'b', 'c'].map((Code) => ({ Code, Name: Code, CreditLimit: Code === 'a' ? 1 : null })),
		);
		const rows = ['a', 'b', 'c'].map((code, id) => ({ id, code, Name: '-' }));
		const parameters = { ...pairs('Name', 'CreditLimit'), output: 'rows' };
		const { updated, said, hints } = await compare(rows, ALL, { parameters, ...GO_ON });
		expect(updated.map(({ json }) => json.code)).toEqual(['b', 'c']);
		const held = `No input item has the field 'CreditLimit', so "a" could not be saved there`;
		expect(said).toEqual([expect.stringContaining(held)]);
		expect(hints.join().split('No input item')).toHaveLength(2);
	});

	it('outputs the chosen fields and the identifier, and null in place of empty text', async () => {
		const Address = { Zip: '', Lines: ['', 'x', null] };
		serveOnly(service(), [{ Code: 'A', Name: '', Address, Fax: '' }]);
		const options = { ...ALL, fields: ['Name', 'Address'], emptyAsNull: true };
		const { created } = await compare([{}], options, { parameters: pairs('Fax') });
		const record = { Code: 'A', Name: null, Address: { Zip: null, Lines: [null, 'x', null] } };
		expect(created.map(({ json }) => json)).toEqual([record]);
		const whole = await compare([{}], ALL, { parameters: pairs('Fax') });
		expect(whole.created[0]?.json).toMatchObject({ Name: '', Fax: '' });
	});

	it('says which field to compare no row has, because it may be misspelled, or empty everywhere', async () => {
		const rows = customers().map(({ Code, Name }) => ({
			code: String(Code),
			company: String(Name),
		}));
		const parameters = {
			compareFields: {
				pairs: [
					{ field: 'Name', value: 'company' },
					{ field: 'City', value: 'adress.city' },
				],
			},
		};
		const run = { parameters, mode: 'trigger', ...GO_ON } as const;
		const { hints, updated, said } = await compare(rows, {}, run);
		expect(hints[0]).toMatch(
			/^No input item has the field 'adress.city'\.<br>.*'code' and 'company'\./,
		);
		expect([updated.length, said]).toEqual([60, []]);
		const [first, ...others] = rows;
		const one = [{ ...first, adress: { city: 'Ulm' } }, ...others];
		expect((await compare(one, {}, run)).hints).toHaveLength(1);
	});

	it('says which field to compare no record has, because it may be misspelled, or empty everywhere', async () => {
		const parameters = pairs('Name', 'Fax', 'Address.City', 'City');
		const rows = customers().map(({ Code, Name, City }) => rowOf({ Code, Name, City, Fax: null }));
		const run = { parameters, mode: 'trigger', ...GO_ON, workflowId: randomUUID() } as const;
		const { hints, events, said } = await compare(rows, {}, run);
		expect([events, said]).toEqual([[], []]);
		expect(hints.slice(1)).toEqual([
			expect.stringMatching(
				/^No record has the field 'Fax' or 'Address\.City'\.<br>Check 'Fields to Compare': .*'Code'/,
			),
			expect.stringContaining('60 input items compared'),
		]);
		for (const more of [{ Fax: null }, { Address: { City: '' } }])
			service().lists.GetCustomers.insert({ ...customers()[0], Code: 'X', ...more });
		expect((await compare(rows, ALL, run)).hints).toHaveLength(2);
		serveOnly(service(), []);
		expect((await compare([{}], ALL, run)).hints.join()).not.toContain('No record');
	});

	it.each([
		['manual', 60],
		['trigger', 0],
	] as const)('overwrites a field of most rows by hand alone: %s', async (mode, count) => {
		const rows = customers().map((one) => ({
			...rowOf(one),
			CreditLimit: 100 * Number(one.CreditLimit) + 1,
		}));
		const run = { mode, staticData: {}, ...GO_ON, workflowId: randomUUID() };
		const { updated, said } = await compare(rows, {}, run);
		const held = expect.stringMatching(/^'CreditLimit' differs in 60 of the 60/);
		expect([updated.length, said]).toEqual([count, count > 0 ? [] : [held]]);
	});

	it("takes the place of a record's own fields with what it says of an updated one", async () => {
		serveOnly(service(), [{ Code: 'a', Name: '1', CreditLimit: 1, differs: 'own', input: 'own' }]);
		const { updated } = await compare(rowsIn('a2'));
		expect(updated[0]?.json).toMatchObject({ differs: 'Name: 2 → 1', input: { code: 'a' } });
	});

	it('outputs a field of any name as a field of the item alone', async () => {
		const odd = JSON.parse('{ "Code": "a", "Name": "1", "__proto__": { "City": "elsewhere" } }');
		serveOnly(service(), [odd]);
		const { updated } = await compare(rowsIn('a2'));
		const json: IDataObject = updated[0]?.json ?? {};
		expect(json.City).toBeUndefined();
		expect(Object.keys(json)).toEqual(['differs', 'Code', 'Name', '__proto__', 'input']);
	});

	it('says that no row has the field of the mark, where all of them count as marked', async () => {
		const rows = customers().map(rowOf);
		const { hints } = await compare(rows, { removedField: 'aktive', removedValue: 'false' });
		expect(hints[0]).toMatch(/^No input item has the field 'aktive'\.<br>Check 'Removed Field': /);
	});

	it('reads one list, so a credential must be the same for all input items', async () => {
		const rows = customers().map((one) => ({ ...rowOf(one), company: 1001 }));
		const credential = { companyId: '={{ $json.company }}' };
		const first = await compare(rows, { parallelRequests: 1 }, { credential });
		expect(first.events).toEqual([]);
		expect(service().requests).toHaveLength(2);
		const other = await compare([...rows, { code: 'X', company: 1002 }], {}, { credential });
		expect(other.error?.message).toBe(
			'The credential has other values for input item 61 than for the first one',
		);
		expect(other.error?.description).toContain('a workflow for each company');
		expect(other.events).toEqual([]);
	});

	it("says in n8n's log what it read and found, and beside the output which fields differ", async () => {
		serveOnly(
			service(),
			[1, 2, 3].map((Code) => ({ Code, Name: '1', CreditLimit: 1 })),
		);
		const [log, details] = [logged('info'), logged('debug')];
		const { hints } = await compare(rowsIn('1:2 2:1! 3:1!'), MARK);
		const summary =
			'3 input items compared with 3 records: 3 to update (marked as removed 2, Name 1)';
		const back = 'active: false → back in the list';
		const differences = ['1 (1): Name: 2 → 1', `2 (1): ${back}`, `3 (1): ${back}`];
		expect(hints).toEqual([[`${summary}.`, ...differences].join('<br>')]);
		expect(log.mock.calls).toEqual([[`Node: ${summary}`]]);
		expect(details).toHaveBeenCalledWith(expect.stringMatching(/^Node: records: 3, requests: 1,/));
	});

	it('in doubt because pages do not overlap fails where somebody is missing, and only then', async () => {
		const rows = customers().map(rowOf);
		servePages(service(), (page, offset) => page(offset - (offset % 50)));
		expect(await compare(rows)).toMatchObject({ error: undefined, said: [] });
		const { error, events } = await compare([...rows, { code: 'X' }]);
		expect(events).toEqual([]);
		expect(error?.message).toContain('could not check whether the list changed');
	});

	it.each([1, 2])('removes nobody where read %d of two leaves a doubt', async (doubtful) => {
		const rows = [...customers().map(rowOf), { code: 'X' }];
		let reads = 0;
		servePages(service(), (page, offset) => {
			if (offset === 0) reads += 1;
			const isOdd = ({ Code }: Record<string, unknown>) => reads === doubtful && Code === 'C000030';
			return page().map((one) => (isOdd(one) ? { Name: 'No code' } : one));
		});
		const options = { ...ALL, parallelRequests: 1 };
		const { removed, said } = await compare(rows, options, GO_ON);
		expect(removed).toEqual([]);
		expect(said.join()).toContain('a record without an identifier may be');
	});

	it('does not say of a row that it has no record where only the first read missed that', async () => {
		const [first = {}, ...others] = customers();
		serveOnly(service(), [...others, { Name: 'Nobody' }]);
		const list = service().lists.GetCustomers;
		let reads = 0;
		servePages(service(), (page, offset) => {
			if (offset === 0 && ++reads === 2) list.insert(first);
			return page();
		});
		const options = { ...ALL, parallelRequests: 1 };
		const rows = [first, ...others].map(rowOf);
		const { events, said } = await compare(rows, options, GO_ON);
		expect(events).toEqual([]);
		expect(said).toEqual([expect.stringContaining('Record 60 in the list (Nobody)')]);
	});

	it('names no record that was edited and moved during the read', async () => {
		const rows = customers().map(rowOf);
		let pages = 0;
		servePages(service(), (page) => {
			if (++pages === 2) {
				const list = service().lists.GetCustomers;
				const [record] = list.page(10, 1);
				list.remove(10);
				list.insert({ ...record, Name: 'Moved' });
			}
			return page();
		});
		const { error, said } = await compare(rows, { parallelRequests: 1 });
		expect({ error, said }).toEqual({ error: undefined, said: [] });
	});

	it('says above the output what it found, and why nothing or not all is output', async () => {
		const goOn = { ...GO_ON, settings: { onError: 'continueRegularOutput' } } as const;
		const empty = await compare([{}], {}, goOn);
		expect(empty.hints).toEqual([
			expect.stringMatching(
				/^0 input items compared with 60 records: 60 to create\.<br>60 of 60 records.*<br>Nothing was output\.<br>.*'Max Created \(%\)'/,
			),
		]);
		expect(empty.hints[0]).not.toContain('leaves out');
		expect(empty.events).toEqual([]);
		const twice = [...customers().map(rowOf), { code: 'C000001' }];
		const held = await compare(twice, {}, goOn);
		expect(held.hints).toEqual([
			expect.stringMatching(
				/^61 input items compared with 60 records: .*, 1 held back\.<br>2 input items share .*<br>Merge/,
			),
		]);
		expect(held.said).toEqual([expect.stringMatching(/^2 input/)]);
		const both = await compare(
			[...customers().slice(0, 9).map(rowOf), { code: 'C000001' }],
			{},
			goOn,
		);
		expect(both.hints[0]).toMatch(
			/: 51 to create, 1 held back\.<br>51 of 60.* for one execution\.<br>2 input/,
		);
		const many = customers().map((one) => ({ ...rowOf(one), code: ` ${one.Code}x`.repeat(9) }));
		const long = await compare(many, ALL, goOn);
		expect(long.hints[0]).toMatch(/^.{1000,1100}…$/);
		service().setFaults([{ kind: 'status', status: 400 }]);
		const unread = await compare([{}], {}, goOn);
		expect(unread.hints).toEqual([expect.stringMatching(/^The service.* \(status 400\)/)]);
	});

	const known = [{ code: 'C000001' }, { code: 'C000002' }];
	const KEY = "'Identifier in Input Item'";
	const CHECK = `Check ${KEY}`;
	const NO_VALUE = 'No input item has a value in';
	const NO_FIELD = 'No record has a field named';
	const line = (field: string, value: string) => ({ compareFields: { pairs: [{ field, value }] } });
	const wide = Object.fromEntries(range(0, 30).map((nth) => [`f${nth}`, nth]));
	const removedField = { options: { removedField: 'aktive', removedValue: 'gone' } };

	it.each<[string, string, IDataObject[], INodeParameters?]>([
		['Input item 3 has neither', KEY, [...known, { code: true }]],
		[`${NO_VALUE} 'code'`, CHECK, [{ a: 1 }, { a: 2 }]],
		[`${NO_VALUE} 'code'`, CHECK, [{ code: '' }]],
		[`${KEY} is empty`, 'Drag the field', known, { inputKey: ' ' }],
		['All input items have "7"', CHECK, known.map((row) => ({ ...row, x: 7 })), { inputKey: 'x' }],
		[`${NO_VALUE} '{{ $json.code }}'`, CHECK, known, { inputKey: '{{ $json.code }}' }],
		[`${NO_VALUE} 'C000001'`, CHECK, known, { inputKey: '={{ $json.code }}' }],
		[`${NO_FIELD} 'code'`, "In 'Identify Records By'", known, { keyField: locator('code') }],
		[`${NO_FIELD} 'Aktive'`, "In 'Only Records With'", known, only('Aktive is true')],
		[`${NO_FIELD} 'Name.x'`, "In 'Only Records With'", known, only('Name is a', 'Name.x is b')],
		[
			"'Only Records With' has a line",
			'Choose',
			known,
			{ onlyRecords: { conditions: [{ field: ' ' }] } },
		],
		[
			"The expression for 'Name' in 'Only Records With' returns no value",
			'To compare with an empty value, clear it',
			known,
			{ onlyRecords: { conditions: [{ field: 'Name', value: '={{ $json.none }}' }] } },
		],
		["'Condition' must be one of", 'Choose', known, only('Name has a')],
		["'Fields to Compare' has a line", 'Choose', known, line(' ', 'code')],
		["'Fields to Compare' has a line", 'Choose', known, line('Name', ' ')],
		["No input item has the field 'aktive'", "has the fields 'code'", known, removedField],
		[
			"'Match Also by Field Names or IDs' has the field 'City'",
			"Add it to 'Fields to Compare'",
			known,
			{ options: { matchBy: ['Name', 'City'] } },
		],
		[`${NO_VALUE} 'code'`, "'f18', and 'f19'. If your CRM", [wide]],
	])('refuses what it cannot compare: %s … %s, for %j and %j', async (...wrong) => {
		const [message, advice, input, parameters] = wrong;
		const { error, events } = await compare(input, {}, { ...(parameters && { parameters }) });
		expect(error?.message).toContain(message);
		expect(error?.description).toContain(advice);
		expect(events).toEqual([]);
	});

	it('refuses to output a field that no record has', async () => {
		const { error, events } = await compare(customers().map(rowOf), { fields: ['Nope'] });
		expect([error?.message, events]).toEqual(["No record has a field named 'Nope'", []]);
	});

	it('does not mind rows without the field of the mark beside one that has it', async () => {
		const rows = customers().map(rowOf);
		rows[0] = { ...rows[0], aktive: 'gone' };
		const { error, events, hints } = await compare(rows, removedField.options);
		expect([error, events]).toEqual([undefined, ['~C000001']]);
		expect(hints.join()).not.toContain('No input item');
	});

	it('refuses a setting of the node with which it would make a record of an empty item', async () => {
		const { error } = await compare([{}], {}, { settings: { alwaysOutputData: true } });
		expect(error?.message).toContain("'Always Output Data' is turned on");
	});

	it('sees all rows at once: a second comparison in one execution is refused', async () => {
		const rows = customers().map(rowOf);
		const inputs = [rows.slice(0, 55), rows.slice(55)];
		const settings = { onError: 'continueRegularOutput' } as const;
		const { runs } = await compare([], {}, { inputs, ...GO_ON, settings });
		const again = 'compared the same list before in this execution. It must see all rows at once';
		const refused = ['55 of 60 records', again];
		expect(runs).toMatchObject(
			refused.map((why) => [[], [], [], [{ json: { message: expect.stringContaining(why) } }]]),
		);
	});
});

describe('what Compare remembers in a published workflow', () => {
	const published = () =>
		({ ...GO_ON, mode: 'trigger', staticData: {}, workflowId: randomUUID() }) as const;
	const rows = (from = 0) => customers().slice(from).map(rowOf);
	const created = { events: ['+C000001'], said: [] };
	const again = [expect.stringMatching(/^"C000001" .*was output as created/)];

	it('is nothing that was done since, and does not keep a person from trying it by hand', async () => {
		const run = published();
		expect(await compare(rows(1), {}, run)).toMatchObject(created);
		expect(await compare(rows(1), {}, run)).toMatchObject({ events: [], said: again });
		service().lists.GetCustomers.upsert(0, { ...customers()[0], Phone: '1' });
		expect(await compare(rows(1), {}, run)).toMatchObject({ events: [], said: again });
		expect(await compare(rows(1), {}, { ...run, mode: 'manual' })).toMatchObject(created);
		expect(await compare(rows(), {}, run)).toMatchObject({ events: [], said: [] });
	});

	it('is nothing of a list that was not compared, or of another company', async () => {
		const run = published();
		service().setFaults([{ kind: 'status', status: 400, times: 1 }]);
		expect((await compare(rows(1), {}, run)).error?.message).toContain('(status 400)');
		expect(await compare(rows(1), {}, run)).toMatchObject(created);
		const { companyId, lists } = service().second;
		const ofOther = lists.GetCustomers.page(1, 60).map(rowOf);
		lists.GetCustomers.upsert(0, { ...customers()[0] });
		const credential = { companyId };
		expect(await compare(ofOther, {}, { ...run, credential })).toMatchObject(created);
		// Both are stored, also for a process that knows nothing else.
		const restarted = { ...run, workflowId: randomUUID() };
		expect(await compare(rows(1), {}, restarted)).toMatchObject({ events: [], said: again });
		expect(await compare(ofOther, {}, { ...restarted, credential })).toMatchObject({
			events: [],
			said: again,
		});
	});

	it('is nothing of whom it held back', async () => {
		const run = published();
		const { code: _, ...twin } = rows()[0] ?? {};
		const { events, said } = await compare([...rows(1), twin], {}, run);
		expect([events, said]).toEqual([[], [expect.stringContaining('"C000001" without one')]]);
		expect(await compare(rows(1), {}, run)).toMatchObject(created);
	});

	it('is whom it created, whatever changes, also where no field is compared', async () => {
		const run = { ...published(), parameters: pairs() };
		// Without fields, every row is updated each time, which says nothing of what was done.
		const updated = rows(1).map(({ code }) => `~${String(code)}`);
		const both = { events: [...created.events, ...updated], said: [] };
		expect(await compare(rows(1), {}, run)).toMatchObject(both);
		expect(await compare(rows(1), {}, run)).toMatchObject({ events: updated, said: again });
		const otherOrder = Object.entries(customers()[0] ?? {}).reverse();
		service().lists.GetCustomers.upsert(0, Object.fromEntries(otherOrder));
		expect(await compare(rows(1), {}, run)).toMatchObject({ events: updated, said: again });
		service().lists.GetCustomers.upsert(0, { ...customers()[0], Name: 'Renamed', Phone: '1' });
		expect(await compare(rows(1), {}, run)).toMatchObject({ events: updated, said: again });
	});

	it('is an update until the record or the row changes', async () => {
		const run = { ...published(), parameters: pairs('Name') };
		const failed = [];
		for (const given of ['a1 / a2!', 'a1 / a2!', 'a1 / a3!', 'a1 / a3', 'a2 / a3', 'a2 / a3']) {
			const { events, said } = await compareGiven(given, {}, run);
			expect(events).toEqual(['~a']);
			failed.push(said.length);
		}
		expect(failed).toEqual([0, 1, 0, 0, 0, 1]);
	});
});

const CODES = [...'A1,a1,A 1,007,7,B2,1000,ß,SS,K9,K-9,B2  '.split(','), 7, 1000];
const NOTHING = ['', ' ', null, undefined];
const codes = fc.oneof(
	{ weight: 9, arbitrary: fc.constantFrom(...CODES) },
	fc.constantFrom(...NOTHING),
);
const names = fc.constantFrom('Bakery', 'bakery', ' Bakery ', '', null, undefined, '12', 'Zoë "Z"');
const amounts = fc.constantFrom(0, 12, 12.5, '12', '', null, true, false, [1, 'a'], { a: null });

const fieldsOf = { Name: names, CreditLimit: amounts };
const unique = <Thing,>(things: fc.Arbitrary<Thing>, codeOf: (thing: Thing) => unknown) =>
	fc.uniqueArray(things, { maxLength: 12, selector: (thing) => String(codeOf(thing)) });
const record = fc.record({ Code: codes, ...fieldsOf });
const row = fc.record({ code: codes, active: fc.boolean(), ...fieldsOf });
/** Most lists identify each record, most CRMs each row. */
const lists = fc.oneof(
	unique(record, ({ Code }) => Code),
	fc.array(record, { maxLength: 9 }),
);
const crms = fc.oneof(
	unique(row, ({ code }) => code),
	fc.array(row, { maxLength: 9 }),
);

const keyIn = (value: unknown) => {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	return text.trim() || undefined;
};
const returning = fc.constantFrom(...Object.entries(RETURNS));
const coding = fc.constantFrom(...Object.entries(CODES_AS));
const loose = (key = '') => looseKey(JSON.stringify(key));

/** Whether a row may be that of a record, as far as its values say. */
const agrees = (one: DataRecord, row: IDataObject) =>
	['Name', 'CreditLimit'].every((name) => {
		const own = one[name];
		return !hasContent(own) || isEqual(own, row[name], 'UTC');
	});

describe('whatever a list and a CRM hold', () => {
	const someLists = lists.map((all) => [...all, { Code: 'last', Name: 'L', CreditLimit: 1 }]);

	law(
		'a record or row with an identifier of its own is handled, or named; nobody else is touched',
		{ of: [someLists, crms], examples: 300 },
		async (all, rows) => {
			const list: DataRecord[] = JSON.parse(JSON.stringify(all));
			serveOnly(service(), list);
			const more = ['last2', 'last3'].map((code) => ({ code, active: true }));
			const given = rows.length > 0 ? [...rows, ...more] : [{}];
			const input: IDataObject[] = given.map((one) => ({ ...one }));
			const outcome = await compare(input, { ...ALL, ...MARK }, GO_ON);
			const { created, updated, removed, said, error } = outcome;
			expect(error).toBeUndefined();
			const recordKeys = all.map(({ Code }) => keyIn(Code));
			// Of records that are equal, also in other types, one counts.
			const distinct = new Map(list.map((one) => [canonical(one), keyIn(one.Code)]));
			const ownKeys = [...distinct.values()];
			const byKey = new Map<string, IDataObject[]>();
			for (const one of input) {
				const key = keyIn(one.code);
				if (key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), one]);
			}
			const keys = [...recordKeys, ...byKey.keys()].filter((key) => key !== undefined);
			const twice = new Set(list.map((one) => JSON.stringify(one))).size < list.length;
			const isInDoubt = twice || recordKeys.includes(undefined);
			const named = said.join();
			const found = [
				...created.map(({ json }) => ['created', keyIn(json.Code)] as const),
				...updated.map(({ json }) => ['updated', keyIn(json.Code), json.input] as const),
				...removed.map(({ json }) => ['removed', keyIn(json.code), json] as const),
			];

			expect(said.length).toBeLessThan(2);
			expect(found.filter(([, key]) => !keys.includes(key ?? ''))).toEqual([]);
			for (const [index, key] of recordKeys.entries()) {
				if (key === undefined) expect(named).toContain(`Record ${index + 1} in the list`);
			}
			for (const key of new Set(keys)) {
				const inList = ownKeys.filter((other) => other === key).length;
				const texts = (byKey.get(key) ?? []).map((one) => JSON.stringify(one));
				const all: IDataObject[] = [...new Set(texts)].map((text) => JSON.parse(text));
				const active = all.filter(({ active }) => active !== false);
				const counted = active.length === 1 ? active : all;
				const [row] = counted;
				const isOne = counted.length === 1;
				const own = found.filter(([, other]) => other === key);
				const events = own.map(([event]) => event).join();
				const isNamed = named.includes(JSON.stringify(key));
				const isSpelled = recordKeys.some((other) => other && loose(other) === loose(key));
				const isGone = inList === 0 && isOne && row?.active !== false;
				let expected = '';
				if (inList === 1 && all.length === 0 && !isNamed) expected = 'created';
				const isUpdated = row?.active === false || events === 'updated';
				if (inList === 1 && isOne && isUpdated) expected = 'updated';
				const isTwin = isNamed && list.some((one) => agrees(one, row ?? {}));
				if (isGone && !isSpelled && !isInDoubt && !isTwin) expected = 'removed';
				expect(events).toBe(expected);
				if (row) expect(own.map(([, , input]) => input)).toEqual(own.map(() => row));
				// Of inactive rows whose record is gone, nothing is to be done.
				const isDone = inList === 0 && active.length === 0;
				if ((row && !isOne && !isDone) || (isGone && isSpelled)) expect(isNamed).toBe(true);
				if (isGone && !isSpelled && isInDoubt) {
					expect(isNamed || named.includes(' more, but nothing was output')).toBe(true);
				}
			}
		},
	);

	law(
		'outputs nothing when run again on what it asked for, however a CRM returns values',
		{ of: [someLists, crms, returning, coding], examples: 400 },
		async (all, given, [, returned], [, codeAs]) => {
			serveOnly(service(), JSON.parse(JSON.stringify(all)));
			const stored = all.map(({ Code }) => keyIn(codeAs(Code ?? null)));
			const isMerged = new Set(stored).size < new Set(all.map(({ Code }) => keyIn(Code))).size;
			// Of records that the CRM takes for one, the one that a row without a record agrees with is not created.
			const known = new Set(all.map(({ Code }) => keyIn(Code)).filter(Boolean));
			if (isMerged && given.some(({ code }) => !known.has(keyIn(code)))) return;
			const staticData = {};
			const workflowId = randomUUID();
			/** What the CRM's node returns; an empty item where there are no rows. */
			const outcome = async (rows: IDataObject[], mode: WorkflowExecuteMode) => {
				const input = rows.map(({ code, Name, CreditLimit, ...row }) => {
					const values = { Name: returned(Name), CreditLimit: returned(CreditLimit) };
					return { ...row, code: codeAs(code), ...values };
				});
				const run = { ...GO_ON, mode, staticData, workflowId };
				return await compare(input.length > 0 ? input : [{}], { ...ALL, ...MARK }, run);
			};
			const rows: IDataObject[] = structuredClone(given).map((row, id) => ({ ...row, id }));
			// Where no row has a code yet, the first load is by hand.
			const isFirst =
				rows.length > 0 && rows.every(({ code }) => keyIn(codeAs(code ?? null)) === undefined);
			const asked = await outcome(rows, isFirst ? 'manual' : 'trigger');
			expect(asked.error).toBeUndefined();
			expect((await outcome(saved(rows, asked), 'trigger')).events).toEqual([]);
		},
	);
});

/** Places in the list are those in the whole one, and the guards and the summary say why it is shorter. */
const told = (text: string) =>
	text
		.replace(/(?<=[Rr]ecords? )\d[^A-Za-z]*(?:and \d+)?(?= in the list)/g, 'N')
		.replaceAll(" Those that 'Only Records With' leaves out count as not in the list.", '')
		.replace(/ \(\d+ left out by 'Only Records With'\)/g, '');

law(
	'a condition is as if the others were not in the list: in outputs, said, and what is remembered',
	{
		of: [
			fc.array(fc.tuple(record, fc.boolean(), fc.boolean()), { maxLength: 9 }),
			fc.record(
				{ Code: fc.constant('A1'), Name: names, CreditLimit: amounts },
				{ requiredKeys: [] },
			),
			crms,
		],
		examples: 250,
	},
	async (all, one, rows) => {
		const input: IDataObject[] = structuredClone(rows).map((one) => ({ ...one }));
		const condition = { ...pairs('Name', 'CreditLimit'), ...only('Kind is a') };
		const runs = [condition, pairs('Name', 'CreditLimit')].map((parameters) => {
			const memory: IDataObject = {};
			const published = { mode: 'trigger', staticData: memory, workflowId: randomUUID() } as const;
			return { memory, run: { ...published, parameters, ...GO_ON } };
		});
		for (const night of [0, 1, 1]) {
			const last: DataRecord = JSON.parse(JSON.stringify({ ...one, Kind: 'a' }));
			const whole: DataRecord[] = all.map(([one, ...flags], nth) => {
				// Of equal records, a read can't tell whether one came twice.
				const kind = flags[night] ? { Kind: 'a' } : { Kind: 'b', nth };
				return JSON.parse(JSON.stringify({ ...one, ...kind }));
			});
			const wanted = whole.filter(({ Kind }) => Kind === 'a');
			const found = [];
			for (const [index, { run, memory }] of runs.entries()) {
				serveOnly(service(), [...(index === 0 ? whole : wanted), last]);
				const given = input.length > 0 ? input : [{}];
				const { outputs, hints, error } = await compare(given, { ...ALL, ...MARK }, run);
				const text = JSON.stringify([outputs, hints, error?.message, error?.description, memory]);
				found.push(JSON.parse(told(text)));
			}
			expect(found[0]).toEqual(found[1]);
		}
	},
);

/** What n8n's editor writes where a field is dragged that has such a name (2.41). */
const NAMES = "code,Zip code,a.b,O'Neill,länge,0,__proto__,constructor,$json".split(',');

it.each<[string, object]>([
	...NAMES.map((name): [string, object] => [name, { [name]: 'A' }]),
	['address.city', { address: { city: 'A' } }],
	['properties.code.value', { properties: { code: { value: 'A' } } }],
	["fields['Zip code']", { fields: { 'Zip code': 'A' } }],
	["fields['O\\'Neill']", { fields: { "O'Neill": 'A' } }],
	['data[0].id', { data: [{ id: 'A' }] }],
	['values[1]', { values: ['B', 'A'] }],
	['linked', { linked: ['A'] }],
])('finds the identifier in %s', async (inputKey, row) => {
	serveOnly(service(), [{ Code: 'A', Name: 'x' }]);
	const input: IDataObject[] = [JSON.parse(JSON.stringify({ ...row, Name: 'x' })), { other: 1 }];
	const parameters = { ...pairs('Name'), inputKey };
	const { events, error } = await compare(input, {}, { parameters });
	expect([events, error?.message]).toEqual([[], undefined]);
	const toString = { ...parameters, inputKey: `${inputKey}.toString` };
	const { error: none } = await compare(input, {}, { parameters: toString });
	expect(none?.message).toContain('No input item has a value in');
});

it.each([
	['Address.City', { Address: { City: 'Ulm' } }],
	['Address.City', { 'Address.City': 'Ulm', Address: { City: 'Bonn' } }],
	['Phones[0].No', { Phones: [{ No: 'Ulm' }] }],
	['Address.Home town', { Address: { 'Home town': 'Ulm' } }],
])('compares the value of a record at %s', async (field, values) => {
	serveOnly(service(), [{ Code: 'a', ...values }]);
	const parameters = { compareFields: { pairs: [{ field, value: 'city' }] } };
	const differs = async (city: string) => {
		const { updated, hints } = await compare([{ code: 'a', city }], {}, { parameters });
		expect(hints).toHaveLength(1);
		return updated.map(({ json }) => json.differs);
	};
	expect(await differs('Ulm')).toEqual([]);
	expect(await differs('Gent')).toEqual([`${field}: Gent → Ulm`]);
});

describe('a list that others change during both reads', () => {
	law(
		'removes no row whose record the service had all the time',
		{
			of: [
				fc.integer({ min: 60, max: 400 }),
				fc.constantFrom(0.2, 1, 3),
				fc.constantFrom(1, 4, 16),
			],
			examples: 60,
		},
		async (size, changes, parallelRequests) => {
			const own = await ownService({ sizes: { customers: size } });
			const list = own.lists.GetCustomers;
			const rows = list.page(0, size).map(rowOf);
			rows.push({ code: 'X1' }, { code: 'X2' });
			own.changes = changes;
			const options = { ...ALL, parallelRequests };
			const { removed } = await compare(rows, options, GO_ON, own);
			own.changes = 0;
			const there = new Set(list.page(0, list.length).map(({ Code }) => Code));
			expect(removed.filter(({ json }) => there.has(json.code))).toEqual([]);
		},
	);
});
