import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseExactly } from '../../../nodes/CustomerData/api/json';

/** A piece of JSON, and what it has to be read as. */
interface Sample {
	json: string;
	value: unknown;
}

const LARGEST = 2n ** 53n - 1n;

const whole = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
const nearLargest = fc
	.tuple(fc.bigInt({ min: -3n, max: 3n }), fc.constantFrom(1n, -1n))
	.map(([step, sign]) => sign * (LARGEST + step));
const wholeNumber = fc.oneof(whole, nearLargest).map((number) => ({
	json: String(number),
	value: number > LARGEST || number < -LARGEST ? String(number) : Number(number),
}));

const number = fc
	.tuple(
		fc.constantFrom('', '-'),
		fc.bigInt({ min: 0n, max: 10n ** 20n }),
		fc.option(fc.stringMatching(/^[0-9]{1,20}$/), { nil: undefined }),
		fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'E-'), fc.nat(500)), { nil: undefined }),
	)
	.filter(([, , fraction, exponent]) => fraction !== undefined || exponent !== undefined)
	.map(([sign, digits, fraction, exponent]): Sample => {
		const json = `${sign}${digits}${fraction ? `.${fraction}` : ''}${exponent?.join('') ?? ''}`;
		const isWhole = !exponent && /^0*$/.test(fraction ?? '') && digits > LARGEST;
		return { json, value: isWhole ? json : Number(json) };
	});

const text = fc
	.oneof(
		fc.string(),
		fc.constantFrom(
			'12345678901234567890',
			', 12345678901234567890',
			'":9007199254740993',
			'\\',
			'\\"[9007199254740993]',
		),
	)
	.map((value): Sample => ({ json: JSON.stringify(value), value }));

const space = fc.constantFrom('', ' ', '\n', '\t ');

/** JSON of any shape beside what it means, with numbers that JavaScript cannot hold. */
const { sample } = fc.letrec<{ sample: Sample; list: Sample; object: Sample }>((tie) => ({
	sample: fc.oneof({ maxDepth: 4 }, wholeNumber, number, text, tie('list'), tie('object')),
	list: fc.tuple(fc.array(tie('sample')), space).map(([samples, gap]) => ({
		json: `[${gap}${samples.map(({ json }) => json).join(`${gap},${gap}`)}${gap}]`,
		value: samples.map(({ value }) => value),
	})),
	object: fc.tuple(fc.array(fc.tuple(text, tie('sample'))), space).map(([fields, gap]) => ({
		json: `{${fields.map(([name, { json }]) => `${gap}${name.json}${gap}:${gap}${json}`).join(',')}${gap}}`,
		value: Object.fromEntries(fields.map(([name, { value }]) => [name.value, value])),
	})),
}));

describe('parseExactly', () => {
	it('reads what JavaScript cannot hold as text, and everything else as it is', () => {
		fc.assert(
			fc.property(sample, ({ json, value }) => {
				expect(parseExactly(json)).toStrictEqual(value);
			}),
			{ numRuns: 2_000 },
		);
	});

	it.each<[string, unknown]>([
		['9007199254740991', 9007199254740991],
		['9007199254740992', '9007199254740992'],
		['-9007199254740991', -9007199254740991],
		['-9007199254740992', '-9007199254740992'],
		['12345678901234567890', '12345678901234567890'],
		['1.5e308', 1.5e308],
		['1e20', 1e20],
		['1.5', 1.5],
		['9007199254740991.0', 9007199254740991],
		['9007199254740993.00', '9007199254740993.00'],
		['-12345678901234567.0', '-12345678901234567.0'],
		['-0', -0],
		['12345678901234567890.5', 12345678901234567890.5],
		['1e-400', 0],
		['{"9007199254740993":9007199254740993}', { '9007199254740993': '9007199254740993' }],
		['["9007199254740993", 9007199254740993]', ['9007199254740993', '9007199254740993']],
		['{"a":1,"a":9007199254740993}', { a: '9007199254740993' }],
	])('reads %s', (json, value) => {
		expect(parseExactly(json)).toStrictEqual(value);
	});

	it('reads a field with the name of the prototype as any other', () => {
		const value = parseExactly('{"__proto__":9007199254740993}');
		expect(Object.entries(value ?? {})).toEqual([['__proto__', '9007199254740993']]);
	});

	it.each([
		'01234567890123456789',
		'-',
		'--12345678901234567890',
		'+12345678901234567890',
		'12345678901234567890.',
		'.12345678901234567890',
		'{12345678901234567890: 1}',
		'[12345678901234567890',
		'12345678901234567890 1',
		'"12345678901234567890',
	])('refuses what is not JSON: %s', (json) => {
		expect(() => parseExactly(json)).toThrow(SyntaxError);
	});

	it('refuses exactly what JSON.parse refuses', () => {
		const piece = fc.constantFrom(...'[]{}:,"\\-+.eE0 ', '12345678901234567890', '"a"');
		fc.assert(
			fc.property(fc.array(piece), (pieces) => {
				const json = pieces.join('');
				const refuses = (parse: (text: string) => unknown) => {
					try {
						parse(json);
						return false;
					} catch {
						return true;
					}
				};
				expect(refuses(parseExactly)).toBe(refuses(JSON.parse));
			}),
			{ numRuns: 5_000 },
		);
	});
});
