import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../nodes/CustomerData/api/page';
import { named } from '../../../nodes/CustomerData/errors/userError';
import { looseKey, spellingsOf } from '../../../nodes/CustomerData/identity/spelling';
import { law } from '../../support/law.mts';
import { LENGTH, SOME_NASTY_TEXTS } from '../../support/nasty.mts';
import { range } from '../../support/range.mts';
import { DIFFERENT, SPELLINGS } from '../../support/spellings.mts';

/** Those of a missing key in a list of others. */
const spellingsIn = (...list: string[]) => ({
	of(key: string) {
		const records = new Map(list.map((one) => [one, {}]));
		return spellingsOf([key], { records, shared: new Map() }).get(key);
	},
});

const looseKeyOf = (value: JsonValue) => looseKey(JSON.stringify(value));

describe('two spellings of an identifier', () => {
	it.each(SPELLINGS)('are one, and found whichever is missing: %s', (_, one, other) => {
		expect(looseKeyOf(one)).toBe(looseKeyOf(other));
		const [key = '', same = ''] = [one, other].map((value) => JSON.stringify(value));
		expect(spellingsIn(same).of(key)).toEqual([same]);
		expect(spellingsIn(key).of(same)).toEqual([key]);
	});

	it.each(DIFFERENT)('are two: %j and %j', (one, other) => {
		expect(looseKeyOf(one)).not.toBe(looseKeyOf(other));
	});

	const invisible = fc.constantFrom('\u200b', '\u00ad', '\u2060', '\ufe0f', ' ', '\u00a0', '\t');
	const punctuation = fc.constantFrom('-', '–', '_', '.', '/', "'", '’', '#', '\u2212');
	const letters = fc.string({ unit: fc.constantFrom(...'ABÄKßéØж'), minLength: 1, maxLength: 4 });
	const digits = fc.integer({ min: 1, max: 99_999 });
	/** How systems change a code of letters and a number, piece by piece. */
	const changes = fc.record({
		form: fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'),
		isLower: fc.boolean(),
		isWide: fc.boolean(),
		zeros: fc.nat({ max: 5 }),
		between: fc.oneof(fc.constant(''), punctuation),
		hidden: fc.array(fc.tuple(fc.nat({ max: 12 }), invisible), { maxLength: 3 }),
	});

	law(
		'are one, whatever systems do to letters and digits',
		{ of: [letters, digits, changes] },
		(text, number, { form, isLower, isWide, zeros, between, hidden }) => {
			const numeral = '0'.repeat(zeros) + String(number);
			const wide = numeral.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
			const cased = isLower ? text.toLowerCase() : text;
			let other = `${cased}${between}${isWide ? wide : numeral}`.normalize(form);
			for (const [at, sign] of hidden) other = other.slice(0, at) + sign + other.slice(at);
			expect(looseKeyOf(other)).toBe(looseKeyOf(`${text}${number}`));
		},
	);

	law(
		'are two, where codes of letters and numbers differ',
		{ of: [fc.uniqueArray(fc.stringMatching(/^[A-Z]{0,3}[1-9]\d{0,5}[A-D]?$/), { minLength: 2 })] },
		(codes) => {
			expect(new Set(codes.map(looseKeyOf)).size).toBe(codes.length);
		},
	);
});

it('takes long numbers that are close for two, unless one is the other, rounded', () => {
	const [one, close, rounded, padded] = ['671', '672', '670', '671'].map(
		(end, nth) => `"${nth === 3 ? '0' : ''}100000000000000${end}"`,
	);
	expect(String(Number('100000000000000671'))).toBe('100000000000000670');
	expect(spellingsIn(`${close}`, `${rounded}`, `${padded}`).of(`${one}`)).toEqual([
		rounded,
		padded,
	]);
	expect(spellingsIn(`${close}`).of(`${padded}`)).toEqual([]);
});

it('names as many keys as it may, and counts the others', () => {
	expect([2, 3, 4].map((most) => named(['"a"', '"b"', '"c"'], most))).toEqual([
		'"a", "b", and 1 more',
		'"a", "b", and "c"',
		'"a", "b", and "c"',
	]);
});

describe('takes no longer than the length', () => {
	it('of a key', () => {
		for (const text of SOME_NASTY_TEXTS) {
			const [key, other] = [JSON.stringify(text), JSON.stringify(` ${text}`)];
			expect(spellingsIn(other).of(key)).toEqual([other]);
		}
	});

	it('of all keys, where many may be one', () => {
		const keys = range(0, 0.025 * LENGTH).map((count) => JSON.stringify(`C${'-'.repeat(count)}`));
		const records = new Map(keys.map((key) => [key.replaceAll('-', '.'), {}]));
		const spellings = spellingsOf(keys, { records, shared: new Map() });
		for (const same of spellings.values()) expect(same.length).toBe(keys.length);
	});
});
