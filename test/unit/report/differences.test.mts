import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DataRecord, JsonValue } from '../../../nodes/CustomerData/api/page';
import { withFate } from '../../../nodes/CustomerData/compare/fates';
import type { Row } from '../../../nodes/CustomerData/compare/rows';
import { differencesIn, differenceText } from '../../../nodes/CustomerData/report/differences';
import { firstDifferences } from '../../../nodes/CustomerData/report/findings';
import { isEqual } from '../../../nodes/CustomerData/values/equality';
import { compareRows } from '../../support/comparing.mts';
import { law } from '../../support/law.mts';
import { NASTY_VALUES, SOME_NASTY_TEXTS } from '../../support/nasty.mts';
import { range } from '../../support/range.mts';

const recordOf = (value: JsonValue | undefined): DataRecord =>
	value === undefined ? {} : { City: value };

/** A row and its record, with these values of one field. */
function pair(from: JsonValue | undefined, to: JsonValue | undefined, more: Partial<Row> = {}) {
	const cells = [{ name: 'City', value: from }];
	const row = {
		item: 0,
		input: {},
		key: '"C1"',
		cells,
		isMarked: false,
		mark: undefined,
		...more,
	};
	return {
		row: { ...row, key: '"C1"' },
		record: recordOf(to),
		differing: cells,
	};
}

it.each<[string, JsonValue | undefined, JsonValue | undefined]>([
	['City: Gent → Brugge', 'Gent', 'Brugge'],
	['City: [empty] → Brugge', undefined, 'Brugge'],
	['City: Gent → [empty]', 'Gent', null],
	['City: 0470 → 470', '0470', 470],
	['City: true → false', true, false],
	['City: ["a"] → {"b":1}', ['a'], { b: 1 }],
	['City: one↵two → one two', 'one\r\ntwo', 'one two'],
	['City: <\u200bb>x → & y', '<b>x', '& y'],
])('says in one line what differs: %s', (text, from, to) => {
	expect(differenceText(pair(from, to))).toBe(text);
});

it('shows of long values the part that differs', () => {
	const start = 'lorem ipsum '.repeat(50);
	const text = differenceText(pair(`${start}one${start}`, `${start}two`));
	expect(text).toMatch(/^City: ….{20}one.{37}… → ….{20}two$/);
	expect(differenceText(pair(start, `${start}two`))).toMatch(/^City: ….{20} → ….{20} two$/);
	expect(differenceText(pair(`${start}😀`, start))).toMatch(/ 😀 → ….{20}$/u);
	expect(differenceText(pair('Gent', start))).toMatch(/^City: Gent → lorem.{55}…$/);
});

it.each([
	['sixty characters', `${'a'.repeat(59)}b`, `${'a'.repeat(59)}c`],
	['a difference at the beginning', 'x', 'y'],
])('shows values of up to sixty characters whole: %s', (_, from, to) => {
	expect(differenceText(pair(from, to))).toBe(`City: ${from} → ${to}`);
});

it.each([
	[`${'a'.repeat(60)}b`, 'a', `${'a'.repeat(21)} → a`.replace(/^a/, '…')],
	[`${'a'.repeat(20)}x${'b'.repeat(39)}`, `${'a'.repeat(20)}y${'b'.repeat(40)}`, ''],
])('cuts a longer one, from twenty characters before the difference: %s', (from, to, text) => {
	const [, shownFrom = '', shownTo = ''] =
		/^City: (.*) → (.*)$/.exec(differenceText(pair(from, to))) ?? [];
	if (text === '') expect([shownFrom, shownTo]).toEqual([from, `${to.slice(0, 60)}…`]);
	else expect([shownFrom, shownTo]).toEqual([from.slice(0, 60) + '…', to]);
});

it('says of a row that is marked as removed that its record is back', () => {
	const mark = { path: '<b>', value: false, field: undefined };
	const back = { ...pair('Gent', 'Gent', { isMarked: true, mark }), differing: [] };
	expect(differenceText(back)).toBe('<\u200bb>: false → back in the list');
	expect(differenceText({ ...back, differing: back.row.cells })).toBe(
		'City: Gent → Gent; <\u200bb>: false → back in the list',
	);
});

const values = fc.oneof(
	fc.constantFrom<JsonValue | undefined>(
		undefined,
		null,
		'',
		' ',
		true,
		false,
		0,
		1,
		'1',
		[],
		{},
		['a'],
		{ a: null },
		'2024-03-02',
	),
	fc.string({ unit: 'grapheme', maxLength: 5 }),
	fc.string({ minLength: 50, maxLength: 90 }),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
);

law(
	'whatever differs is named, nothing else is, and both values look different',
	{ of: [fc.array(fc.tuple(values, values), { minLength: 1, maxLength: 8 })], examples: 300 },
	async (all) => {
		const fields = all.map((_, index) => `F${index}`);
		const with_ = (place: 0 | 1) =>
			Object.fromEntries(
				all.flatMap((one, index) => {
					const value = one[place];
					return value === undefined ? [] : [[`F${index}`, JSON.parse(JSON.stringify(value))]];
				}),
			);
		const { fates } = await compareRows(
			[{ Code: 'C1', ...with_(1) }],
			[{ code: 'C1', ...with_(0) }],
			{ fields },
		);
		const found = withFate('updated', fates).flatMap(differencesIn);
		const differing = fields.filter((_, index) => {
			const [from, to] = all[index] ?? [];
			return !isEqual(to, from, 'UTC');
		});
		expect(found.map(({ field }) => field)).toEqual(differing);
		for (const { from, to } of found) expect(from).not.toBe(to);
	},
);

it('takes no longer than the length of the values', () => {
	for (const value of [...SOME_NASTY_TEXTS, ...NASTY_VALUES]) {
		const text = differenceText(pair(value, [value, 'x']));
		expect(text.length).toBeLessThan(300);
	}
});

it('shows what differs in the first rows to update, a line each', async () => {
	const list = range(1, 8).map((nth) => ({ Code: `C${nth}`, Name: `Bakery ${nth}`, City: 'Ulm' }));
	const rows = list.map(({ Code, Name }, nth) => {
		return { code: Code, Name, City: 'Gent', active: nth !== 1 };
	});
	const linesOf = async (count: number, fields = ['Name', 'City']) => {
		const { fates } = await compareRows(list.slice(0, count), rows.slice(0, count), { fields });
		return firstDifferences(fates, fields);
	};
	expect(await linesOf(2)).toEqual([
		'C1 (Bakery 1): City: Gent → Ulm',
		'C2 (Bakery 2): City: Gent → Ulm; active: false → back in the list',
	]);
	expect(await linesOf(5)).toHaveLength(5);
	expect((await linesOf(7)).slice(4)).toEqual(['C5 (Bakery 5): City: Gent → Ulm', 'and 2 more']);
	expect(await linesOf(3, ['Name'])).toEqual(['C2 (Bakery 2): active: false → back in the list']);
	expect(await linesOf(1, [])).toEqual([]);
});

it('shows the beginning of a long line', () => {
	const { row, record } = pair('Gent', 'Ulm');
	const many = range(0, 40).map((nth) => ({ name: `Field ${nth}`, value: 'Gent' }));
	const [line = ''] = firstDifferences([{ fate: 'updated', row, record, differing: many }], []);
	expect(line).toMatch(/^C1 \(–\): Field 0: Gent → \[empty\]; .{100,200}…$/);
});
