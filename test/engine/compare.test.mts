import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { readCustomers, type NodeRun } from '../../harness/engine/runNode.mts';
import { law } from '../support/law.mts';
import { expectOutcome, listAndRowsIn, MARK, rowsIn, storiesIn } from '../support/stories.mts';
import { GO_ON, saidIn } from './support/heldBack.mts';
import { ownService, serveOnly, servePages, useOwnService } from './support/service.mts';
import { locator, logged } from './support/trigger.mts';

const service = useOwnService({ sizes: { customers: 60 } });

const ALL = { maxCreated: 100, maxRemovals: 100 };
const COMPARE = { operation: 'compare', keyField: locator('Code'), inputKey: 'code' };

const pair = (field: string) => ({ field, value: field });
const pairs = (...fields: string[]) => ({ compareFields: { pairs: fields.map(pair) } });

/** Which item it is that had no identifier. */
const matchedItem = ({ json, pairedItem }: INodeExecutionData) =>
	Object(json.input).code === null ? Object(pairedItem).item + 1 : '';

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
		...updated.map((item) => `${matchedItem(item)}~${item.json.Code}`),
		...removed.map(({ json }) => `-${json.code}`),
	];
	return { ...outcome, created, updated, removed, heldBack, said: saidIn(heldBack), events };
}

const customers = () => service().lists.GetCustomers.page(0, 60);
const rowOf = ({ Code, ...fields }: Record<string, unknown>): IDataObject =>
	JSON.parse(JSON.stringify({ code: Code, ...fields }));

/** Compares `the list / the rows`. */
async function compareGiven(
	text: string,
	options: INodeParameters = {},
	{ parameters, ...run }: Partial<NodeRun> = {},
) {
	const { list, rows, marking } = listAndRowsIn(text);
	serveOnly(service(), list);
	const all = { ...run, parameters: { ...pairs('Name'), ...marking, ...parameters } };
	return await compare(rows.length > 0 ? rows : [{}], options, all);
}

/** @param lines each a field, a condition, and a value */
const only = (...lines: string[]): INodeParameters => ({
	onlyRecords: {
		conditions: lines.map((line) => {
			const [field = '', condition = '', value = ''] = line.split(' ');
			return { field, condition, value };
		}),
	},
});

const published = () => ({ mode: 'trigger', staticData: {}, workflowId: randomUUID() }) as const;

/** What a story can name in parentheses. */
const SETTINGS: Record<string, { options?: INodeParameters; run?: Partial<NodeRun> }> = {
	'all allowed': { options: ALL },
	'creating allowed': { options: { maxCreated: 100 } },
	'removing allowed': { options: { maxRemovals: 100 } },
	boxes: { run: { parameters: MARK } },
	'by name': { run: { parameters: { matchBy: ['Name'] } } },
	'only 2': { run: { parameters: only('Name is 2') } },
	'only 1 or 2, not z': { run: { parameters: only('Name is 1', 'Name is 2', 'Code isNot z') } },
	'goes on': { run: GO_ON },
};

/** What shows that n8n, the node and `plan.ts` are connected. The rules are proven in test/unit/compare. */
const STORIES = `
outputs nothing in step: a1 b1 / b1 a1 →
stops thirteen: [0…59] / [13…59] → ! 13 of 60 records
lets more be created where that is allowed (creating allowed): [0…59] / [13…59] → +[0…12]
lets more be removed where that is allowed (removing allowed): [0…59] / [0…75] → -[60…75]
outputs what is too many as one error, and nothing else (goes on): a1 / x1 y1 → ! No contact has a record in the list
stops where somebody is held back, and nobody would see it (all allowed): A1 B3 c1 D1 / A1 A2 C1 D2 → ! 2 contacts share…"A"… A contact has "C"
goes on with the others where somebody sees it (all allowed; goes on): A1 B3 c1 D1 / A1 A2 C1 D2 → ! 2 contacts share…"A"… A contact has "C"; +B ~D
takes rows for marked where a system leaves empty boxes out of all of them (boxes): a1 b1 / x1 a1 b1 → ~a ~b
gives a row without an identifier that of the one record with its name (all allowed; by name): a1 b2 c3 d4 / a1 _2 _9 d5 → +c ~d 2~b
creates whoever has one of the values, and none of others (all allowed; only 1 or 2, not z): a1 b2 c3 z1 / a1 → +b
refuses what leaves nobody (only 2): a1 b1 / a1 b1 → ! 'Only Records With' would leave out all 2 records…in the first record, 'Name' is 1.
remembers what was not done, and creates nobody again (published; goes on): a1 b1 c1 d1 / b2 c1 x9 → +a +d ~b -x | 2× a1 b1 c1 d1 / b2 c1 x9 → ! "a"…and "d"…were output as created…"b"…was output as updated…"x"…was output as removed; ~b -x
`;

it.each(storiesIn(STORIES))('Compare %s', async (_, steps) => {
	const memory = published();
	for (const { settings, given, outcome } of steps) {
		const names = settings.split('; ');
		const all = names.map((one) => SETTINGS[one] ?? {});
		const options: INodeParameters = Object.assign({}, ...all.map((one) => one.options));
		const run: Partial<NodeRun> = Object.assign({}, ...all.map((one) => one.run));
		const mode = names.includes('published') ? memory : {};
		const { error, said, events } = await compareGiven(given, options, { ...run, ...mode });
		const failed = said.map((one) => `! ${one}`);
		const stopped = error ? [`! ${error.message}. ${String(error.description)}`] : [];
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
			'61 contacts compared with 60 records: 1 to create, 1 to update (Name 1), 1 to remove, 1 left alone without an identifier.' +
				`<br>${String(second.Code)} (${String(second.Name)}): ${differs}`,
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
			removedField: 'on',
		};
		const options = { ...ALL, presentValue: '', fields: ['Hidden'] };
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
		const held = `No contact has the field 'CreditLimit', so "a" could not be saved there`;
		expect(said).toEqual([expect.stringContaining(held)]);
		expect(hints.join().split('No contact')).toHaveLength(2);
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
			/^No contact has the field 'adress.city'\.<br>.*'code' and 'company'\./,
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
			expect.stringContaining('60 contacts compared'),
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

	it('writes the identifier into a row that is found to be of somebody who is left out', async () => {
		const run = { parameters: { ...only('Name is 1'), matchBy: ['Name'] } };
		const { removed } = await compareGiven('a1 b2 / a1 _2', ALL, run);
		expect(removed).toEqual([{ json: { code: 'b', Name: '2' }, pairedItem: { item: 1 } }]);
	});

	it("takes the place of a record's own fields with what it says of an updated one", async () => {
		serveOnly(service(), [{ Code: 'a', Name: '1', differs: 'own', input: 'own' }]);
		const { updated } = await compare(rowsIn('a2').rows, {}, { parameters: pairs('Name') });
		expect(updated[0]?.json).toMatchObject({ differs: 'Name: 2 → 1', input: { code: 'a' } });
	});

	it('outputs a field of any name as a field of the item alone', async () => {
		const odd = JSON.parse('{ "Code": "a", "Name": "1", "__proto__": { "City": "elsewhere" } }');
		serveOnly(service(), [odd]);
		const { updated } = await compare(rowsIn('a2').rows);
		const json: IDataObject = updated[0]?.json ?? {};
		expect(json.City).toBeUndefined();
		expect(Object.keys(json)).toEqual(['differs', 'Code', 'Name', '__proto__', 'input']);
	});

	it('says that no row has the field of the mark, where all of them count as marked', async () => {
		const rows = customers().map(rowOf);
		const { hints } = await compare(rows, {}, { parameters: { removedField: 'aktive' } });
		expect(hints[0]).toMatch(
			/^No contact has the field 'aktive'\.<br>Check 'Removed Field in CRM': /,
		);
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
			[1, 2, 3].map((Code) => ({ Code, Name: '1' })),
		);
		const [log, details] = [logged('info'), logged('debug')];
		const parameters = { ...pairs('Name'), ...MARK };
		const { hints } = await compare(rowsIn('1:2 2:1! 3:1!').rows, {}, { parameters });
		const summary = '3 contacts compared with 3 records: 3 to update (marked as removed 2, Name 1)';
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
				/^0 contacts compared with 60 records: 60 to create\.<br>60 of 60 records.*<br>Nothing was output\.<br>.*'Max Created \(%\)'/,
			),
		]);
		expect(empty.hints[0]).not.toContain('leaves out');
		expect(empty.events).toEqual([]);
		const twice = [...customers().map(rowOf), { code: 'C000001' }];
		const held = await compare(twice, {}, goOn);
		expect(held.hints).toEqual([
			expect.stringMatching(
				/^61 contacts compared with 60 records: .*, 1 held back\.<br>2 contacts share .*<br>Merge/,
			),
		]);
		expect(held.said).toEqual([expect.stringMatching(/^2 contacts/)]);
		const both = await compare(
			[...customers().slice(0, 9).map(rowOf), { code: 'C000001' }],
			{},
			goOn,
		);
		expect(both.hints[0]).toMatch(
			/: 51 to create, 1 held back\.<br>51 of 60.* for one execution\./,
		);
		const many = customers().map((one) => ({ ...rowOf(one), code: ` ${one.Code}x`.repeat(9) }));
		const long = await compare(many, ALL, goOn);
		expect(long.hints[0]).toMatch(/^.{1000,1100}…$/);
		service().setFaults([{ kind: 'status', status: 400 }]);
		const unread = await compare([{}], {}, goOn);
		expect(unread.hints).toEqual([expect.stringMatching(/^The service.* \(status 400\)/)]);
	});

	const known = [{ code: 'C000001' }, { code: 'C000002' }];
	const KEY = "'Identifier in CRM'";
	const CHECK = `Check ${KEY}`;
	const NO_VALUE = 'No contact has a value in';
	const NO_FIELD = 'No record has a field named';
	const removedField = { removedField: 'aktive', removedValue: 'gone' };

	it.each<[string, string, IDataObject[], INodeParameters?]>([
		['Input item 3 has neither', KEY, [...known, { code: true }]],
		[`${KEY} is empty`, 'Drag the field', known, { inputKey: ' ' }],
		[`${NO_VALUE} '{{ $json.code }}'`, CHECK, known, { inputKey: '{{ $json.code }}' }],
		[`${NO_VALUE} 'C000001'`, CHECK, known, { inputKey: '={{ $json.code }}' }],
		[`${NO_FIELD} 'code'`, "In 'Identify Records By'", known, { keyField: locator('code') }],
		[`${NO_FIELD} 'Aktive'`, "In 'Only Records With'", known, only('Aktive is true')],
		[
			"The expression for 'Name' in 'Only Records With' returns no value",
			'To compare with an empty value, clear it',
			known,
			{ onlyRecords: { conditions: [{ field: 'Name', value: '={{ $json.none }}' }] } },
		],
		["No contact has the field 'aktive'", "has the fields 'code'", known, removedField],
		[
			"'Match Also By Names or IDs' has the field 'City'",
			"Add it to 'Fields to Compare'",
			known,
			{ matchBy: ['Name', 'City'] },
		],
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
		const { error, events, hints } = await compare(rows, {}, { parameters: removedField });
		expect([error, events]).toEqual([undefined, ['~C000001']]);
		expect(hints.join()).not.toContain('No contact');
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
		const again =
			'compared the same list before in this execution. It must see all contacts at once';
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
});

it.each<[string, object]>([
	['properties.code.value', { properties: { code: { value: 'A' } } }],
	["fields['Zip code']", { fields: { 'Zip code': 'A' } }],
])('finds the identifier in %s', async (inputKey, row) => {
	serveOnly(service(), [{ Code: 'A', Name: 'x' }]);
	const input: IDataObject[] = [JSON.parse(JSON.stringify({ ...row, Name: 'x' })), { other: 1 }];
	const { events, error } = await compare(
		input,
		{},
		{ parameters: { ...pairs('Name'), inputKey } },
	);
	expect([events, error?.message]).toEqual([[], undefined]);
});

it('compares the value of a record at a path', async () => {
	serveOnly(service(), [{ Code: 'a', Phones: [{ No: '1' }] }]);
	const parameters = { compareFields: { pairs: [{ field: 'Phones[0].No', value: 'phone' }] } };
	const { updated } = await compare([{ code: 'a', phone: '2' }], {}, { parameters });
	expect(updated.map(({ json }) => json.differs)).toEqual(['Phones[0].No: 2 → 1']);
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
