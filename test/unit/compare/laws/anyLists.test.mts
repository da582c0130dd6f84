import fc from 'fast-check';
import { UserError, type IDataObject } from 'n8n-workflow';
import { describe, expect } from 'vitest';
import type { DataRecord } from '../../../../nodes/CustomerData/api/page';
import { canonical } from '../../../../nodes/CustomerData/identity/identity';
import { looseKey } from '../../../../nodes/CustomerData/identity/spelling';
import { removalOf, summaryOf, summaryText } from '../../../../nodes/CustomerData/report/summary';
import { hasContent } from '../../../../nodes/CustomerData/values/content';
import { isEqual } from '../../../../nodes/CustomerData/values/equality';
import { CODES_AS, RETURNS, saved } from '../../../model/crm.mts';
import { compareRows } from '../../../support/comparing.mts';
import { law } from '../../../support/law.mts';

const CODES = [...'A1,a1,A 1,007,7,B2,1000,ß,SS,K9,K-9,B2  '.split(','), 7, 1000];
const NOTHING = ['', ' ', null, undefined];
const codes = fc.oneof(
	{ weight: 9, arbitrary: fc.constantFrom(...CODES) },
	fc.constantFrom(...NOTHING),
);
const names = fc.constantFrom('Bakery', 'bakery', ' Bakery ', '', null, undefined, '12', 'Zoë "Z"');
const amounts = fc.constantFrom(0, 12, 12.5, '12', '', null, true, false, [1, 'a'], { a: null });

const FIELDS = ['Name', 'CreditLimit'];
const values = { Name: names, CreditLimit: amounts };
const unique = <Thing,>(things: fc.Arbitrary<Thing>, codeOf: (thing: Thing) => unknown) =>
	fc.uniqueArray(things, { maxLength: 12, selector: (thing) => String(codeOf(thing)) });
const record = fc.record({ Code: codes, ...values });
const row = fc.record({ code: codes, active: fc.boolean(), ...values });
/** Most lists identify each record, most CRMs each row. */
const lists = fc.oneof(
	unique(record, ({ Code }) => Code),
	fc.array(record, { maxLength: 9 }),
);
const crms = fc.oneof(
	unique(row, ({ code }) => code),
	fc.array(row, { maxLength: 9 }),
);

/** As JSON has it, in which a list arrives. */
const recordsOf = (all: object[]): DataRecord[] => JSON.parse(JSON.stringify(all));
const rowsOf = (all: object[]): IDataObject[] => structuredClone(all).map((one) => ({ ...one }));

const COMPARING = { fields: FIELDS, maximums: { maxCreated: 100, maxRemovals: 100 } };
type Found = Awaited<ReturnType<typeof compareRows>>;

const wordsIn = ({ message, description }: UserError) => `${message}. ${String(description)}`;
const saidIn = ({ errors }: Pick<Found, 'errors'>) => errors.map(wordsIn).join(' ');

/** What is said instead of a comparison. */
function refused(error: unknown) {
	if (!(error instanceof UserError)) throw error;
	return { refusal: wordsIn(error) };
}

const keyIn = (value: unknown) => {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	return text.trim() || undefined;
};
const returning = fc.constantFrom(...Object.entries(RETURNS));
const coding = fc.constantFrom(...Object.entries(CODES_AS));
const loose = (key = '') => looseKey(JSON.stringify(key));

/** Whether a row may be that of a record, as far as its values say. */
const agrees = (one: DataRecord, row: IDataObject) =>
	FIELDS.every((name) => {
		const own = one[name];
		return !hasContent(own) || isEqual(own, row[name], 'UTC');
	});

describe('whatever a list and a CRM hold', () => {
	const someLists = lists.map((all) => [...all, { Code: 'last', Name: 'L', CreditLimit: 1 }]);

	law(
		'a record or row with an identifier of its own is handled, or named; nobody else is touched',
		{ of: [someLists, crms], examples: 1_000 },
		async (all, rows) => {
			const list = recordsOf(all);
			const more = ['last2', 'last3'].map((code) => ({ code, active: true }));
			const input = rowsOf(rows.length > 0 ? [...rows, ...more] : []);
			const outcome = await compareRows(list, input, { ...COMPARING, isUnattended: false });
			const { created, updated, removed, stop } = outcome;
			expect(stop).toBeUndefined();
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
			const named = saidIn(outcome);
			const found = [
				...created.map(({ record }) => ['created', keyIn(record.Code)] as const),
				...updated.map(({ record, row }) => ['updated', keyIn(record.Code), row.input] as const),
				...removed.map(({ row }) => ['removed', keyIn(row.input.code), row.input] as const),
			];

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
		{ of: [someLists, crms, returning, coding], examples: 2_000 },
		async (all, given, [, returned], [, codeAs]) => {
			const list = recordsOf(all);
			const stored = all.map(({ Code }) => keyIn(codeAs(Code ?? null)));
			const isMerged = new Set(stored).size < new Set(all.map(({ Code }) => keyIn(Code))).size;
			// Of records that the CRM takes for one, the one that a row without a record agrees with is not created.
			const known = new Set(all.map(({ Code }) => keyIn(Code)).filter(Boolean));
			if (isMerged && given.some(({ code }) => !known.has(keyIn(code)))) return;
			/** What the CRM's node returns. */
			const shown = (rows: IDataObject[]) =>
				rows.map(({ code, Name, CreditLimit, ...row }) => {
					const values = { Name: returned(Name), CreditLimit: returned(CreditLimit) };
					return { ...row, code: codeAs(code), ...values };
				});
			const rows = rowsOf(given).map((row, id): IDataObject => ({ ...row, id }));
			// Where no row has a code yet, the first load is by hand, of which nothing is remembered.
			const isFirst = rows.every(({ code }) => keyIn(codeAs(code ?? null)) === undefined);
			const isUnattended = rows.length === 0 || !isFirst;
			const first = await compareRows(list, shown(rows), { ...COMPARING, isUnattended });
			expect(first.stopped).toBe('');
			const asked = isUnattended ? first.asked : new Map();
			const second = await compareRows(list, shown(saved(rows, first)), { ...COMPARING, asked });
			if (isMerged) {
				// Where it saved one of two that it takes for one, the other gets the row.
				const all = shown(saved(saved(rows, first), second));
				const third = await compareRows(list, all, { ...COMPARING, asked: second.asked });
				const { created, updated, removed } = third;
				expect([second.created, created, updated, removed]).toEqual([[], [], [], []]);
				return;
			}
			expect([second.created, second.updated, second.removed]).toEqual([[], [], []]);
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
	'a condition is as if the others were not in the list: in what is due, said, and remembered',
	{
		of: [
			fc.array(fc.tuple(record, fc.boolean(), fc.boolean()), { maxLength: 9 }),
			fc.record(
				{ Code: fc.constant('A1'), Name: names, CreditLimit: amounts },
				{ requiredKeys: [] },
			),
			crms,
		],
		examples: 1_000,
	},
	async (all, one, crm) => {
		const rows = rowsOf(crm);
		const nights = async (isWhole: boolean) => {
			const conditions = isWhole ? [{ field: 'Kind', isNot: false, value: 'a' }] : [];
			const told: unknown[] = [];
			let asked: Found['asked'] = new Map();
			for (const night of [0, 1, 1]) {
				const whole = all.map(([one, ...flags], nth) => {
					// Of equal records, a read can't tell whether one came twice.
					return { ...one, ...(flags[night] ? { Kind: 'a' } : { Kind: 'b', nth }) };
				});
				const shown = isWhole ? whole : whole.filter(({ Kind }) => Kind === 'a');
				const list = recordsOf([...shown, { ...one, Kind: 'a' }]);
				const comparing = { ...COMPARING, conditions, asked };
				const found = await compareRows(list, rows, comparing).catch(refused);
				if ('refusal' in found) {
					told.push(found.refusal);
					continue;
				}
				const { compared, fates, created, updated, removed, stop } = found;
				const summary = summaryText(summaryOf(compared, fates), removalOf(compared.columns));
				const due = [created, updated, removed, saidIn(found)];
				told.push(summary, stop ? wordsIn(stop) : due);
				if (!stop) ({ asked } = found);
				told.push([...asked]);
			}
			return JSON.stringify(told);
		};
		expect(told(await nights(true))).toEqual(told(await nights(false)));
	},
);
