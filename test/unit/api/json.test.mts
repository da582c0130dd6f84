import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberIn, parseExactly } from '../../../nodes/CustomerData/api/json';
import { law } from '../../support/law.mts';
import { NASTY_TEXTS, NASTY_VALUES } from '../../support/nasty.mts';

const LARGEST = 2n ** 53n - 1n;

const number = fc
	.tuple(
		fc.constantFrom('', '-'),
		fc.oneof(
			fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
			fc.bigInt({ min: LARGEST - 3n, max: LARGEST + 3n }).map(String),
		),
		fc.oneof(
			fc.constant(''),
			fc.stringMatching(/^\.[0-9]{1,20}$/),
			fc.stringMatching(/^\.0{1,3}$/),
		),
		fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][-+]?[0-9]{1,3}$/)),
	)
	.map((parts) => parts.join(''));

/** The decimal that the text writes, as a whole number of units of 10^scale. */
function decimalIn(text: string, scale: number): bigint {
	const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
	const [whole = '', places = ''] = mantissa.split('.');
	const power = Number(exponent) - places.length - scale;
	return BigInt(whole + places) * 10n ** BigInt(power);
}

/** The number, if what JavaScript writes for it is the same decimal. */
function heldAs(literal: string): number | undefined {
	const value = Number(literal);
	if (!Number.isFinite(value)) return undefined;
	const scale = -1_500;
	return decimalIn(literal, scale) === decimalIn(String(value), scale) ? value : undefined;
}

/** Also those that a double writes itself, in each of the usual forms. */
const anyNumber = fc.oneof(
	number,
	fc
		.double({ noNaN: true, noDefaultInfinity: true })
		.chain((value) =>
			fc.constantFrom(
				JSON.stringify(value),
				value.toExponential(),
				value.toExponential(16),
				value.toExponential(14),
			),
		),
);

const NUMBERS = [
	...['0', '-0', '0.0', '0e5', '0e-999999999999', '7', '-7', '0.1', '1.0', '1.10', '-12.50'],
	...['0.30000000000000004', '99999999999999.9', '9007199254740991', '9007199254740991.0'],
	...['1e5', '1E+5', '1e22', '1e23', '1.5e-7', '12.50000000000000000000', '5e-324'],
	...['1.7976931348623157e308', '2.2250738585072014E-308', '123456789012345e3', '1e-0010', '0.001'],
];
const TEXTS = [
	...['99999999999999.99', '-99999999999999.99', '12345678901234.5678', '0.12345678901234567'],
	...['9007199254740992', '9007199254740993.0', '9007199254740992.5', '10000000000000000000'],
	...['1e400', '-1E400', '1e+400', '1e-400', '4.9e-324', '1e999999999999999999999', '1.1e-323'],
	...['12345678901234567e1', '0.10000000000000001', '1.79769313486231570001e308'],
];

/** A text that stands for one of them. */
const marked = fc.constantFrom(...NUMBERS, ...TEXTS).map((literal) => `\u0001${literal}`);
const meaningOf = (literal: string) => (TEXTS.includes(literal) ? literal : Number(literal));
const text = fc.oneof(
	fc.string(),
	fc.constantFrom(
		'12345678901234567890',
		', 12345678901234567890',
		'":9007199254740993',
		'\\',
		'\\"[9007199254740993]',
	),
);
const anything = fc.anything({ key: text, values: [marked, text], maxDepth: 4 });

describe('parseExactly', () => {
	law(
		'reads what JavaScript cannot hold as text, and everything else as it is',
		{ of: [anything, fc.constantFrom('', ' ', '\n', '\t ')], examples: 2_000 },
		(value, gap) => {
			const json = JSON.stringify(value, undefined, gap);
			const read: unknown = JSON.parse(json, (_, inner: unknown) =>
				typeof inner === 'string' && inner.startsWith('\u0001') ? meaningOf(inner.slice(1)) : inner,
			);
			expect(parseExactly(json.replace(/"\\u0001(.*?)"/g, '$1'))).toStrictEqual(read);
		},
	);

	it.each<[string, unknown]>([
		['{"9007199254740993":9007199254740993}', { '9007199254740993': '9007199254740993' }],
		['{"a":1,"a":9007199254740993}', { a: '9007199254740993' }],
		['{"__proto__":9007199254740993}', JSON.parse('{"__proto__":"9007199254740993"}')],
	])('reads %s', (json, value) => {
		expect(parseExactly(json)).toStrictEqual(value);
	});

	const wholeList = (literal: string) => {
		const [first, second] = Object.values(parseExactly(`[${literal},{"a": ${literal} }]`) ?? []);
		expect(second).toEqual({ a: first });
		return first;
	};

	it.each(NUMBERS)('reads %s as a number', (literal) => {
		expect(wholeList(literal)).toBe(Number(literal));
		expect(numberIn(literal)).toBe(Number(literal));
	});

	it.each(TEXTS)('reads %s as text with the same digits', (literal) => {
		expect(wholeList(literal)).toBe(literal);
	});

	const piece = fc.constantFrom(...'[]{}:,"\\-+.eE0 ', '12345678901234567890', '"a"');

	law(
		'refuses exactly what JSON.parse refuses',
		{ of: [fc.array(piece)], examples: 5_000 },
		(pieces) => {
			const refuses = (parse: (text: string) => unknown) => {
				try {
					parse(pieces.join(''));
					return false;
				} catch {
					return true;
				}
			};
			expect(refuses(parseExactly)).toBe(refuses(JSON.parse));
		},
	);
});

describe('numberIn', () => {
	law(
		'finds the number that is written, unless a double holds another',
		{ of: [anyNumber], examples: 2_000 },
		(literal) => expect(numberIn(literal)).toBe(heldAs(literal)),
	);

	const OTHERS = ['', ' ', '1 ', '1\n', '+1', '.5', '1.', '01', '-', '1e', '0x10', '1,5', 'NaN'];

	it.each(OTHERS)('finds no number in other text: "%s"', (text) => {
		expect(numberIn(text)).toBeUndefined();
	});
});

it('takes no longer than the length of a text', () => {
	for (const text of NASTY_TEXTS) {
		expect(numberIn(`${text}x`)).toBeUndefined();
		expect(parseExactly(`[9007199254740993,${JSON.stringify(text)}]`)).toEqual([
			'9007199254740993',
			text,
		]);
		expect(() => parseExactly(`[9007199254740993,${text}`)).toThrow(SyntaxError);
	}
	for (const value of NASTY_VALUES) expect(parseExactly(JSON.stringify(value))).toEqual(value);
});
