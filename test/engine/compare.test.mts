import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import type { DataRecord } from '../../nodes/CustomerData/api/page';
import { canonical } from '../../nodes/CustomerData/identity/identity';
import { looseKey } from '../../nodes/CustomerData/identity/spelling';
import { law } from '../unit/support/law.mts';
import { CODES_AS, RETURNS, saved } from './support/crm.mts';
import { readCustomers, type NodeRun } from './support/runNode.mts';
import {
	credentialFor,
	ownService,
	serveOnly,
	servePages,
	useOwnService,
} from './support/service.mts';
import { ActiveTrigger, locator } from './support/trigger.mts';

const service = useOwnService({ sizes: { customers: 60 } });

const FIELDS = ['Name', 'CreditLimit'];
const ALL = { maxCreated: 100, maxRemovals: 100 };
const IN_STEP = '60 input items compared: nothing to create, update or remove.';
const GO_ON = { onError: 'continueErrorOutput' } as const;

const pair = (field: string) => ({ field, value: field });

/** Compares rows, whose identifier is in `code`, with the customers of a service. */
async function compare(
	rows: IDataObject[],
	options: INodeParameters = {},
	{ parameters, ...run }: Partial<NodeRun> = {},
	of = service(),
) {
	const asked: INodeParameters = {
		operation: 'compare',
		keyField: locator('Code'),
		inputKey: 'code',
		compareFields: { pairs: FIELDS.map(pair) },
		...parameters,
	};
	const marked = { ...(rows.some(({ active }) => active !== undefined) && MARK), ...options };
	const outcome = await readCustomers(of, marked, { ...run, parameters: asked, input: rows });
	const [created = [], updated = [], removed = [], errorItems = []] = outcome.outputs;
	const errors = errorItems.map(({ json }) => String(json.error));
	const events = [
		...created.map(({ json }) => `created ${json.Code}`),
		...updated.map(({ json }) => `updated ${json.Code}`),
		...removed.map(({ json }) => `removed ${json.code}`),
	];
	return { ...outcome, created, updated, removed, errors, events };
}

const MARK = { removedField: 'active', removedValue: 'false' };

const customers = () => service().lists.GetCustomers.page(0, 60);
const rowOf = ({ Code, ...fields }: Record<string, unknown>): IDataObject =>
	JSON.parse(JSON.stringify({ code: Code, ...fields }));

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
		expect(error).toBeUndefined();
		expect(outputs).toEqual([
			[{ json: third, pairedItem: [] }],
			[{ json: { ...second, input: rows[1] }, pairedItem: { item: 1 } }],
			[{ json: rows[2], pairedItem: { item: 2 } }],
		]);
		expect(hints).toEqual([
			'61 input items compared: 1 to create, 1 to update (Name 1), 1 to remove, 1 left alone without an identifier.',
		]);
	});

	it('outputs nothing in step, after one read', async () => {
		const { events, hints } = await compare(customers().map(rowOf));
		expect([events, hints]).toEqual([[], [IN_STEP]]);
		expect(service().requests).toHaveLength(2);
	});

	it('leaves leads alone where there is nobody else', async () => {
		const { events } = await compare([{ code: null }, { code: '' }], ALL);
		expect(events).toHaveLength(60);
	});

	it('outputs every known row as updated where no field is to be compared', async () => {
		const rows = customers().slice(0, 50).map(rowOf);
		const { events } = await compare(rows, {}, { parameters: { compareFields: {} } });
		expect(events.filter((event) => event.startsWith('updated'))).toHaveLength(50);
	});

	it('outputs the chosen fields and the identifier, and null in place of empty text', async () => {
		serveOnly(service(), [
			{ Code: 'A', Name: '', Address: { Zip: '', Lines: ['', 'x', null] }, Fax: '' },
		]);
		const options = { ...ALL, fields: ['Name', 'Address'], emptyAsNull: true };
		const parameters = { compareFields: { pairs: [pair('Fax')] } };
		const { created } = await compare([{}], options, { parameters });
		const record = { Code: 'A', Name: null, Address: { Zip: null, Lines: [null, 'x', null] } };
		expect(created.map(({ json }) => json)).toEqual([record]);
		const whole = await compare([{}], ALL, { parameters });
		expect(whole.created[0]?.json).toMatchObject({ Name: '', Fax: '' });
	});

	it('reads one list, so a credential must be the same for all input items', async () => {
		const rows = customers().map((one) => ({ ...rowOf(one), company: 1001 }));
		const credential = { companyId: '={{ $json.company }}' };
		expect((await compare(rows, {}, { credential })).events).toEqual([]);
		const other = await compare([...rows, { code: 'X', company: 1002 }], {}, { credential });
		expect(other.error?.message).toBe(
			'The credential has other values for input item 61 than for the first one',
		);
		expect(other.events).toEqual([]);
	});

	it("says in n8n's log what it found", async () => {
		const rows = customers().slice(0, 55).map(rowOf);
		const log = vi.spyOn(
			new ActiveTrigger({ credential: credentialFor(service()), parameters: {} }).logger,
			'info',
		);
		await compare([...rows, { code: 'X' }]);
		expect(log.mock.calls).toEqual([['Node: 56 input items compared: 5 to create, 1 to remove']]);
	});

	it.each<[string, IDataObject[], string]>([
		['an empty list', [], 'the list is empty'],
		['a record without an identifier', [{}], 'a record without an identifier of its own'],
		[
			'records that share one',
			[{ Code: 7 }, { Code: 7, Name: 'B' }],
			'without an identifier of its own',
		],
		['equal records', [{ Code: 7 }, { Code: 7 }], 'or contains duplicates'],
	])('removes nobody because of %s, and outputs that as an error', async (_, records, why) => {
		const first = { Code: 'A', Name: 'A', CreditLimit: 1 };
		serveOnly(service(), records.length > 0 ? [first, ...records] : []);
		const rows = [{ code: 'X' }, { code: 'Y' }];
		const { removed, errors, hints } = await compare(rows, ALL, { settings: GO_ON });
		expect(removed).toEqual([]);
		expect(hints.join()).not.toContain('to remove');
		const [message, ...others] = errors;
		expect(message).toMatch(
			/The list has no record for "X" and "Y", but nothing was output as rem/,
		);
		expect(message).toContain(why);
		expect(others).toEqual([]);
	});

	it.each<[string, () => void]>([
		['contains duplicates', () => service().lists.GetCustomers.insert(customers()[30] ?? {})],
		[
			'could not check whether the list changed',
			() => {
				let served = 0;
				servePages(service(), (page) => page().map((one) => ({ ...one, ReadAs: ++served })));
			},
		],
	])('in doubt fails where somebody is missing, and only then: %s', async (why, cast) => {
		const rows = customers().map(rowOf);
		cast();
		expect(await compare(rows)).toMatchObject({ error: undefined, errors: [] });
		const { error, events } = await compare([...rows, { code: 'X' }]);
		expect(events).toEqual([]);
		expect(error?.message).toMatch(
			/^The list has no record for "X", but nothing was output as removed, because /,
		);
		expect(error?.message).toContain(why);
	});

	it('in doubt goes on with what is new and what differs, if there is an output for errors', async () => {
		service().lists.GetCustomers.insert(customers()[30] ?? {});
		const [first = {}, , ...others] = customers().map(rowOf);
		const rows = [{ ...first, Name: 'Other' }, ...others, { code: 'X' }];
		const { events, errors } = await compare(rows, {}, { settings: GO_ON });
		expect(events).toEqual(['created C000002', 'updated C000001']);
		expect(errors).toEqual([
			'The list has no record for "X", but nothing was output as removed, because the list changed during the read, or contains duplicates',
		]);
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
		const { removed, errors } = await compare(rows, options, { settings: GO_ON });
		expect(removed).toEqual([]);
		expect(errors.join()).toContain('a record without an identifier of its own');
	});

	it('does not say of a row that it has no record where only the first read missed that', async () => {
		const [first = {}, ...others] = customers();
		serveOnly(service(), [...others, { Name: 'Nobody' }]);
		const list = service().lists.GetCustomers;
		const rows = customers().map(rowOf);
		let reads = 0;
		servePages(service(), (page, offset) => {
			if (offset === 0 && ++reads === 2) list.insert(first);
			return page();
		});
		const options = { ...ALL, parallelRequests: 1 };
		const { events, errors } = await compare(rows, options, { settings: GO_ON });
		expect(events).toEqual([]);
		expect(errors).toEqual(["Record 60 in the list (Nobody) has no value in 'Code'"]);
	});

	it('says which fields differ, and in how many rows', async () => {
		const rows = customers().map((one, index) => {
			const CreditLimit = index < 50 ? -1 : one.CreditLimit;
			return { ...rowOf(one), CreditLimit, ...(index === 0 && { Name: 'X' }), active: index < 58 };
		});
		const counts = 'CreditLimit 50, marked as removed 2, Name 1';
		const { hints } = await compare(rows as IDataObject[]);
		expect(hints).toEqual([`60 input items compared: 52 to update (${counts}).`]);
	});

	it('removes nobody where pages do not overlap', async () => {
		let served = 0;
		servePages(service(), (page) => page().map((record) => ({ ...record, ReadAs: ++served })));
		const rows = [...customers().map(rowOf), { code: 'X' }];
		const { events, error } = await compare(rows);
		expect(events).toEqual([]);
		expect(error?.message).toContain('the node could not check whether the list changed');
	});
});

describe('the guards of Compare', () => {
	const gone = (count: number, more: IDataObject = {}) =>
		Array.from({ length: count }, (_, index) => ({ code: `X${index}`, active: true, ...more }));

	it.each<[string, number, IDataObject[], INodeParameters, string?]>([
		['let ten of 60 be created', 10, [], { maxCreated: 0 }],
		['let twelve of 60 be created', 12, [], {}],
		['stop thirteen', 13, [], {}, '13 of 60 records are not in the input'],
		['let more be created where that is allowed', 13, [], { maxCreated: 22 }],
		['let more be removed where that is allowed', 0, gone(16), { maxRemovals: 22 }],
		[
			'stop more than a fifth from being removed, without marked rows and leads',
			0,
			[...gone(16), ...gone(99, { code: '' }), { code: 'Y', active: false }],
			{},
			'16 of 76 input items have no record in the list',
		],
	])('%s', async (_, unknown, others, options, message) => {
		const known = customers()
			.slice(unknown)
			.map((one) => ({ ...rowOf(one), active: true }));
		const { events, error } = await compare([...known, ...others], options);
		if (message === undefined) expect(events.length).toBeGreaterThan(0);
		else expect(error?.message).toContain(message);
		expect(error === undefined).toBe(message === undefined);
	});

	it.each<[string, () => void]>([
		['is empty', () => serveOnly(service(), [])],
		['has two equal records', () => service().lists.GetCustomers.insert(customers()[30] ?? {})],
		[
			'has a record without an identifier',
			() => service().lists.GetCustomers.insert({ Name: 'A' }),
		],
		[
			'has pages that do not overlap',
			() => {
				let served = 0;
				servePages(service(), (page) => page().map((one) => ({ ...one, ReadAs: ++served })));
			},
		],
	])('count who is missing from a list that %s, and output nothing', async (_, cast) => {
		const [first = {}, ...others] = customers().map(rowOf);
		cast();
		const rows = [{ ...first, Name: 'Other' }, ...others, ...gone(20, { active: undefined })];
		const { events, errorItems } = await compare(rows, {}, { settings: GO_ON });
		expect(events).toEqual([]);
		const message = String(errorItems[0]?.json.message);
		expect(message).toMatch(/^[28]0 of 80 input items have no record in the list, more than/);
		expect(message).toContain('nothing is output as removed, because');
	});

	it('ask before a list is created where nobody is known, however short it is', async () => {
		const short = customers().slice(0, 3);
		serveOnly(service(), short);
		const { error } = await compare([{}], { maxCreated: 99 });
		expect(error?.message).toContain('3 of 3 records are not in the input');
		expect((await compare([{}], { maxCreated: 100 })).events).toHaveLength(3);
		expect((await compare(short.slice(1).map(rowOf))).events).toHaveLength(1);
		const { error: ofMost } = await compare(short.slice(2).map(rowOf));
		expect(ofMost?.message).toContain('2 of 3 records are not in the input');
		serveOnly(service(), short.slice(2));
		const { error: ofOne } = await compare([{}]);
		expect(ofOne?.message).toContain('1 of 1 records is not in the input');
	});

	it('ask before all is created and removed where no identifier is in the list', async () => {
		serveOnly(service(), customers().slice(0, 3));
		const rows = ['', 'Ulm', 'Bonn'].map((code) => ({ code, Name: 'City for code' }));
		for (const options of [{}, { maxCreated: 100 }, { maxRemovals: 100 }]) {
			const { error, events } = await compare(rows, options);
			expect(error?.message).toBe('No input item has a record in the list');
			expect(error?.description).toContain('the input has "Ulm", and the list has "C000001"');
			expect(events).toEqual([]);
		}
		expect((await compare(rows, ALL)).events).toHaveLength(5);
		serveOnly(service(), []);
		expect((await compare(rows)).error?.message).toContain('the list is empty');
	});

	it('take a row for known whose identifier several records have', async () => {
		const shared = ['A', 'B'].map((Name) => ({ Code: 'C1', Name, CreditLimit: 1 }));
		const others = ['C2', 'C3'].map((Code) => ({ Code, Name: 'C', CreditLimit: 1 }));
		serveOnly(service(), [...shared, ...others]);
		const rows = [{ code: 'C1' }, { code: 'C2', Name: 'C', CreditLimit: 1 }];
		const { events } = await compare(rows, {}, { settings: GO_ON });
		expect(events).toEqual(['created C3']);
	});

	it('stop more than 500 removals, unless a percentage is set', async () => {
		const own = await ownService({ sizes: { customers: 3_000 } });
		const known = own.lists.GetCustomers.page(0, 3_000).map(rowOf);
		const rows = [...known.map((row) => ({ ...row, active: true })), ...gone(501)];
		const { error, events } = await compare(rows, {}, {}, own);
		expect(error?.message).toBe(
			'501 of 3501 input items would be output as removed, more than 500',
		);
		expect(events).toEqual([]);
		expect((await compare(rows, { maxRemovals: 20 }, {}, own)).removed).toHaveLength(501);
		expect((await compare(rows.slice(1), {}, {}, own)).error).toBeDefined();
		expect((await compare(rows.slice(0, -1), {}, {}, own)).removed).toHaveLength(500);
	});

	it('output one error that names all, and nothing else, where nothing can be compared', async () => {
		const { events, errors } = await compare(gone(2), {}, { settings: GO_ON });
		expect(events).toEqual([]);
		expect(errors).toEqual(['No input item has a record in the list']);
	});

	it('output nothing, and say so, where the node goes on without an output for errors', async () => {
		for (const settings of [
			{ onError: 'continueRegularOutput' },
			{ continueOnFail: true },
		] as const) {
			const rows = [...customers().slice(1).map(rowOf), ...gone(20, { active: undefined })];
			const { outputs, hints, error } = await compare(rows, {}, { settings });
			expect([outputs.flat(), error]).toEqual([[], undefined]);
			expect(hints[0]).toContain('20 of 79 input items have no record in the list');
			expect(hints[0]).toContain('Nothing was output.');
		}
	});
});

describe('what cannot be compared', () => {
	const known = [{ code: 'C000001' }, { code: 'C000002' }];
	const by = (value: string) => ({ keyField: locator(value) });
	const fields = (field: string, value = 'code') => ({
		compareFields: { pairs: [{ field, value }] },
	});
	const KEY = "'Identifier in Input Item'";
	const CHECK = `Check ${KEY}`;

	it.each<[string, IDataObject[], INodeParameters, string, string]>([
		['an identifier that is an object', [{ code: { a: 1 } }], {}, 'Input item 1 has neither', KEY],
		['one that is a list of several', [{ code: ['A', 'B'] }], {}, 'Input item 1 has neither', KEY],
		['one that is true', [...known, { code: true }], {}, 'Input item 3 has neither', KEY],
		[
			'a field that no item has',
			[{ a: 1 }, { a: 2 }],
			{},
			"No input item has a value in 'code'",
			CHECK,
		],
		['an empty field', [{ code: '' }], {}, "No input item has a value in 'code'", CHECK],
		['no field', known, { inputKey: ' ' }, `${KEY} is empty`, 'Drag the field'],
		[
			'the same for all',
			known.map((row) => ({ ...row, x: 7 })),
			{ inputKey: 'x' },
			'All input items have "7"',
			CHECK,
		],
		[
			'the text of an expression',
			known,
			{ inputKey: '{{ $json.code }}' },
			"No input item has a value in '{{ $json.code }}'",
			CHECK,
		],
		[
			'its value',
			known,
			{ inputKey: '={{ $json.code }}' },
			"No input item has a value in 'C000001'",
			CHECK,
		],
		[
			'an unknown identifier',
			known,
			by('code'),
			"No record has a field named 'code'",
			"In 'Identify Records By'",
		],
		[
			'an unknown field',
			known,
			fields('name'),
			"No record has a field named 'name'",
			"In 'Fields to Compare'",
		],
		[
			'a value without a field',
			known,
			fields(' '),
			"'Fields to Compare' has a line that is not",
			'Choose',
		],
		[
			'a field without a value',
			known,
			fields('Name', ' '),
			"'Fields to Compare' has a line that is not",
			'Choose',
		],
		[
			'a mark that no item has',
			known,
			{ options: { removedField: 'aktive', removedValue: 'gone' } },
			"No input item has the field 'aktive'",
			"the first item has the fields 'code'",
		],
	])('is refused, with what to do: %s', async (_, input, parameters, message, advice) => {
		const { error, events } = await compare(input, {}, { parameters });
		expect(error?.message).toContain(message);
		expect(error?.description).toContain(advice);
		expect(events).toEqual([]);
	});

	it('takes rows for marked where a system leaves empty boxes out of all of them', async () => {
		const [stranger, ...rows] = [{ code: 'LEAD' }, ...customers().map(rowOf)];
		const { error, events } = await compare([stranger, ...rows], { removedField: 'active' });
		expect(error).toBeUndefined();
		expect(events).toEqual(rows.map(({ code }) => `updated ${String(code)}`));
	});

	it.each([
		[
			{ alwaysOutputData: true },
			"'Always Output Data' is turned on, so an empty item would be created",
		],
		[{ executeOnce: true }, "'Execute Once' is turned on, so it would see one row alone"],
	])('is refused by the settings of the node: %j', async (settings, message) => {
		const { error } = await compare(customers().map(rowOf), {}, { settings });
		expect(error?.message).toBe(message);
	});

	it('ends the comparison, because the record of an unreadable row would seem to be new', async () => {
		const rows = [...customers().slice(1).map(rowOf), { code: { a: 1 } }];
		const { events, errors } = await compare(rows, ALL, { settings: GO_ON });
		expect(events).toEqual([]);
		expect(errors).toEqual(["Input item 60 has neither text nor a number in 'code'"]);
	});

	it('is no row without an identifier that agrees with a record in all that is compared', async () => {
		const leads = customers()
			.slice(0, 5)
			.map(({ Name, CreditLimit }) => ({ Name, CreditLimit }));
		const rows = [...customers().slice(7).map(rowOf), ...leads] as IDataObject[];
		const { events, errors } = await compare(rows, ALL, { settings: GO_ON });
		expect(events).toEqual(['created C000006', 'created C000007']);
		expect(errors).toHaveLength(1);
		expect(errors).toEqual([
			'5 input items have no identifier, but the compared values of "C000001", "C000002", "C000003", "C000004", and "C000005"',
		]);
	});

	it('is named: records and rows that share an identifier, or are spelled otherwise', async () => {
		const list = ['A', 'B', 'c', 'D'].map((Code) => ({ Code, Name: 'x', CreditLimit: 1 }));
		serveOnly(service(), list);

		const rows = [{ code: 'A' }, { code: 'A', id: 2 }, { code: 'C' }, { code: 'D' }];
		const { error } = await compare(rows, ALL);
		expect(error?.message).toBe(
			'2 input items share the identifier "A". An input item has "C", but the list has "c"',
		);
		const { events, errors } = await compare(rows, ALL, { settings: GO_ON });
		expect(events).toEqual(['created B', 'updated D']);
		expect(errors).toEqual([error?.message]);
	});

	it('counts a row once that comes twice, and one that is not marked beside those that are', async () => {
		const [first = {}, second = {}, ...others] = customers().map(rowOf);
		const rows = [
			...[first, first],
			...[
				{ ...second, active: false, id: 1 },
				{ ...second, active: true, id: 2 },
			],
			...others,
		].map((row) => ({ active: true, ...row }));
		expect(await compare(rows)).toMatchObject({ events: [], error: undefined });
		const list = customers();
		serveOnly(service(), list.slice(0, 1));
		expect(await compare([first, first])).toMatchObject({ events: [], error: undefined });
		serveOnly(service(), list);
		const both = rows.map((row, index) => ({ ...row, active: index < 2 || index > 3 }));
		expect((await compare(both)).error?.message).toContain('2 input items share the identifier');
	});
});

const CODES = [
	'A1',
	'a1',
	'A 1',
	'007',
	'7',
	7,
	'B2',
	1000,
	'1000',
	'ß',
	'SS',
	'K9',
	'K-9',
	'B2  ',
];
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
			const { created, updated, removed, errors, error } = await compare(input, ALL, {
				settings: GO_ON,
			});
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
			const isInDoubt =
				twice || new Set(ownKeys).size < ownKeys.length || recordKeys.includes(undefined);
			const named = errors.join();
			const found = [
				...created.map(({ json }) => ({ event: 'created', key: keyIn(json.Code), row: undefined })),
				...updated.map(({ json }) => ({
					event: 'updated',
					key: keyIn(json.Code),
					row: json.input,
				})),
				...removed.map(({ json }) => ({ event: 'removed', key: keyIn(json.code), row: json })),
			];

			expect(errors.length).toBeLessThan(2);
			expect(found.filter(({ key }) => !keys.includes(key ?? ''))).toEqual([]);
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
				const own = found.filter((one) => one.key === key);
				const events = own.map(({ event }) => event).join();
				const isNamed = named.includes(JSON.stringify(key));
				const isSpelled = recordKeys.some((other) => other && loose(other) === loose(key));
				const isGone = inList === 0 && isOne && row?.active !== false;
				let expected = '';
				if (inList === 1 && all.length === 0 && !isNamed) expected = 'created';
				const isUpdated = row?.active === false || events === 'updated';
				if (inList === 1 && isOne && isUpdated) expected = 'updated';
				if (isGone && !isSpelled && !isInDoubt) expected = 'removed';
				expect(events).toBe(expected);
				if (row)
					expect(own.every((one) => JSON.stringify(one.row) === JSON.stringify(row))).toBe(true);
				if ((row && !isOne) || (isGone && isSpelled)) expect(isNamed).toBe(true);
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
			// Of records that the CRM takes for one, the one that a row without a code agrees with is not created.
			if (isMerged && given.some(({ code }) => keyIn(code) === undefined)) return;
			const staticData = {};
			/** What the CRM's node returns; an empty item where there are no rows. */
			const outcome = async (rows: IDataObject[]) => {
				const input = rows.map(({ code, Name, CreditLimit, ...row }) => {
					const values = { Name: returned(Name), CreditLimit: returned(CreditLimit) };
					return { ...row, code: codeAs(code), ...values };
				});
				const published = { settings: GO_ON, mode: 'trigger', staticData } as const;
				return await compare(input.length > 0 ? input : [{}], ALL, published);
			};
			const rows: IDataObject[] = structuredClone(given).map((row, id) => ({ ...row, id }));
			const asked = await outcome(rows);
			expect(asked.error).toBeUndefined();
			expect((await outcome(saved(rows, asked))).events).toEqual([]);
		},
	);
});

/** What n8n's editor writes where a field is dragged that has such a name (2.41). */
const NAMES = [
	'code',
	'Zip code',
	'a.b',
	"O'Neill",
	'länge',
	'0',
	'__proto__',
	'constructor',
	'$json',
];

it.each([
	...NAMES.map((name) => [name, { [name]: 'A' }] as const),
	['address.city', { address: { city: 'A' } }],
	['properties.code.value', { properties: { code: { value: 'A' } } }],
	["fields['Zip code']", { fields: { 'Zip code': 'A' } }],
	["fields['O\\'Neill']", { fields: { "O'Neill": 'A' } }],
	['data[0].id', { data: [{ id: 'A' }] }],
	['values[1]', { values: ['B', 'A'] }],
	['linked', { linked: ['A'] }],
] as const)('finds the identifier in %s', async (inputKey, row) => {
	serveOnly(service(), [{ Code: 'A', Name: 'x', CreditLimit: 1 }]);
	const input: IDataObject[] = [JSON.parse(JSON.stringify({ ...row, name: 'x' })), { other: 1 }];
	const parameters = { inputKey, compareFields: { pairs: [{ field: 'Name', value: 'name' }] } };
	const { events, error } = await compare(input, {}, { parameters });
	expect([events, error?.message]).toEqual([[], undefined]);
	const toString = { ...parameters, inputKey: `${inputKey}.toString` };
	const { error: none } = await compare(input, {}, { parameters: toString });
	expect(none?.message).toContain('No input item has a value in');
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
			const { removed } = await compare(rows, options, { settings: GO_ON }, own);
			own.changes = 0;
			const there = new Set(list.page(0, list.length).map(({ Code }) => Code));
			expect(removed.filter(({ json }) => there.has(json.code))).toEqual([]);
		},
	);
});
