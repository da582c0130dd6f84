import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../nodes/CustomerData/api/page';
import { isEqual, plainText } from '../../../../nodes/CustomerData/operations/compare/equality';
import { law } from '../../support/law.mts';

const BERLIN = 'Europe/Berlin';

type Pair = [who: string, own: JsonValue | undefined, value: JsonValue | undefined];

/** `depth` lists or objects, each in the one before. */
const nested = (depth: number, wrap: (inner: JsonValue) => JsonValue, core: JsonValue = 1) => {
	let value = core;
	for (let level = 0; level < depth; level++) value = wrap(value);
	return value;
};

/** What systems make of a value that they keep. */
const FORMS: Record<string, Pair[]> = {
	text: [
		['any system that keeps it', 'Müller & Söhne', 'Müller & Söhne'],
		['HubSpot, which trims', ' Ann ', 'Ann'],
		['PostgreSQL, which pads char(5)', 'Ann', 'Ann  '],
		['MySQL, which drops spaces at the end of char(5)', 'Ann ', 'Ann'],
		['a textarea in a browser', 'one\ntwo', 'one\r\ntwo'],
		['Excel on a Mac', 'one\ntwo', 'one\rtwo'],
		['a CRM that trims each line', 'one \n two', 'one\ntwo'],
		['HTML, which shows one space for several', 'Ann  Lee', 'Ann Lee'],
		['HTML, which shows one space for several', 'Ann\tLee', 'Ann Lee'],
		['a web page, from which somebody copied it', 'Ann Lee', 'Ann\u00a0Lee'],
		['a CRM that knows one kind of space', 'Ann\u202fLee', 'Ann Lee'],
		['macOS, which decomposes letters', 'Jürg', 'Ju\u0308rg'],
		['a CRM that composes letters', 'Ju\u0308rg', 'Jürg'],
		['a CRM that drops what has no width', 'Ju\u200brg', 'Jurg'],
		['Word, from which somebody pasted it', 'Nordwest', 'Nord\u00adwest'],
		['the contacts of a phone, which mark the direction', '+49 30 1', '\u202a+49 30 1\u202c'],
		['Excel, in a CSV file', 'Ann', '\ufeffAnn'],
		['a CRM on PostgreSQL, which has no NUL', 'A\x00nn', 'Ann'],
		['Excel, whose XML has no control characters', 'A\x0bnn\x1f', 'A nn'],
		['any system that stores UTF-8', 'Ann \ud83d', 'Ann \ufffd'],
		['HubSpot, for an email address', 'Ann.Lee@Example.com', 'ann.lee@example.com'],
		['a CRM that writes addresses as they were typed', 'ann@example.com', 'Ann@Example.com'],
	],
	nothing: [
		['Airtable, which leaves it out', null, undefined],
		['Airtable, which leaves it out', '', undefined],
		['PostgreSQL', undefined, null],
		['Google Sheets', undefined, ''],
		['Google Sheets', null, ''],
		['Oracle, which has no empty text', '', null],
		['HubSpot, which trims', ' \n', ''],
		['Airtable, for a list', [], undefined],
		['PostgreSQL, for a list', null, []],
		['NocoDB, for a list of nothing', [''], ''],
		['Data Table, for an empty list as JSON', [], '[]'],
		['Data Table, for an empty list as JSON', null, '[]'],
		['Data Table, for an empty object as JSON', { a: '' }, '{"a":""}'],
		['PostgreSQL, for jsonb', undefined, {}],
		['a CRM without empty objects', {}, null],
		['a CRM without an address', { street: '' }, null],
	],
	booleans: [
		['Data Table', true, true],
		['MySQL, for tinyint', true, 1],
		['MySQL, for tinyint', false, 0],
		['SQLite, in a column of text', true, '1'],
		['SQLite, in a column of text', false, '0'],
		['Google Sheets', true, 'TRUE'],
		['Google Sheets', false, 'FALSE'],
		['HubSpot', true, 'true'],
		['HubSpot', false, 'false'],
		['Python, as text', true, 'True'],
		['a choice of Yes and No', true, 'Yes'],
		['a choice of Yes and No', false, 'no'],
		['Oracle, for char(1)', true, 'Y'],
		['Oracle, for char(1)', false, 'N'],
		['PostgreSQL, as text', true, 't'],
		['PostgreSQL, as text', false, 'f'],
		['a form', true, 'on'],
		['a form', false, 'off'],
		['Airtable, for a box that is not ticked', false, undefined],
		['NocoDB, for a box that is not ticked', false, null],
		['Google Sheets, for an empty cell', false, ''],
		['Airtable, for a lookup of nothing', false, []],
		['Salesforce, whose boxes are never empty', undefined, false],
		['Salesforce, whose boxes are never empty', '', false],
		['PostgreSQL, for text in a boolean column', 'true', true],
		['PostgreSQL, for text in a boolean column', '1', true],
		['Airtable, for a number in a box', 0, false],
		['PostgreSQL, for text in a boolean column', 'no', false],
		['Airtable, for a lookup', true, [true]],
	],
	numbers: [
		['Google Sheets, as text', 12, '12'],
		['Google Sheets, which reads text as a number', '12', 12],
		['PostgreSQL, for numeric(9,2)', 12.5, '12.50'],
		['PostgreSQL, for numeric(9,2)', 12, '12.00'],
		['PostgreSQL, for numeric(9,2)', '12', '12.00'],
		['PostgreSQL, for numeric(9,2)', '12.5', '12.50'],
		['MySQL, for decimal(9,2)', 0, '0.00'],
		['Google Sheets, which reads text as a number', '12.00', 12],
		['Google Sheets', '12.50', '12.5'],
		['Google Sheets', -1200.5, '-1200.50'],
		['JSON, which has a negative zero', 0, -0],
		['PostgreSQL, which has none', '-0', 0],
		['PostgreSQL, for numeric', '9007199254740993', '9007199254740993.00'],
		['PostgreSQL, for numeric', 1e21, '1000000000000000000000'],
		['PostgreSQL, for numeric(12,10)', 1e-7, '0.0000001000'],
		['MySQL, for double', '1e21', 1e21],
	],
	dates: [
		['Airtable and Data Table', '2024-03-02', '2024-03-02T00:00:00.000Z'],
		['PostgreSQL, for timestamp', '2024-03-02', '2024-03-02 00:00:00'],
		['PostgreSQL, for timestamptz', '2024-03-02T05:00:00Z', '2024-03-02 05:00:00+00'],
		['PostgreSQL, for timestamptz', '2024-03-02T05:00:00Z', '2024-03-02 10:30:00+05:30'],
		['PostgreSQL, for timestamptz', '2024-03-02T05:00:00Z', '2024-03-02 01:30:00-0330'],
		['PostgreSQL, for date', '2024-03-02T00:00:00+05:00', '2024-03-02'],
		['PostgreSQL, for timestamp', '2024-03-02T05:00:00+05:00', '2024-03-02 05:00:00'],
		['Salesforce', '2024-03-02T05:00:00Z', '2024-03-02T05:00:00.000+0000'],
		['MySQL, for datetime', '2024-03-02T05:00:00Z', '2024-03-02 05:00:00'],
		['MySQL, for datetime, which rounds', '2024-03-02T05:00:00.600Z', '2024-03-02 05:00:01'],
		['SQLite, which cuts off', '2024-03-02T05:00:00.600Z', '2024-03-02 05:00:00'],
		['JavaScript, for microseconds', '2024-03-02T05:00:00.123456Z', '2024-03-02T05:00:00.123Z'],
		['BigQuery', '2024-03-02T05:00:00Z', '2024-03-02 05:00:00 UTC'],
		['Google Sheets, without seconds', '2024-03-02T05:00:00', '2024-03-02 05:00'],
		['a CRM with lowercase letters (RFC 3339)', '2024-03-02T05:00:00Z', '2024-03-02t05:00:00z'],
		['a German CRM, with a comma (ISO 8601)', '2024-03-02T05:00:00.5Z', '2024-03-02T05:00:00,500Z'],
		['HubSpot, for a date', '2024-03-02', 1709337600000],
		['HubSpot, for a date', '2024-03-02', '1709337600000'],
		['HubSpot, for a birthday', '1960-01-01', '-315619200000'],
		['HubSpot, for a moment', '2024-03-02T05:00:00.123Z', 1709355600123],
		['Airtable, for milliseconds', 1709337600000, '2024-03-02T00:00:00.000Z'],
		['Data Table, at midnight in the time zone', '2024-03-02', '2024-03-01T23:00:00.000Z'],
		['Data Table, at midnight in summer', '2024-07-02', '2024-07-01T22:00:00.000Z'],
		['HubSpot, at midnight in the time zone', '2024-03-02', 1709334000000],
		['Data Table, for a clock in the time zone', '2024-07-02 08:15', '2024-07-02T06:15:00.000Z'],
		['Data Table, in an hour that comes twice', '2024-10-27 02:30', '2024-10-27T00:30:00.000Z'],
		['Data Table, in an hour that comes twice', '2024-10-27 02:30', '2024-10-27T01:30:00.000Z'],
		['Data Table, in an hour that is skipped', '2024-03-31 02:30', '2024-03-31T01:30:00.000Z'],
		[
			"n8n's *Edit Fields*, which formats it in the time zone",
			'2024-03-01T23:00:00Z',
			'2024-03-02',
		],
		['Data Table, in the days of local time', '1850-01-01', '1849-12-31T23:06:32.000Z'],
		['PostgreSQL, for the first of all days', '0001-01-01T00:00:00', '0001-01-01'],
	],
	lists: [
		['PostgreSQL, for text[]', ['a', 'b'], ['a', 'b']],
		['Data Table, as JSON', ['a', 1], '["a",1]'],
		['a person, as JSON with spaces', ['a', 1], '[ "a", 1 ]'],
		['PostgreSQL, for jsonb', '["a",1]', ['a', 1]],
		['PostgreSQL, for jsonb as text', '["a",1]', '["a", 1]'],
		['NocoDB', ['a', 'b'], 'a,b'],
		['Airtable, in a formula', ['a', 'b'], 'a, b'],
		['HubSpot and Salesforce', ['a', 'b'], 'a;b'],
		['Zoho', ['a', 'b'], 'a; b'],
		['Google Sheets, in a cell', ['a', 'b'], 'a\nb'],
		['a CRM, in the order of its choices', ['a', 'b'], ['b', 'a']],
		['Salesforce, in the order of its choices', ['a', 'b'], 'b;a'],
		['MySQL, for a set, in the order of its definition', ['a', 'b'], 'b,a'],
		['Airtable, for choices as text', 'a, b', ['a', 'b']],
		['Airtable, for a lookup', 'a', ['a']],
		['Airtable, for a lookup', 12, [12]],
		['HubSpot, for one choice', ['a'], 'a'],
		['NocoDB, for elements with a comma', ['a, b', 'c'], 'a, b,c'],
		['Airtable, for elements with a comma', ['a, b', 'c'], 'a, b, c'],
		['Data Table, for elements with a comma', ['a, b', 'c'], '["a, b","c"]'],
		['HubSpot, for values as text', [12.5, true, 'Ann@x.de', null], 'true;12.50;ann@x.de;'],
		['Airtable, for dates', ['2024-03-02', 'a'], ['a', '2024-03-02T00:00:00.000Z']],
		['HubSpot, for booleans and their texts', [true, '1'], ['1', 'true']],
		['any system, for what stands twice', ['a', 'b', 'a'], ['a', 'a', 'b']],
		['any system, for nothing twice', [null, 'a', ''], ['', 'a', '']],
		['PostgreSQL, for lists of objects', [{ a: 1, b: 2 }, { a: 3 }], [{ a: 3 }, { b: 2, a: 1 }]],
		['Data Table, for lists of objects', [{ a: 1, b: 2 }], '[{"b":2,"a":1}]'],
		['PostgreSQL, for numeric in lists', [[12.5], ['a']], [['a'], ['12.50']]],
	],
	objects: [
		['MySQL, which sorts the fields of JSON', { b: 1, a: 2 }, { a: 2, b: 1 }],
		['Data Table, as JSON', { b: 1, a: 2 }, '{"a":2,"b":1}'],
		['PostgreSQL, for jsonb', '{"b":1,"a":2}', { a: 2, b: 1 }],
		['PostgreSQL, for jsonb as text', '{"b":1,"a":2}', '{"a": 2, "b": 1}'],
		['a CRM that has numbers as text', { a: [{ b: 1 }] }, { a: [{ b: '1' }] }],
		['PostgreSQL, for numeric', { a: 12.5 }, { a: '12.50' }],
		["this node's option 'Empty Text as Null'", { a: 1, b: ['x', ''] }, { a: 1, b: ['x', null] }],
		['PostgreSQL, for a row as JSON', { a: 1 }, { a: 1, b: null }],
		['a browser, for text at any depth', { a: { b: 'x\ny ' } }, { a: { b: 'x\r\ny' } }],
		['PostgreSQL, for long numbers', { a: '9007199254740993' }, '{"a":9007199254740993}'],
	],
};

describe.each(Object.entries(FORMS))('takes %s for equal', (_, pairs) => {
	it.each(pairs)('as %s would have it: %j and %j', (_who, own, value) => {
		expect(isEqual(own, value, BERLIN)).toBe(true);
	});
});

/** What no system makes of a value without losing something of it, or adding to it. */
const LOSSES: Record<string, Pair[]> = {
	text: [
		['letter case', 'Ann', 'ANN'],
		['a space', 'Ann Lee', 'AnnLee'],
		['a line', 'one\ntwo', 'one two'],
		['an empty line', 'one\n\ntwo', 'one\ntwo'],
		['an accent', 'Jürg', 'Jurg'],
		['compatibility form', '①', '1'],
		['punctuation', 'O’Neill', "O'Neill"],
		['which flag it was', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
		['an emoji', 'Ann 😀', 'Ann \ufffd'],
		['letter case of what is no address', 'ann@', 'Ann@'],
		['letter case of two addresses', 'ann@x.de bob@x.de', 'Ann@x.de bob@x.de'],
		['another address', 'ann@example.com', 'anna@example.com'],
		['text for nothing', 'null', null],
		['the object', { a: 1 }, '[object Object]'],
	],
	nothing: [
		['a zero', 0, ''],
		['a zero', 0, null],
		['a zero', 0, ' '],
		['a zero', 0, []],
		['nothing as a zero', '', 0],
		['nothing as a zero', null, 0],
		['a boolean', true, undefined],
		['a boolean', undefined, true],
		['a boolean', [false], ''],
		['an object', null, { a: 1 }],
		['an object', { a: 0 }, null],
		['a list', undefined, [0]],
	],
	booleans: [
		['the value', true, false],
		['the value', true, 'false'],
		['the value', false, 1],
		['the value', true, 'off'],
		['what it says', true, 'maybe'],
		['what it says', false, 'null'],
		['what it says', true, 2],
		['the value', 'yes', false],
		['the value', 1, false],
		['what it says', 'maybe', true],
		['that it is text', 'yes', 'true'],
	],
	numbers: [
		['the value', 12, 13],
		['the value', '12', 13],
		['the value', 12, 'twelve'],
		['cents', 12.5, 12],
		['cents', '12.50', '12.05'],
		['a zero at the end', '120', '12'],
		['a zero at the end', '1.20', '1.2.0'],
		['a sign', '-12', 12],
		['leading zeros', '0470', 470],
		['leading zeros', '0470', '470'],
		['leading zeros', '0470000002', 470000002],
		['leading zeros', 1234, '01234'],
		['leading zeros', '00.50', '0.5'],
		['leading zeros of decimals', '01.50', 1.5],
		['the plus of a phone number', '+49', 49],
		['what is no number', '1e3', 1000],
		['what is no number', 1000, '1e3'],
		['what is no number', '0x10', 16],
		['what is no number', '.5', 0.5],
		['what is no number', '1,000', 1000],
		['digits beyond those of a double', '9007199254740993', 9007199254740992],
		['digits beyond those of a double', '9007199254740993', '9007199254740992'],
		['digits beyond those of a double', '12345678901234567890', 12345678901234567000],
		['digits beyond those of a double', ['9007199254740992'], '[9007199254740993]'],
		['decimals', '99999999999999.99', 99999999999999.98],
		['digits', 1e21, '1000000000000000000001'],
		['all but infinity', 1e21, Infinity],
	],
	dates: [
		['the day', '2024-03-02', '2024-03-03'],
		['the day', '2024-03-02', '2024-03-03T00:00:00.000Z'],
		['the day', '2024-03-02', '2024-03-02T23:00:00.000Z'],
		['the time', '2024-03-02T05:00:00Z', '2024-03-02'],
		['the time', '2024-03-02', '2024-03-02 05:00:00'],
		['half a second', '2024-03-02', '2024-03-02T00:00:00.500Z'],
		['half a second', '2024-03-02', 1709337600500],
		['a millisecond', '2024-03-02T05:00:00.123Z', '2024-03-02T05:00:00.124Z'],
		['a second', '2024-03-02T05:00:00Z', '2024-03-02T05:00:01Z'],
		['a second', '2024-03-02T05:00:00.000Z', '2024-03-02 05:00:01'],
		['the time zone', '2024-03-02T05:00:00Z', '2024-03-02T05:00:00+01:00'],
		['an hour, where neither has a zone', '2024-03-02T01:00:00', '2024-03-02T00:00:00'],
		['an hour, in the time zone', '2024-03-02', '2024-03-01T22:00:00.000Z'],
		['an hour, after daylight saving', '2024-03-31 05:00', '2024-03-31T04:00:00.000Z'],
		['an hour, after daylight saving', '2024-10-27 03:30', '2024-10-27T01:30:00.000Z'],
		['that it is a date', '2024-03-02', '2024-03'],
		['that it is a date', '2024-03-02', 'Saturday'],
		['that it is a date', '2024-03-02', 20240302],
		['that it is a date', '1970-01-01T00:00:00.012Z', '12.0'],
		['what is no date', '2024-02-30', '2024-03-01'],
		['what is no date', '0000-00-00', '0000-00-00T00:00:00Z'],
		['what is no date', '2024-03-02T24:00:00', '2024-03-03T00:00:00'],
		['what is no date', '2024-03-02T05:61:00Z', '2024-03-02T06:01:00Z'],
		['what is no date', '2024-03-02T05:00:00+99:00', '2024-02-27T02:00:00Z'],
		['a number', '1709337600000', 1709337600001],
	],
	lists: [
		['an element', ['a', 'b'], ['a']],
		['an element', ['a', 'b'], 'a'],
		['an element', ['a', 'b'], ['a', 'c']],
		['an element', [1], [2]],
		['an element', [1], 'x'],
		['how often one stands there', ['a', 'a', 'b'], ['a', 'b', 'b']],
		['how often one stands there', ['a', 'a'], 'a'],
		['which elements there are', ['a, b'], ['a', 'b']],
		['which elements there are', [1, 2], 1.2],
		['the order in lists of lists', [['a', 'b']], [['b', 'a']]],
		['what the elements hold', [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 3 }]],
		['what the elements hold', [{ a: 1 }], '[object Object]'],
		['letter case of names', [{ 'a@b': 1 }], [{ 'A@b': 1 }]],
		['the list', ['a'], { 0: 'a' }],
		['the list', [1], { a: 1 }],
		['the end of the JSON', ['a'], '["a"'],
	],
	objects: [
		['a value', { a: 1, b: 2 }, { a: 2, b: 1 }],
		['a field', { a: 1, b: 2 }, { a: 1 }],
		['a field', { a: 1, b: 2 }, '{"a":1}'],
		['a name', { a: 1 }, { b: 1 }],
		['leading zeros', { a: 470 }, { a: '0470' }],
		['the object', { a: 1 }, 'a'],
		['the object', 'a', { a: 1 }],
		['the end of the JSON', { a: 1 }, '{"a":1'],
	],
};

describe.each(Object.entries(LOSSES))('takes %s for different', (_, pairs) => {
	it.each(
		pairs.map(([what, own, value]): [...Pair, string] => {
			const shown = JSON.stringify([own, value].map((one) => String(one).slice(0, 40)));
			return [what, own, value, shown];
		}),
	)('that lost %s', (_what, own, value) => {
		expect(isEqual(own, value, BERLIN)).toBe(false);
	});
});

// Not in a table, because Vitest writes names of tests from all values.
it('compares what is nested as deep as a record may be, and nothing deeper', () => {
	const [one, other] = [1_000, 1_001].map((depth) => [
		nested(depth, (a) => ({ a, b: 1 })),
		nested(depth, (a) => ({ b: '1', a })),
	]);
	expect(isEqual(one?.[0], one?.[1], 'UTC')).toBe(true);
	expect(isEqual(other?.[0], other?.[1], 'UTC')).toBe(false);
	expect(
		isEqual(
			['a'],
			nested(100_000, (a) => [a]),
			'UTC',
		),
	).toBe(false);
	expect(isEqual([1], `${'['.repeat(100_000)}1${']'.repeat(100_000)}`, 'UTC')).toBe(false);
	expect(plainText(nested(1_001, (a) => [a]))).toBe('');
});

describe('dates without a time zone', () => {
	it.each([
		['America/New_York', '2024-03-02', '2024-03-02T05:00:00.000Z'],
		['America/New_York', '2024-07-02', '2024-07-02T04:00:00.000Z'],
		['Pacific/Kiritimati', '2024-03-02', '2024-03-01T10:00:00.000Z'],
		['Asia/Kathmandu', '2024-03-02', '2024-03-01T18:15:00.000Z'],
		// Where daylight saving starts at midnight, the day begins at one o'clock.
		['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
		['Asia/Beirut', '2024-03-31', '2024-03-30T22:00:00.000Z'],
	])('are those of a clock in %s: %s and %s', (timeZone, own, value) => {
		expect(isEqual(own, value, timeZone)).toBe(true);
		expect(isEqual(value, own, timeZone)).toBe(true);
		expect(isEqual(own, value, 'Europe/London')).toBe(false);
	});

	it.each(['DEFAULT', '', 'Europe/Atlantis'])(
		'are those of UTC where %j is no time zone',
		(none) => {
			expect(isEqual('2024-03-02', '2024-03-02T00:00:00Z', none)).toBe(true);
			expect(isEqual('2024-03-02', '2024-03-01T23:00:00Z', none)).toBe(false);
		},
	);
});

describe('plain text', () => {
	it.each<[JsonValue | undefined, string]>([
		['Ann', 'Ann'],
		['  Ju\u0308rg \r\n\u00a0 Müller\u200b ', 'Jürg\nMüller'],
		[12.5, '12.5'],
		[false, 'false'],
		[['a', 1], '["a",1]'],
		[{ a: 'x  y' }, '{"a":"x y"}'],
		[undefined, ''],
		[null, ''],
		[' \n', ''],
		[[], ''],
		[{ a: [''] }, ''],
	])('of %j is %j', (value, text) => {
		expect(plainText(value)).toBe(text);
	});

	law('stays as it is', { of: [fc.string({ unit: 'binary' })] }, (text) => {
		expect(plainText(plainText(text))).toBe(plainText(text));
	});
});

const zones = fc.constantFrom('UTC', BERLIN, 'America/New_York', 'Pacific/Kiritimati', 'DEFAULT');
const DATES = ['2024-03-02', '2024-03-02T00:00:00Z', '1709337600000', '2024-02-30'];
const OTHERS = [
	'12.50',
	'-0',
	'a@b',
	'true',
	'no',
	'a, b',
	'a;b',
	'[1]',
	'{"a":1}',
	'[',
	'\ud83d',
	'\x00',
];
/** Texts that stand for something else. */
const likely = fc.constantFrom('', ...DATES, ...OTHERS);
const values: fc.Arbitrary<JsonValue> = fc.oneof(
	fc.jsonValue().map((value): JsonValue => JSON.parse(JSON.stringify(value))),
	likely,
	fc.array(likely, { maxLength: 4 }),
	fc.string({ unit: 'binary' }),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
);

law('a value is equal to itself', { of: [values, zones], examples: 1_000 }, (value, zone) => {
	expect(isEqual(value, structuredClone(value), zone)).toBe(true);
});

law(
	'a list or object is equal to its JSON',
	{ of: [fc.oneof(fc.array(values), fc.dictionary(fc.string(), values)), zones] },
	(value, zone) => {
		expect(isEqual(value, JSON.stringify(value), zone)).toBe(true);
	},
);

law(
	'never throws',
	{ of: [values, values, zones, fc.string()], examples: 1_000 },
	(own, value, zone, none) => {
		expect(typeof isEqual(own, value, zone)).toBe('boolean');
		expect(typeof isEqual(own, value, none)).toBe('boolean');
	},
);

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

const DAY = 86_400_000;
/** Milliseconds at midnight in UTC, of years with four digits. */
const days = fc.integer({ min: -25_000, max: 80_000 }).map((day) => day * DAY);
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const AT_MIDNIGHT: Array<(at: number) => JsonValue> = [
	dayOf,
	(at) => at,
	(at) => String(at),
	(at) => new Date(at).toISOString(),
	(at) => `${dayOf(at)}T00:00:00`,
	(at) => `${dayOf(at)} 00:00:00+00`,
	(at) => `${dayOf(at)}T00:00:00.000+0000`,
	(at) => `${dayOf(at)} 05:30:00+05:30`,
];
const forms = fc.constantFrom(...AT_MIDNIGHT);

law(
	'a date is equal to itself in any form, and to no other day',
	{ of: [days, forms, fc.integer({ min: -400, max: 400 }), zones], examples: 1_000 },
	(at, form, apart, zone) => {
		expect(isEqual(dayOf(at), form(at), zone)).toBe(true);
		expect(isEqual(form(at), dayOf(at), zone)).toBe(true);
		expect(isEqual(dayOf(at), form(at + apart * DAY), zone)).toBe(apart === 0);
	},
);

law(
	'a moment is equal to itself with any offset, and to no other minute',
	{
		of: [
			days,
			fc.integer({ min: 1, max: 1_439 }),
			fc.integer({ min: -899, max: 899 }),
			fc.integer({ min: -1_000, max: 1_000 }),
		],
		examples: 500,
	},
	(day, minute, ahead, apart) => {
		const at = day + minute * 60_000;
		const shown = new Date(at + (ahead + apart) * 60_000).toISOString().slice(0, 19);
		const [hours, minutes] = [Math.trunc(Math.abs(ahead) / 60), Math.abs(ahead) % 60].map((part) =>
			String(part).padStart(2, '0'),
		);
		const offset = `${ahead < 0 ? '-' : '+'}${hours}:${minutes}`;
		expect(isEqual(new Date(at).toISOString(), shown + offset, 'UTC')).toBe(apart === 0);
	},
);

law(
	'a list is equal to itself in any order, and not to one with another element',
	{
		of: [
			fc
				.uniqueArray(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 9 })
				.chain((list) =>
					fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
				),
			fc.constantFrom(',', ', ', ';', '; ', '\n'),
		],
	},
	([list, shuffled], separator) => {
		const other = [...shuffled.slice(1), 'Other'];
		expect(isEqual(list, shuffled, 'UTC')).toBe(true);
		expect(isEqual(list, shuffled.join(separator), 'UTC')).toBe(true);
		expect(isEqual(list, other, 'UTC')).toBe(false);
		expect(isEqual(list, other.join(separator), 'UTC')).toBe(false);
	},
);
