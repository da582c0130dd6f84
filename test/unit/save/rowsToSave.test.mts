import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { DataRecord, JsonValue } from '../../../nodes/CustomerData/api/page';
import { withFate } from '../../../nodes/CustomerData/compare/fates';
import { planFor } from '../../../nodes/CustomerData/compare/plan';
import type { Columns } from '../../../nodes/CustomerData/compare/rows';
import { checkIds } from '../../../nodes/CustomerData/save/ids';
import { RowsToSave } from '../../../nodes/CustomerData/save/rowsToSave';
import { valueAt } from '../../../nodes/CustomerData/values/paths';
import { comparedRows } from '../../support/comparing.mts';
import { law } from '../../support/law.mts';

interface Saving {
	columns?: Partial<Columns>;
	options?: { presentValue?: string; emptyAsNull?: boolean };
	by?: string[];
	idField?: string;
}

const FIELDS = [
	{ name: 'Name', path: 'company' },
	{ name: 'City', path: 'city' },
];

/** What is output to be saved. */
async function rowsToSave(
	records: DataRecord[],
	rows: IDataObject[],
	{ columns, options, by = [], idField = 'id' }: Saving = {},
) {
	const compared = await comparedRows(records, rows, {
		isUnattended: false,
		columns: { fields: FIELDS, ...columns },
		options: { maxCreated: 100, maxRemovals: 100, ...options },
		by,
		idField,
	});
	const { fates, errors } = planFor(compared, { asked: new Map(), createdByHand: [] });
	checkIds(compared, fates, idField);
	const shape = new RowsToSave(compared, idField);
	return {
		created: withFate('created', fates).map((one) => shape.created(one)),
		updated: withFate('updated', fates).map((one) => shape.updated(one)),
		removed: withFate('removed', fates).map(({ row }) => shape.removed(row)),
		held: errors.map(({ message }) => message),
	};
}

const ANN = { id: 1, code: 'C1', company: 'Ann', city: 'Gent', active: true };
const BOB = { Code: 'C1', Name: 'Bob', City: 'Ulm' };

describe('rows to save', () => {
	it('have the names of the other system, its own ID, and what says that they are there', async () => {
		const { created, updated, removed } = await rowsToSave(
			[
				{ Code: 'C1', Name: 'Ann', City: 'Ulm', Fax: 7 },
				{ Code: 2, Name: 'Bob', City: '' },
			],
			[
				{ ...ANN, owner: 'Kim' },
				{ ...ANN, id: 3, code: 'C3', company: 'Eve' },
			],
		);
		expect(created).toEqual([{ code: '2', company: 'Bob', active: true }]);
		expect(updated).toEqual([{ id: 1, code: 'C1', company: 'Ann', city: 'Ulm' }]);
		expect(removed).toEqual([{ id: 3, code: 'C3', active: false }]);
	});

	it('have a code that could be a flag as text, where Odoo returns false for all', async () => {
		const records = ['1', 'no'].map((Code) => ({ Code, Name: 'Bob', City: 'Ulm' }));
		const { created } = await rowsToSave(records, [{ ...ANN, code: false }]);
		expect(created.map(({ code }) => code)).toEqual(['1', 'no']);
	});

	it('have what the record has, because a row can be read as another day', async () => {
		const read = { ...ANN, company: '2026-02-02T23:00:00.000Z' };
		const { updated } = await rowsToSave([{ ...BOB, Name: '2026-02-02' }], [read]);
		expect(updated).toEqual([{ id: 1, code: 'C1', company: '2026-02-02', city: 'Ulm' }]);
	});

	it('are empty where the record is, as rows are', async () => {
		const other = { id: 2, company: 'Lead' };
		const updatedBeside = async (city: JsonValue | undefined, options = {}) => {
			const lead = city === undefined ? other : { ...other, city };
			const { updated } = await rowsToSave([{ ...BOB, City: null }], [ANN, lead], { options });
			return updated[0]?.city;
		};
		expect(await updatedBeside('')).toBe('');
		expect(await updatedBeside(null)).toBeNull();
		expect(await updatedBeside(undefined)).toBe('');
		expect(await updatedBeside(undefined, { emptyAsNull: true })).toBeNull();
		const { updated } = await rowsToSave([{ ...BOB, City: null }], [{ ...ANN, note: null }]);
		expect(updated[0]?.city).toBeNull();
		const fields = { code: 'C1', city: 'Gent', note: null };
		const nested = await rowsToSave([{ ...BOB, City: null }], [{ id: 1, fields }], {
			columns: { key: 'fields.code', fields: [{ name: 'City', path: 'fields.city' }] },
		});
		expect(nested.updated).toEqual([{ id: 1, fields: { code: 'C1', city: null } }]);
	});

	it('keep what is empty on both sides as it is', async () => {
		const { city: _, ...row } = ANN;
		const records = [{ ...BOB, City: '' }];
		expect((await rowsToSave(records, [row])).updated[0]).not.toHaveProperty('city');
		const withNull = await rowsToSave(records, [{ ...row, city: null }]);
		expect(withNull.updated[0]).toHaveProperty('city', null);
	});

	it('clear nothing for a field that no record has', async () => {
		const { updated } = await rowsToSave([{ Code: 'C1', Name: 'Bob' }], [ANN]);
		expect(updated).toEqual([{ id: 1, code: 'C1', company: 'Bob' }]);
	});

	it.each<[string, JsonValue[], string, string, unknown, unknown]>([
		['flags', [true], 'false', '', true, false],
		['numbers', [1, 0], 'false', '', 1, 0],
		['text', ['yes', 'no'], 'no', '', 'yes', 'no'],
		['text that is written as in the rows', ['TRUE', 'FALSE'], 'false', '', 'TRUE', 'FALSE'],
		['numbers of which all are removed', [0], '0', '', 1, 0],
		['a status that most have', ['lead', 'pro', 'pro', 'pro'], 'gone', '', 'pro', 'gone'],
		['a status that was entered', ['lead', 'lead'], 'gone', 'customer', 'customer', 'gone'],
		['a number that was entered', [1, 2], '0', '2', 2, 0],
		['a status that nobody knows', [null], 'gone', '', undefined, 'gone'],
		['empty boxes', [null], 'false', '', true, false],
		['what is empty', ['left', null], '', '', 'left', null],
	])('are marked as rows are: %s', async (_, marks, removedValue, presentValue, present, gone) => {
		const rows = marks.map((active, nth) => ({ ...ANN, id: nth, code: `X${nth}`, active }));
		const { created, removed } = await rowsToSave(
			[BOB],
			[...rows, { ...ANN, id: 99, code: 'X99', active: marks[0] }],
			{
				columns: { removedValue },
				options: { presentValue },
			},
		);
		expect(created[0]?.active).toEqual(present);
		for (const row of removed) expect(row.active).toEqual(gone);
	});

	it('take the mark back, set it where it is empty, and leave another status alone', async () => {
		const codes = ['C1', 'C2', 'C3', 'C4'];
		const rows = [false, null, 'lead', true].map((active, nth) => {
			return { ...ANN, id: nth, code: codes[nth], company: `${nth}`, active };
		});
		const records = codes.map((Code, nth) => ({ Code, Name: `${nth}`, City: 'Ulm' }));
		const options = { presentValue: 'true' };
		const { updated } = await rowsToSave(records, rows, { options });
		expect(updated.map(({ active }) => active)).toEqual([true, true, undefined, undefined]);
	});

	it('leave a mark to the field of the record with which it is compared', async () => {
		const fields = [...FIELDS, { name: 'Active', path: 'active' }];
		const { created, updated, removed } = await rowsToSave(
			[
				{ ...BOB, Active: false },
				{ Code: 'C2', Name: 'New', Active: false },
			],
			[
				{ ...ANN, active: false },
				{ ...ANN, id: 3, code: 'C3', company: 'Eve' },
			],
			{ columns: { fields } },
		);
		expect([created, updated, removed].map(([one]) => one?.active)).toEqual([false, false, false]);
	});

	it('need no mark', async () => {
		const columns = { removed: '' };
		const { created, updated, removed } = await rowsToSave(
			[BOB, { Code: 'C2', Name: 'New' }],
			[ANN, { ...ANN, id: 3, code: 'C3', company: 'Eve' }],
			{ columns },
		);
		expect(created).toEqual([{ code: 'C2', company: 'New' }]);
		expect(updated).toEqual([{ id: 1, code: 'C1', company: 'Bob', city: 'Ulm' }]);
		expect(removed).toEqual([{ id: 3, code: 'C3' }]);
	});

	it.each<[JsonValue, JsonValue | undefined, JsonValue]>([
		['C9', undefined, '7'],
		[9, undefined, 7],
		[['C9'], null, ['7']],
		['C9', false, '7'],
	])(
		'have the code as rows have theirs (%j), also where one has none (%j)',
		async (code, own, saved) => {
			const lacking = {
				id: 2,
				company: 'Matched',
				city: 'Rome',
				...(own !== undefined && { code: own }),
			};
			const records = [
				{ Code: 7, Name: 'Matched', City: 'Ulm' },
				{ Code: String([code].flat()[0]), Name: 'Ann', City: 'Gent' },
			];
			const by = ['Name'];
			const { updated } = await rowsToSave(records, [{ ...ANN, code }, lacking], { by });
			expect(updated).toEqual([{ id: 2, code: saved, company: 'Matched', city: 'Ulm' }]);
		},
	);

	it.each<[string, IDataObject, IDataObject]>([
		[
			'address.city',
			{ address: { city: 'Gent', street: 'A' } },
			{ address: { city: 'Ulm', street: 'A' } },
		],
		['address.city', { address: null, 'address.city': 'Gent' }, { 'address.city': 'Ulm' }],
		['to[0].city', { to: [{ city: 'Gent', zip: 1 }, 2] }, { to: [{ city: 'Ulm', zip: 1 }, 2] }],
		[
			'more[Name=City].Value',
			{ more: [{ Name: 'City', Value: 'Gent', id: 5 }] },
			{ more: [{ Name: 'City', Value: 'Ulm', id: 5 }] },
		],
	])('keep what else stands beside %s', async (path, own, saved) => {
		const { city: _, company: _company, ...row } = ANN;
		const columns = { fields: [{ name: 'City', path }] };
		const records = [BOB, { Code: 'C2', City: 'Rome' }];
		const { created, updated } = await rowsToSave(records, [{ ...row, ...own }], { columns });
		expect(updated).toEqual([{ id: 1, code: 'C1', ...saved }]);
		expect(valueAt(path, created[0] ?? {})).toBe('Rome');
	});

	it('make the object that a row lacks', async () => {
		const { city: _, ...row } = ANN;
		const lead = { id: 2, address: { city: 'Gent', street: 'A' } };
		const columns = { fields: [{ name: 'City', path: 'address.city' }] };
		const { updated } = await rowsToSave([BOB], [{ ...row, address: null }, lead], { columns });
		expect(updated).toEqual([{ id: 1, code: 'C1', address: { city: 'Ulm' } }]);
	});

	it('keep nothing beside the identifier, which the system may compute', async () => {
		const own = { code: 'C1', city: 'Gent', sum: 3, active: false, to: { city: 'Gent', zip: 1 } };
		const { updated, created } = await rowsToSave(
			[BOB, { Code: 'C2', City: 'Rome' }],
			[{ id: 1, fields: own }],
			{
				columns: {
					key: 'fields.code',
					fields: [
						{ name: 'City', path: 'fields.city' },
						{ name: 'City', path: 'fields.to.city' },
					],
					removed: 'fields.active',
				},
			},
		);
		const to = { city: 'Ulm', zip: 1 };
		expect(updated).toEqual([{ id: 1, fields: { code: 'C1', city: 'Ulm', to, active: true } }]);
		const fields = { code: 'C2', city: 'Rome', to: { city: 'Rome' }, active: true };
		expect(created).toEqual([{ fields }]);
	});
});

describe('the ID of a row', () => {
	const { id: _, ...lacking } = ANN;

	it.each<[string, IDataObject[]]>([
		['is there', [ANN]],
		['is there twice, in one row that was read twice', [ANN, ANN]],
		[
			'is missing where nothing is due',
			[{ ...ANN, id: 5, company: 'Lead', code: null }, ANN, { ...lacking, code: null }],
		],
	])('is accepted where it %s', async (_, rows) => {
		expect((await rowsToSave([BOB], rows)).updated).toHaveLength(1);
	});

	it.each<[string, IDataObject[], string]>([
		[
			'of none is known',
			[{ ...lacking, company: 'Bob', city: 'Ulm' }],
			"Input item 1 has no value in 'id'",
		],
		[
			'one that is due lacks it',
			[{ ...ANN, code: 'C2' }, lacking],
			"Input item 2 has no value in 'id'",
		],
		['another row has it, too', [ANN, { ...ANN, code: null }], "2 contacts have 1 in 'id'"],
	])('is missed where %s', async (_, rows, message) => {
		await expect(rowsToSave([BOB], rows)).rejects.toThrow(message);
	});
});

describe('a column that no row has', () => {
	const { city: _, ...row } = ANN;

	it('holds back whoever has a value for it, and nobody else', async () => {
		const records = [
			{ ...BOB, City: null },
			{ Code: 'C2', Name: 'New', City: '' },
			{ Code: 'C3', Name: 'Newer', City: 'Ulm' },
			{ Code: 'C4', Name: 'Four', City: 'Ulm' },
		];
		const { created, updated, held } = await rowsToSave(records, [
			row,
			{ ...row, id: 4, code: 'C4' },
		]);
		expect([created, updated].map((rows) => rows.map(({ code }) => code))).toEqual([
			['C2'],
			['C1'],
		]);
		expect(held).toEqual([
			`No contact has the field 'city', so "C4" and "C3" could not be saved there`,
		]);
	});

	it('holds back nobody where there are no rows, or one has it', async () => {
		expect((await rowsToSave([BOB], [])).created).toHaveLength(1);
		const { updated, held } = await rowsToSave([BOB], [row, { id: 2, city: null }]);
		expect([updated.length, held]).toEqual([1, []]);
	});

	it('holds back those to whom a code is to be written, or a mark', async () => {
		const records: DataRecord[] = [
			{ Code: 'C1', Name: 'Ann', City: 'Gent' },
			{ Code: 'C2', Name: 'New' },
		];
		const by = ['Name'];
		const rows = [ANN, { ...ANN, id: 2, company: 'Eve' }].map(({ code: _code, ...one }) => one);
		const codes = await rowsToSave(records, rows, { by });
		expect(codes.held).toEqual([
			`No contact has the field 'code', so "C2" and "C1" could not be saved there`,
		]);
		const gone = [ANN, { ...ANN, id: 3, code: 'C3', company: 'Eve' }];
		const marks = await rowsToSave(records, gone, { columns: { removed: 'aktiv' } });
		expect(marks.held.join()).toContain("No contact has the field 'aktiv'");
	});
});

/** Columns of a system that refuses other types, and what the list may hold for them. */
const TYPES: Record<
	string,
	{ take: (value: unknown) => boolean; own: JsonValue; of: JsonValue[] }
> = {
	text: {
		take: (value) => typeof value === 'string',
		own: 'x',
		of: ['a', '007', 7, 1.5, true, ['p', 'q'], ['p, q', 'r'], '', null],
	},
	dates: {
		take: (value) => typeof value === 'string',
		own: '2026-02-02T00:00:00.000Z',
		of: ['2026-02-03', '2026-02-02', null],
	},
	numbers: {
		take: (value) => typeof value === 'number',
		own: 4,
		of: [1, 0, -2.5, '12', '7.50', '', null],
	},
	flags: {
		take: (value) => typeof value === 'boolean',
		own: true,
		of: [true, false, 'yes', 'no', 1, 0, null],
	},
	lists: { take: Array.isArray, own: ['z'], of: [['a'], ['a', 'b'], 'a', [], null] },
};

/** Where a row has the value, and what is beside it. */
const PLACES: Record<string, (value: JsonValue) => IDataObject> = {
	value: (value) => ({ value }),
	'a.b': (b) => ({ a: { b, kept: 1 } }),
	"a['b c']": (value) => ({ a: { 'b c': value, kept: 1 } }),
	'l[0].v': (v) => ({ l: [{ v, kept: 1 }] }),
	'f[Name=V].Value': (Value) => ({ f: [{ Name: 'V', Value }] }),
};

law(
	'a strict table takes each value of rows to save, keeps what stands beside it, and then nothing is left to do',
	{
		of: [
			fc.constantFrom(...Object.keys(TYPES)),
			fc.constantFrom(...Object.keys(PLACES)),
			fc.constantFrom<JsonValue[]>('', null),
			fc.boolean(),
			fc.array(fc.record({ own: fc.nat(9), listed: fc.nat(9), isMarked: fc.boolean() }), {
				minLength: 2,
				maxLength: 8,
			}),
		],
		examples: 500,
	},
	async (type, path, empty, areNumbers, picks) => {
		const { take, own, of } = TYPES[type] ?? expect.unreachable();
		const place = PLACES[path] ?? expect.unreachable();
		const codeOf = (nth: number) => (areNumbers ? 100 + nth : `C${nth}`);
		const rows = picks.slice(1).map((pick, nth): IDataObject => {
			const value = pick.own < 5 && nth > 0 ? empty : own;
			return { id: nth, code: codeOf(nth), active: !pick.isMarked, ...place(value) };
		});
		const records = picks.flatMap(({ listed }, nth): DataRecord[] => {
			const Value = of[listed % of.length] ?? null;
			return listed === 9 && nth > 0 ? [] : [{ Code: String(codeOf(nth)), Name: `${nth}`, Value }];
		});
		const columns = { fields: [{ name: 'Value', path }] };
		const { created, updated, removed } = await rowsToSave(records, rows, { columns });
		for (const row of [...created, ...updated]) {
			const value = valueAt(path, row) ?? null;
			expect(value === null || value === empty || take(value)).toBe(true);
			expect(typeof row.code).toBe(areNumbers ? 'number' : 'string');
		}
		for (const row of updated) {
			const before = rows.find(({ id }) => id === row.id) ?? {};
			if (path.startsWith('a')) expect(row.a).toMatchObject({ kept: 1 });
			expect(Object.keys(row).sort()).toEqual(expect.arrayContaining(['code', 'id']));
			expect(Object.keys(before)).toEqual(expect.arrayContaining(Object.keys(row)));
		}
		const changes = new Map([...updated, ...removed].map((row) => [row.id, row]));
		const saved = [
			...rows.map((row) => ({ ...row, ...changes.get(row.id) })),
			...created.map((row, nth) => ({ id: 100 + nth, ...row })),
		];
		const again = await rowsToSave(records, saved, { columns });
		expect([again.created, again.updated, again.removed]).toEqual([[], [], []]);
	},
);
