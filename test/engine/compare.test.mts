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
const IN_STEP = 'Nothing has to be created, updated or removed.';
const GO_ON = { onError: 'continueErrorOutput' } as const;

const pair = (field: string) => ({ field, value: `={{ $json.${field} }}` });

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
		inputKey: '={{ $json.code }}',
		compareFields: { pairs: FIELDS.map(pair) },
		...parameters,
	};
	const marked = { isRemoved: '={{ $json.active === false }}', ...options };
	const outcome = await readCustomers(of, marked, { ...run, parameters: asked, input: rows });
	const events = outcome.records.map(({ event, key }) => `${event} ${key}`);
	return { ...outcome, events };
}

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
		const { items, hints, error } = await compare(rows);
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: { event: 'updated', key: 'C000002', record: second, input: rows[1] },
				pairedItem: { item: 1 },
			},
			{
				json: { event: 'removed', key: 'X1', record: null, input: rows[2] },
				pairedItem: { item: 2 },
			},
			{ json: { event: 'created', key: 'C000003', record: third, input: null }, pairedItem: [] },
		]);
		expect(hints).toEqual([]);
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

	it('compares a date as JSON has it', async () => {
		serveOnly(service(), [{ Code: 'A', Since: '1970-01-01T00:00:00.000Z' }]);
		const pairs = [{ field: 'Since', value: '={{ new Date(0) }}' }];
		const parameters = { compareFields: { pairs } };
		expect((await compare([{ code: 'A' }], {}, { parameters })).events).toEqual([]);
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
		const { records } = await compare([{}], options, { parameters });
		const record = { Code: 'A', Name: null, Address: { Zip: null, Lines: [null, 'x', null] } };
		expect(records.at(0)).toEqual({ event: 'created', key: 'A', record, input: null });
		const whole = await compare([{}], ALL, { parameters });
		expect(whole.records.at(0)).toMatchObject({ record: { Name: '', Fax: '' } });
	});

	it("leaves another company's rows alone, and compares each with its own list", async () => {
		const both = [service(), service().second].map(({ lists }) =>
			lists.GetCustomers.page(0, 100).map(rowOf),
		);
		const rows = both.flatMap((all, index) =>
			all.slice(1).map((row) => ({ ...row, company: 1001 + index })),
		);
		const credential = { companyId: '={{ $json.company }}' };
		const { events } = await compare(rows, {}, { credential });
		expect(events).toEqual(['created C000001', 'created C900001']);
		const ours = { inputKey: '={{ $json.company === 1001 ? $json.code : null }}' };
		expect((await compare(rows, {}, { parameters: ours })).events).toEqual(['created C000001']);
	});

	it('takes the options and the identifier of the first item for all', async () => {
		const rows = customers().map(rowOf);
		const parameters = { keyField: locator('={{ $itemIndex === 0 ? "Code" : "Name" }}') };
		const options = { maxCreated: '={{ $itemIndex }}', timeout: '={{ 9000 + $itemIndex }}' };
		expect(await compare(rows, options, { parameters })).toMatchObject({
			events: [],
			hints: [IN_STEP],
		});
	});

	it("says in n8n's log what it found", async () => {
		const rows = customers().slice(0, 55).map(rowOf);
		const log = vi.spyOn(
			new ActiveTrigger({ credential: credentialFor(service()), parameters: {} }).logger,
			'info',
		);
		await compare([...rows, { code: 'X' }]);
		expect(log.mock.calls).toEqual([['Node: 56 compared: 5 to create, 0 to update, 1 to remove']]);
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
		const { events, errorItems, hints } = await compare(rows, ALL, { settings: GO_ON });
		expect(events.filter((event) => event.startsWith('removed'))).toEqual([]);
		expect(hints.join()).not.toContain('removed');
		const message = errorItems.at(-1)?.json.error;
		expect(message).toMatch(
			/^The list has no record for "X" and "Y", but nothing was output as removed/,
		);
		expect(message).toContain(why);
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
		expect(await compare(rows)).toMatchObject({ error: undefined, errorItems: [] });
		const { error, records } = await compare([...rows, { code: 'X' }]);
		expect(records).toEqual([]);
		expect(error?.message).toMatch(
			/^The list has no record for "X", but nothing was output as removed, because /,
		);
		expect(error?.message).toContain(why);
	});

	it('in doubt goes on with what is new and what differs, if there is an output for errors', async () => {
		service().lists.GetCustomers.insert(customers()[30] ?? {});
		const [first = {}, , ...others] = customers().map(rowOf);
		const rows = [{ ...first, Name: 'Other' }, ...others, { code: 'X' }];
		const { events, errorItems } = await compare(rows, {}, { settings: GO_ON });
		expect(events).toEqual(['updated C000001', 'created C000002']);
		expect(errorItems.map(({ json }) => json.error)).toEqual([
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
		const { events, errorItems } = await compare(rows, options, { settings: GO_ON });
		expect(events.filter((event) => event.startsWith('removed'))).toEqual([]);
		const message = String(errorItems.at(-1)?.json.error);
		expect(message).toContain('a record without an identifier of its own');
	});

	it('does not say of a row that it has no record where only the first read missed that', async () => {
		const [first = {}, ...others] = customers();
		serveOnly(service(), [...others, { Name: 'Nobody' }]);
		const list = service().lists.GetCustomers;
		const rows = [...customers(), first].map(rowOf);
		let reads = 0;
		servePages(service(), (page, offset) => {
			if (offset === 0 && ++reads === 2) list.insert(first);
			return page();
		});
		const options = { ...ALL, parallelRequests: 1 };
		const { events, hints, errorItems } = await compare(rows, options, { settings: GO_ON });
		expect([events, hints]).toEqual([[], []]);
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			"Record 60 in the list (Nobody) has no value in 'Code'",
		]);
	});

	it('hints at updates of rows that are all marked, because the option may be wrong', async () => {
		const rows = customers().map(rowOf);
		const marked =
			"All input items that have a record are marked as removed. Check 'Is Marked as Removed' under 'Options'.";
		expect((await compare(rows, { isRemoved: true })).hints).toEqual([marked]);
		expect((await compare(rows, { isRemoved: '={{ $itemIndex > 0 }}' })).hints).toEqual([]);
	});

	it.each<[string, IDataObject]>([
		['no row has', { Name: ' ' }],
		['holds something else in each row', { Name: 'Anna' }],
	])(
		'hints at updates because of a value that %s, but not where one row has it',
		async (_, more) => {
			const rows = customers().map((one) => ({ ...rowOf(one), ...more }));
			const [first = {}, ...others] = customers().map(rowOf);
			const hint = "No input item has the same 'Name' as its record. Check 'Fields to Compare'.";
			expect((await compare(rows)).hints).toEqual([hint]);
			expect((await compare([first, ...rows.slice(1)])).hints).toEqual([]);
			// One row that others edited says nothing of the parameters.
			expect((await compare([{ ...first, ...more }, ...others])).hints).toEqual([]);
			const leads = others.map((row) => ({ ...row, code: null }));
			const lone = await compare([{ ...first, ...more }, ...leads], ALL);
			expect(lone.hints).toEqual([]);
		},
	);

	it('hints at a field that only some of the records have', async () => {
		serveOnly(
			service(),
			['A', 'B', ''].map((Name, Code) => ({ Code, Name, CreditLimit: 1 })),
		);
		const rows = [0, 1, 2].map((code) => ({ code, CreditLimit: code + 1 }));
		expect((await compare(rows)).hints[0]).toContain("the same 'Name'");
	});

	it('does not hint at a field that is empty on both sides', async () => {
		serveOnly(
			service(),
			['A', 'B'].map((Code) => ({ Code, Name: '', CreditLimit: 1 })),
		);
		const rows = ['A', 'B'].map((code, index) => ({ code, Name: null, CreditLimit: index + 1 }));
		expect(await compare(rows)).toMatchObject({ hints: [], events: ['updated B'] });
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
		Array.from({ length: count }, (_, index) => ({ code: `X${index}`, ...more }));

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
		const known = customers().slice(unknown).map(rowOf);
		const { records, error } = await compare([...known, ...others], options);
		if (message === undefined) expect(records.length).toBeGreaterThan(0);
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
		const rows = [{ ...first, Name: 'Other' }, ...others, ...gone(20)];
		const { records, errorItems } = await compare(rows, {}, { settings: GO_ON });
		expect(records).toEqual([]);
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
		expect((await compare(short.slice(2).map(rowOf))).events).toHaveLength(2);
		serveOnly(service(), short.slice(2));
		const { error: ofOne } = await compare([{}]);
		expect(ofOne?.message).toContain('1 of 1 records is not in the input');
	});

	it('ask before all is created and removed where no identifier is in the list', async () => {
		serveOnly(service(), customers().slice(0, 3));
		const rows = ['', 'Ulm', 'Bonn'].map((code) => ({ code, Name: 'City for code' }));
		for (const options of [{}, { maxCreated: 100 }, { maxRemovals: 100 }]) {
			const { error, records } = await compare(rows, options);
			expect(error?.message).toBe('No input item has a record in the list');
			expect(error?.description).toContain('the input has "Ulm", and the list has "C000001"');
			expect(records).toEqual([]);
		}
		expect((await compare(rows, ALL)).events).toHaveLength(5);
		serveOnly(service(), []);
		expect((await compare(rows)).error?.message).toContain('the list is empty');
	});

	it('take a row for known whose identifier several records have', async () => {
		const shared = ['A', 'B'].map((Name) => ({ Code: 'C1', Name, CreditLimit: 1 }));
		serveOnly(service(), [...shared, { Code: 'C2', Name: 'C', CreditLimit: 1 }]);
		const { events } = await compare([{ code: 'C1' }], {}, { settings: GO_ON });
		expect(events).toEqual(['created C2']);
	});

	it('name what does not identify the records first', async () => {
		const list = Array.from({ length: 30 }, (_, index) => ({ Code: index < 29 ? 'Ulm' : 'Bonn' }));
		serveOnly(
			service(),
			list.map((one, Name) => ({ ...one, Name, CreditLimit: 1 })),
		);
		const { error } = await compare([{ code: 'Ulm' }, { code: 'Ulm' }, { code: 'Bonn' }]);
		expect(error?.message).toMatch(/^'Code' does not identify a record[^.]*$/);
	});

	it('output one error, and nothing else, where the node continues', async () => {
		const { records, errorItems } = await compare(gone(2), {}, { settings: GO_ON });
		expect(records).toEqual([]);
		expect(errorItems).toHaveLength(1);
	});
});

describe('what cannot be compared', () => {
	const known = [{ code: 'C000001' }, { code: 'C000002' }];
	const by = (value: string) => ({ keyField: locator(value) });
	const fields = (field: string) => ({ compareFields: { pairs: [{ field, value: 'x' }] } });
	const VALUE = "'Identifier in Input Item'";
	const DRAG = `Empty ${VALUE}, and drag`;

	it.each<[string, IDataObject[], INodeParameters, string, string]>([
		['an identifier that is an object', [{ code: { a: 1 } }], {}, `${VALUE} must be text`, DRAG],
		['a field that no item has', [{ a: 1 }, { a: 2 }], {}, `No input item has the field in`, DRAG],
		['the same text for all', known, { inputKey: 'code' }, `${VALUE} is the same for all`, DRAG],
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
			"a row's value for a field",
			Array.from({ length: 12 }, (_, index) => ({ code: `C${index}` })),
			fields('={{ $json.code }}'),
			"'C8', or 'C9', and 2 more",
			"In 'Fields to Compare', choose",
		],
		[
			'a value without a field',
			known,
			fields(' '),
			"'Field Name or ID' is empty",
			"Under 'Fields to Compare'",
		],
	])('is refused, with what to do: %s', async (_, input, parameters, message, advice) => {
		const { error, records } = await compare(input, {}, { parameters });
		expect(error?.message).toContain(message);
		expect(error?.description).toContain(advice);
		expect(records).toEqual([]);
	});

	it('ends the comparison, because the record of an unreadable row would seem to be new', async () => {
		const rows = [...customers().slice(1).map(rowOf), { code: { a: 1 } }];
		const { records, errorItems } = await compare(rows, ALL, { settings: GO_ON });
		expect(records).toEqual([]);
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			"'Identifier in Input Item' must be text or a number",
		]);
	});

	it('is named: records and rows that share an identifier, or are spelled otherwise', async () => {
		const list = ['A', 'B', 'c', 'D'].map((Code) => ({ Code, Name: 'x', CreditLimit: 1 }));
		serveOnly(service(), list);

		const rows = [{ code: 'A' }, { code: 'A' }, { code: 'C' }, { code: 'D' }];
		const { error } = await compare(rows, ALL);
		expect(error?.message).toBe(
			'2 input items share the identifier "A". An input item has "C", but the list has "c"',
		);
		const { events, errorItems } = await compare(rows, ALL, { settings: GO_ON });
		expect(events).toEqual(['updated D', 'created B']);
		expect(errorItems.map(({ json }) => [json.code, json.error])).toEqual([
			['A', '2 input items share the identifier "A"'],
			['C', 'An input item has "C", but the list has "c"'],
		]);
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
			const given = rows.length > 0 ? [...rows, { code: 'last2' }, { code: 'last3' }] : [{}];
			const input: IDataObject[] = given.map((one) => ({ ...one }));
			const { records, errorItems, error } = await compare(input, ALL, { settings: GO_ON });
			expect(error).toBeUndefined();
			const recordKeys = all.map(({ Code }) => keyIn(Code));
			// Of records that are equal, also in other types, one counts.
			const distinct = new Map(list.map((one) => [canonical(one), keyIn(one.Code)]));
			const ownKeys = [...distinct.values()];
			const rowKeys = input.map(({ code }) => keyIn(code));
			const keys = [...recordKeys, ...rowKeys].filter((key) => key !== undefined);
			const twice = new Set(list.map((one) => JSON.stringify(one))).size < list.length;
			const isInDoubt =
				twice || new Set(ownKeys).size < ownKeys.length || recordKeys.includes(undefined);
			const named = errorItems.map(({ json }) => String(json.error)).join();

			expect(records.filter(({ key }) => !keys.includes(keyIn(key) ?? ''))).toEqual([]);
			for (const [index, key] of recordKeys.entries()) {
				if (key === undefined) expect(named).toContain(`Record ${index + 1} in the list`);
			}
			for (const key of new Set(keys)) {
				const [inList, inRows] = [ownKeys, rowKeys].map(
					(some) => some.filter((other) => other === key).length,
				);
				const row = input[rowKeys.indexOf(key)];
				const found = records.filter((one) => keyIn(one.key) === key);
				const events = found.map(({ event }) => event).join();
				const isNamed = named.includes(JSON.stringify(key));
				const isSpelled = recordKeys.some((other) => other && loose(other) === loose(key));
				const isGone = inList === 0 && inRows === 1 && row?.active !== false;
				let expected = '';
				if (inList === 1 && inRows === 0 && !isNamed) expected = 'created';
				const isUpdated = row?.active === false || events === 'updated';
				if (inList === 1 && inRows === 1 && isUpdated) expected = 'updated';
				if (isGone && !isSpelled && !isInDoubt) expected = 'removed';
				expect(events).toBe(expected);
				if (inRows !== 0) expect(found.every(({ input }) => input === row)).toBe(true);
				if ((inRows ?? 0) > 1 || (isGone && isSpelled)) expect(isNamed).toBe(true);
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
			/** What the CRM's node returns; an empty item where there are no rows. */
			const outcome = async (rows: IDataObject[]) => {
				const input = rows.map(({ code, Name, CreditLimit, ...row }) => {
					const values = { Name: returned(Name), CreditLimit: returned(CreditLimit) };
					return { ...row, code: codeAs(code), ...values };
				});
				return await compare(input.length > 0 ? input : [{}], ALL, { settings: GO_ON });
			};
			const rows: IDataObject[] = structuredClone(given).map((row, id) => ({ ...row, id }));
			const { error, items } = await outcome(rows);
			expect(error).toBeUndefined();
			expect((await outcome(saved(rows, items))).events).toEqual([]);
		},
	);
});

law(
	'a dragged field has the value that n8n gives it',
	{
		of: [
			fc.jsonValue({ maxDepth: 2 }),
			fc.constantFrom('', '.a', "['a']", "['Zip code']", '.a.b', "['a'].length", '.trim', '[0]'),
		],
		examples: 200,
	},
	async (value, path) => {
		serveOnly(service(), [{ Code: 'A', Name: 'x' }]);
		const row = { code: 'A', field: value, a: { a: value, 'Zip code': 7 }, toString: 1 };
		const outcomes = [`={{ $json.a${path} }}`, `={{ ($json.a${path}) }}`].map(async (text) => {
			const pairs = [{ field: 'Name', value: text }];
			const parameters = { inputKey: text, compareFields: { pairs } };
			const { items, error } = await compare([row, { code: 'B' }], ALL, { parameters });
			return { items, message: error?.message };
		});
		const [one, other] = await Promise.all(outcomes);
		expect(one).toEqual(other);
	},
);

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
			const { records } = await compare(rows, options, { settings: GO_ON }, own);
			own.changes = 0;
			const there = new Set(list.page(0, list.length).map(({ Code }) => Code));
			const removed = records.filter(({ event }) => event === 'removed').map(({ key }) => key);
			expect(removed.filter((key) => there.has(key))).toEqual([]);
		},
	);
});
