import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../nodes/CustomerData/api/page';
import { isEqual, plainText } from '../../../nodes/CustomerData/values/equality';
import { FORMS, type Pair } from '../../support/forms.mts';
import { law } from '../../support/law.mts';
import { NASTY_TEXTS, NASTY_VALUES, reordered, SOME_NASTY_TEXTS } from '../../support/nasty.mts';
import { range } from '../../support/range.mts';

const BERLIN = 'Europe/Berlin';

it.each(FORMS)('takes for equal what %s has: %j and %j', (_who, own, value) => {
	expect(isEqual(own, value, BERLIN)).toBe(true);
});

/** What no system makes of a value without losing something of it, or adding to it. */
const LOSSES: Pair[] = [
	['letter case', 'Ann', 'ANN'],
	['a space in what has more letters', 'ABCDE 123456789', 'ABCDE123456789'],
	['a line', 'one\ntwo', 'one two'],
	['an empty line', 'one\n\ntwo', 'one\ntwo'],
	['an accent', 'Jürg', 'Jurg'],
	['compatibility form', '①', '1'],
	['another address', 'ann@x.de', 'bob@x.de'],
	['letter case of two addresses', 'ann@x.de bob@x.de', 'Ann@x.de bob@x.de'],
	['text for nothing', 'null', null],
	['the object', { a: 1 }, '[object Object]'],
	['a zero', 0, ''],
	['a boolean', true, undefined],
	['a boolean', undefined, true],
	['a boolean', [false], ''],
	['an object', null, { a: 1 }],
	['a list', undefined, [0]],
	['a value in a list of objects', [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 3 }]],
	['a field in a list of objects', [{ a: 1 }, { b: 2 }], [{ a: 1 }, { c: 2 }]],
	['what is in which object', [{ a: 1, b: 2 }, { a: 3 }], [{ a: 1 }, { a: 3, b: 2 }]],
	['what is in which list', [['a', 'b'], ['c']], [['a'], ['b', 'c']]],
	['whether it is a list', [['a'], 'b'], [{ a: 'a' }, 'b']],
	['whether it is a list', [['a'], 'b'], 'a,b'],
	['whether it is a list', [[], 'b'], [{ 0: 'a' }, 'b']],
	['which of two is longer', [['ab', 'c'], 'x'], [['a', 'bc'], 'x']],
	['an object beside a text', { a: 1 }, '1'],
	['how often one stands there', ['a', 'a', 'b'], ['a', 'b', 'b']],
	[
		'how often an object stands there',
		[{ a: 1 }, { a: 1 }, { a: 2 }],
		[{ a: 1 }, { a: 2 }, { a: 2 }],
	],
	['an object in a list, as text', [{ a: 1 }, 'b'], '{"a":1},b'],
	['the value', true, false],
	['the value', false, 1],
	['what it says', true, 'maybe'],
	['what it says', true, '1 of 2'],
	['what it says', true, 'no 1'],
	['what it says', false, 'no idea'],
	['what it says', false, 'Casino'],
	['that it is text', 'yes', 'true'],
	['a zero at the end', '120', '12'],
	['a sign', '-12', 12],
	['leading zeros', '0470', '470'],
	['leading zeros', 1234, '01234'],
	['leading zeros', '00.50', '0.5'],
	['the plus of a phone number', '+49', 49],
	['a digit of a phone number', '+49 30 1234', '+49 30 1243'],
	['zeros before a country code', '0049301234', '+49301234'],
	['a point between digits', '12345.67', '1234567'],
	['a comma between digits', '12345,67', '1234567'],
	['a sign', '-1234567', '1234567'],
	['a sign, as accountants write it', '(1234567)', '1234567'],
	['which part of a date is which', '2024-1-11', '2024-11-1'],
	['which part of a date is which', '1/11/2024', '11/1/2024'],
	['which part of a date is which', '2024-1-11 1000', '2024-11-1 1000'],
	['a space in a name', 'Anna Lena', 'AnnaLena'],
	['a space in a name with a number', 'Lager Sued 1234567', 'LagerSued 1234567'],
	['a sign between few digits', '12-34', '1234'],
	['a sign, but not all of them', '(030) 12345-67', '030 1234567'],
	['a house number', '1234AB 10-1', '1234AB 101'],
	['the place of a sign', 'Box 1-234567', 'Box 12-34567'],
	['the place of a sign', 'Bus 12/345678', 'Bus 123/45678'],
	['the place of a sign', '2023-1234-1', '2023-123-41'],
	['the place of a sign', '11-12-24 1000', '1-11224 1000'],
	['the place of a sign', '01-02-24/1234', '010-224/1234'],
	['letter case in a number', 'DE 123456789', 'de123456789'],
	['what is no number', '1e3', 1000],
	['what is no number', 'v1.50', 'v1.5'],
	['what is no number', '1.5/10', '1.5/1'],
	['digits beyond those of a double', '9007199254740993', '9007199254740992'],
	['digits beyond those of a double', ['9007199254740992'], '[9007199254740993]'],
	['the time', '2024-03-02T05:00:00Z', '2024-03-02'],
	['a second', '2024-03-02T05:00:00.000Z', '2024-03-02 05:00:01'],
	['the time zone', '2024-03-02T05:00:00Z', '2024-03-02T05:00:00+01:00'],
	['an hour, where neither has a zone', '2024-03-02T01:00:00', '2024-03-02T00:00:00'],
	['that it is a date', '2024-03-02', '2024-03'],
	['that it is a date', 'on 2024-03-02', '2024-03-02'],
	['that it is a date', '2024-03-02, noon', '2024-03-02'],
	['that it is a date', '1970-01-01T00:00:00.012Z', '12.0'],
	['what is no date', '2024-02-30', '2024-03-01'],
	['what is no time zone', '2024-03-02T05:00:00+99:00', '2024-03-02T05:00:00'],
	['what is no date', '2024-03-02T24:00:00', '2024-03-03T00:00:00'],
	['an element', ['a', 'b'], ['a']],
	['an element', ['a'], ['a', 'b']],
	['how often one stands there', ['a', 'a', 'b'], ['a', 'b', 'b']],
	['which elements there are', ['a, b'], ['a', 'b']],
	['which elements there are', [1, 2], 1.2],
	['the list', ['a'], { 0: 'a' }],
	['the end of the JSON', ['a'], '["a"'],
	['a sign that could begin JSON', '[', null],
	['a value', { a: 1, b: 2 }, { a: 2, b: 1 }],
	['a field', { a: 1, b: 2 }, { a: 1 }],
	['a field', { a: 1 }, { a: 1, b: 2 }],
	['the object', { a: 1 }, 'a'],
	['the object', 'a', { a: 1 }],
];

it.each(LOSSES)('takes for different what lost %s: %j and %j', (_what, own, value) => {
	expect(isEqual(own, value, BERLIN)).toBe(false);
});

it('compares what is nested as deep as a record may be', () => {
	const [own, value, other] = ['1', 1, 2].map((core: JsonValue) => {
		return range(0, 999).reduce<JsonValue>((a) => ({ a }), { core });
	});
	expect(isEqual(own, value, 'UTC')).toBe(true);
	expect(isEqual(own, other, 'UTC')).toBe(false);
	const lists = (
		[
			[1, ''],
			['', '1'],
		] satisfies JsonValue[]
	).map((core) => {
		return range(0, 999).reduce<JsonValue>(
			(list, nth) => (core[0] === 1 ? [nth, list] : [list, nth]),
			core,
		);
	});
	expect(isEqual(lists[0], lists[1], 'UTC')).toBe(true);
});

it('takes what is nested deeper for text', () => {
	const deep = (core: JsonValue) => range(0, 2_000).reduce<JsonValue>((list) => [list], core);
	expect(isEqual(deep(1), deep(1), 'UTC')).toBe(true);
	expect(isEqual(deep(1), JSON.stringify(deep(1)), 'UTC')).toBe(true);
	expect(isEqual(deep(1), deep('1'), 'UTC')).toBe(false);
	expect(isEqual(deep(''), '', 'UTC')).toBe(true);
});

/** Each would take its square, or more, without an end in sight. */
describe('what somebody typed takes no longer than its length', () => {
	it('beside other text', () => {
		for (const text of NASTY_TEXTS) {
			expect(isEqual(text, `${text}x`, 'UTC')).toBe(false);
		}
		for (const text of SOME_NASTY_TEXTS) {
			expect(isEqual([text, 'a'], `${text},ab`, 'UTC')).toBe(false);
		}
	});

	it('beside itself in another order, and beside its JSON', () => {
		for (const value of NASTY_VALUES) {
			const other = reordered(value);
			expect(isEqual(value, other, 'UTC')).toBe(true);
			expect(isEqual({ value }, JSON.stringify({ value: other }), 'UTC')).toBe(true);
			expect(isEqual([value, 1], [other, 2], 'UTC')).toBe(false);
		}
	});

	it('beside other lists, objects, and texts that hold some', () => {
		for (const step of [1, 2, 7, 19, 31]) {
			for (const [nth, value] of NASTY_VALUES.slice(step).entries()) {
				const other = NASTY_VALUES[nth];
				expect(isEqual(value, other, 'UTC')).toBe(isEqual(other, value, 'UTC'));
			}
		}
	});
});

const DAY = 86_400_000;

/** So many days, and their midnights as PostgreSQL writes them. */
function daysAndMoments(count: number): [days: string[], moments: string[]] {
	const days = range(0, count).map((nth) => new Date(nth * DAY).toISOString().slice(0, 10));
	return [days, days.map((day) => `${day} 00:00:00+00`)];
}

it('pairs a hundred values that are written in another form, in any order', () => {
	const [days, moments] = daysAndMoments(100);
	moments.reverse();
	expect(isEqual(days, moments, 'UTC')).toBe(true);
	expect(isEqual(days, moments.join(';'), 'UTC')).toBe(true);
});

it('takes for different what would take longer to pair, so that it is updated', () => {
	const [days, moments] = daysAndMoments(1_000);
	expect(isEqual(days, moments, 'UTC')).toBe(true);
	expect(isEqual(days, moments.reverse(), 'UTC')).toBe(false);
});

describe('dates without a time zone', () => {
	it.each([
		['America/New_York', '2024-07-02', '2024-07-02T04:00:00.000Z'],
		['Pacific/Kiritimati', '2024-03-02', '2024-03-01T10:00:00.000Z'],
		// Where daylight saving starts at midnight, the day begins at one o'clock.
		['Asia/Beirut', '2024-03-31', '2024-03-30T22:00:00.000Z'],
	])('are those of a clock in %s: %s and %s', (timeZone, own, value) => {
		expect(isEqual(own, value, timeZone)).toBe(true);
		expect(isEqual(value, own, timeZone)).toBe(true);
		expect(isEqual(own, value, 'Europe/London')).toBe(false);
	});

	it.each(['DEFAULT', '', 'Europe/Atlantis'])(
		'are those of UTC where the time zone is %j',
		(none) => {
			expect(isEqual('2024-03-02', '2024-03-02T00:00:00Z', none)).toBe(true);
			expect(isEqual('2024-03-02', '2024-03-01T23:00:00Z', none)).toBe(false);
		},
	);
});

it.each<[JsonValue | undefined, string]>([
	['  Ju\u0308rg \r\n\u00a0 Müller\u200b ', 'Jürg\nMüller'],
	['one \ntwo\n three', 'one\ntwo\nthree'],
	[12.5, '12.5'],
	[['a', 1], '["a",1]'],
	[undefined, ''],
	[null, ''],
	[{ a: [''] }, ''],
])('the plain text of %j is %j', (value, text) => {
	expect(plainText(value)).toBe(text);
});

const zones = fc.constantFrom('UTC', BERLIN, 'America/New_York', 'Pacific/Kiritimati');
/** Texts that stand for something else. */
const likely = fc.constantFrom('', '2024-03-02', '-0', 'a@b', 'no', 'a, b', '[1]', '{"a":1}', '[');
const values: fc.Arbitrary<JsonValue> = fc.oneof(
	fc.jsonValue().map((value): JsonValue => JSON.parse(JSON.stringify(value))),
	fc.array(likely, { maxLength: 4 }),
	fc.string({ unit: 'binary' }),
);

law('a value is equal to itself', { of: [values, zones], examples: 500 }, (value, zone) => {
	expect(isEqual(value, structuredClone(value), zone)).toBe(true);
	expect(isEqual([value], JSON.stringify([value]), zone)).toBe(true);
});

law(
	'two numbers are equal only if they are one, however long',
	{ of: [fc.bigInt(), fc.bigInt({ min: -2n, max: 2n }), zones], examples: 500 },
	(number, step, zone) => {
		const [own, value] = [String(number), String(number + step)];
		expect(isEqual(own, value, zone)).toBe(step === 0n);
		expect(isEqual(`${own}.0`, value, zone)).toBe(step === 0n);
		expect(isEqual(`0${own}`, own, zone)).toBe(false);
	},
);

/** Milliseconds at midnight in UTC, of years with four digits. */
const days = fc.integer({ min: -25_000, max: 80_000 }).map((day) => day * DAY);
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const forms = fc.constantFrom<(at: number) => JsonValue>(
	dayOf,
	(at) => at,
	(at) => new Date(at).toISOString(),
	(at) => `${dayOf(at)} 00:00:00+00`,
	(at) => `${dayOf(at)} 05:30:00+05:30`,
);

law(
	'a date is equal to itself in any form, and to no other day',
	{ of: [days, forms, fc.integer({ min: -400, max: 400 }), zones], examples: 500 },
	(at, form, apart, zone) => {
		expect(isEqual(dayOf(at), form(at), zone)).toBe(true);
		expect(isEqual(form(at), dayOf(at), zone)).toBe(true);
		expect(isEqual(dayOf(at), form(at + apart * DAY), zone)).toBe(apart === 0);
	},
);

const lists = fc
	.uniqueArray(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 9 })
	.chain((list) =>
		fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
	);

law(
	'a list is equal to itself in any order, and not to one with another element',
	{ of: [lists, fc.constantFrom(',', ', ', ';', '; ', '\n')] },
	([list, shuffled], separator) => {
		const other = [...shuffled.slice(1), 'Other'];
		expect(isEqual(list, shuffled, 'UTC')).toBe(true);
		expect(isEqual(list, shuffled.join(separator), 'UTC')).toBe(true);
		expect(isEqual(list, other, 'UTC')).toBe(false);
		expect(isEqual(list, other.join(separator), 'UTC')).toBe(false);
	},
);

/** None that signs could make a date of. */
const phones = fc.stringMatching(/^0[3-9][03-9]{8,12}$/);
/** After how many of the digits a sign stands. */
const places = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
const signs = fc.array(fc.constantFrom(' ', '-', '/', ' / ', ') '), {
	minLength: 10,
	maxLength: 10,
});
const signed = (digits: string, at: number[], some: string[]) =>
	[...digits]
		.map((digit, index) => (at.includes(index) ? `${some[index]}${digit}` : digit))
		.join('');

law(
	'a phone number is equal to itself without signs, and with others in their places, and to no other one',
	{ of: [phones, phones, places, places, fc.tuple(signs, signs)], examples: 500 },
	(phone, other, at, elsewhere, [some, others]) => {
		const written = signed(phone, at, some);
		expect(isEqual(written, signed(phone, at, others), BERLIN)).toBe(true);
		expect(isEqual(written, phone, BERLIN)).toBe(true);
		expect(isEqual(phone, written, BERLIN)).toBe(true);
		const isMoved = new Set([...at, ...elsewhere]).size > Math.min(at.length, elsewhere.length);
		expect(isEqual(written, signed(phone, elsewhere, others), BERLIN)).toBe(!isMoved);
		expect(isEqual(written, signed(other, at, others), BERLIN)).toBe(phone === other);
	},
);

const writtenDays = fc.tuple(
	fc.integer({ min: 1900, max: 2100 }),
	fc.integer({ min: 1, max: 12 }),
	fc.integer({ min: 1, max: 28 }),
);
const dateForms: Array<(day: number[]) => string> = [
	(day) => day.join('-'),
	(day) => day.join('/'),
	(day) => day.join(' '),
	(day) => day.toReversed().join('/'),
	(day) => day.toReversed().join('-'),
	(day) => `${day.join('-')} 10 30`,
];
const amounts = fc.oneof(
	fc.integer(),
	fc.integer({ min: 1e6, max: 1e9 }).map((cents) => cents / 100),
);

law(
	'no two days and no two amounts are equal because of signs between their digits',
	{
		of: [writtenDays, writtenDays, fc.constantFrom(...dateForms), amounts, amounts],
		examples: 500,
	},
	(day, other, write, amount, another) => {
		expect(isEqual(write(day), write(other), BERLIN)).toBe(write(day) === write(other));
		for (const [one, two] of [
			[String(amount), String(another)],
			[amount.toFixed(2), another.toFixed(2)],
			[String(amount), String(amount * 100)],
			[String(amount), String(-amount)],
		]) {
			expect(isEqual(one, two, BERLIN)).toBe(Number(one) === Number(two));
		}
	},
);
