import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { failure } from '../../../nodes/CustomerData/api/failures';
import { withoutKey } from '../../../nodes/CustomerData/api/redact';
import { quoting } from '../support/failures.mts';
import { law } from '../support/law.mts';

const { quote: _, ...unquoted } = quoting('');
const isLeftOut = (text: string, apiKey: string) => {
	const found = withoutKey(quoting(text), apiKey);
	if (found.quote === undefined) expect(found).toStrictEqual(unquoted);
	else expect(found).toStrictEqual(quoting(text));
	return found.quote === undefined;
};

type Spelling = (text: string) => string;

const hexOf = (sign: string) => sign.charCodeAt(0).toString(16);
const all = (spell: Spelling) => (text: string) => text.replace(/./gs, spell);
const some = (spell: Spelling) => (text: string) =>
	text.replace(/[\s\S]/g, (sign, at: number) =>
		/[%\\&]/.test(sign) || (at * 7 + sign.charCodeAt(0)) % 3 === 0 ? spell(sign) : sign,
	);
const percent: Spelling = (sign) => `%${hexOf(sign).padStart(2, '0')}`;
const escaped: Spelling = (sign) => `\\u${hexOf(sign).padStart(4, '0')}`;
const NAMED: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": '#x27',
};
const PUNCTUATION: Record<string, string> = { '/': 'sol', '+': 'plus', '=': 'equals', _: 'lowbar' };
const entities = (names: Record<string, string>) => (text: string) =>
	text.replace(/[&<>"'/+=_]/g, (sign) => (names[sign] ? `&${names[sign]};` : sign));

/** The key itself, in letters that stand for its bytes. */
const INNER: Record<string, Spelling> = {
	'as it is': (key) => key,
	'in uppercase': (key) => key.toUpperCase(),
	'in lowercase': (key) => key.toLowerCase(),
	'in hex': (key) => Buffer.from(key).toString('hex'),
	'in uppercase hex': (key) => Buffer.from(key).toString('hex').toUpperCase(),
	'in base64': (key) => Buffer.from(key).toString('base64'),
	'in base64 without padding': (key) => Buffer.from(key).toString('base64').replace(/=+$/, ''),
	'in base64 for URLs': (key) => Buffer.from(key).toString('base64url'),
	'in base64, before a colon': (key) => Buffer.from(`${key}:x`).toString('base64'),
	'in base64, as a password': (key) => Buffer.from(`me:${key}`).toString('base64'),
	'in base64, in JSON': (key) => Buffer.from(`[{"key":"${key}"}]`).toString('base64'),
	'in lowercase and base64': (key) => Buffer.from(key.toLowerCase()).toString('base64'),
};

/** What a text goes through on its way out. */
const OUTER: Record<string, Spelling> = {
	'URL-encoded': encodeURIComponent,
	'URL-encoded in lowercase': (text) =>
		encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
	'URL-encoded but for /': (text) => encodeURIComponent(text).replaceAll('%2F', '/'),
	'URL-encoded in part': some(percent),
	'URL-encoded whole': all(percent),
	'in HTML': entities(NAMED),
	'in HTML 5': entities({ ...NAMED, ...PUNCTUATION }),
	'in decimal entities': some((sign) => `&#${sign.charCodeAt(0)};`),
	'in hexadecimal entities': all((sign) => `&#x00${hexOf(sign).toUpperCase()};`),
	'in JSON': (text) => JSON.stringify(text).slice(1, -1),
	'in JSON with escaped slashes': (text) =>
		JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
	'in JSON in JSON': (text) => JSON.stringify({ text: JSON.stringify({ text }) }),
	'in JSON with codes for some': some(escaped),
	'in JSON with codes for all': all(escaped),
};

const keys = fc.stringMatching(/^[\x21-\x7e]{8,60}$/);
const oneOf = (spellings: Record<string, Spelling>) => fc.constantFrom(...Object.keys(spellings));

describe('a quote', () => {
	law(
		'is left out where it holds the key in any spelling',
		{ of: [keys, oneOf(INNER), fc.array(oneOf(OUTER), { maxLength: 3 })], examples: 2_000 },
		(apiKey, inner, outer) => {
			const spelled = outer.reduce(
				(text, name) => OUTER[name]?.(text) ?? '',
				INNER[inner]?.(apiKey) ?? '',
			);
			for (const text of [spelled, `Unknown: ${spelled}.`, `<a href="/v1/${spelled}/x">`]) {
				expect(isLeftOut(text, apiKey), text).toBe(true);
			}
		},
	);

	law(
		'stays where the key is not in it',
		{ of: [keys, fc.oneof(fc.string({ maxLength: 200 }), fc.lorem(), fc.webUrl())] },
		(apiKey, text) => {
			const isEscaped = /[%\\]|&[#a-z]/i.test(text);
			if (!isEscaped && !text.toLowerCase().includes(apiKey.toLowerCase())) {
				expect(isLeftOut(text, apiKey)).toBe(false);
			}
		},
	);

	it.each<[apiKey: string, text: string, leftOut: boolean]>([
		['Ab/+c', 'The service is closed for 100%, see a&b & "c".', false],
		['demo-key', 'A path has \\.', true],
		['demo-key', '%u0041', true],
		['Ab/+c', 'Ab%2f%2bc of 1001', true],
		['demo-key', 'Tom &amp; Jerry', true],
		['Ab/+c', 'ab%252F&plus;C of 1001', true],
		['demo-key', 'It is &#100emo&#x2Dkey', true],
		['demo-key', `It is ${Buffer.from('DEMO-KEY').toString('base64')}`, true],
		['~~~???>>>', 'fn5+Pz8/Pj4+', true],
		['~~~???>>>', 'fn5-Pz8_Pj4-', true],
		['~~~???>>>', 'fn5Pz8Pj4', false],
		['key%', 'It is key%.', true],
		['back\\', 'It is back\\.', true],
		['a%41bc', 'It is a%41bc.', true],
		['{\\u0041}', 'It is {\\u0041}.', true],
		...['.*.*', '$&$&', '(a|b)+', '[^x]', '\\d{2}', 'eyJhbGciOi.'.repeat(1_000)].flatMap(
			(apiKey): Array<[string, string, boolean]> => [
				[apiKey, `It is ${apiKey}, not 12 or ab.`, true],
				[apiKey, 'It is not 12 or ab.', false],
			],
		),
		// Nobody can say what so much is.
		['demo-key', ' '.repeat(20_000), false],
		['demo-key', ' '.repeat(20_001), true],
	])('with the key %.9s is left out: %.50s (%s)', (apiKey, text, leftOut) => {
		expect(isLeftOut(text, apiKey)).toBe(leftOut);
	});

	it('with a key of four characters is left out wherever they are', () => {
		expect(isLeftOut('Xpagey', 'page')).toBe(true);
		expect(isLeftOut(`x${Buffer.from('page').toString('base64')}`, 'page')).toBe(true);
	});
});

it('leaves a failure without a quote as it is', () => {
	const lost = failure('connectionLost', { code: 'page' });
	expect(withoutKey(lost, 'page')).toBe(lost);
});
