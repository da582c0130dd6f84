import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactly } from '../../../nodes/CustomerData/api/json';
import { law } from '../support/law.mts';

const LARGEST = 2n ** 53n - 1n;

const wholeNumber = fc
	.oneof(
		fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
		fc.bigInt({ min: LARGEST - 3n, max: LARGEST + 3n }),
		fc.bigInt({ min: -LARGEST - 3n, max: -LARGEST + 3n }),
	)
	.map(String);

const digits = fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String);
const fraction = fc.oneof(
	fc.constant(''),
	fc.stringMatching(/^\.[0-9]{1,20}$/),
	fc.stringMatching(/^\.0{1,3}$/),
);
const exponent = fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][-+]?[0-9]{1,3}$/));
const number = fc
	.tuple(fc.constantFrom('', '-'), digits, fraction, exponent)
	.map((parts) => parts.join(''));

/** What the number, as it is written, has to be read as. */
function meaningOf(literal: string): number | string {
	const [, whole] = /^-?(\d+)(?:\.0+)?$/.exec(literal) ?? [];
	return whole !== undefined && BigInt(whole) > LARGEST ? literal : Number(literal);
}

/** A text that stands for a number. */
const marked = fc.oneof(wholeNumber, number).map((literal) => `\u0001${literal}`);
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
