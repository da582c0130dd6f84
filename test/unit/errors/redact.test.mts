import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../nodes/CustomerData/errors/failures';
import { keepSecret, withoutKey, withoutKeys } from '../../../nodes/CustomerData/errors/redact';
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
	'/': 'sol',
	'+': 'plus',
	'=': 'equals',
	_: 'lowbar',
};
const named: Spelling = (text) => text.replace(/[&<>"'/+=_]/g, (sign) => `&${NAMED[sign]};`);

/** The key itself, in letters that stand for its bytes. */
const INNER: Record<string, Spelling> = {
	'as it is': (key) => key,
	'in uppercase': (key) => key.toUpperCase(),
	'in lowercase': (key) => key.toLowerCase(),
	'in full-width letters': all((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
	'struck through': all((sign) => `${sign}\u0336`),
};

/** What can stand between the letters of the key. */
const SEPARATORS = [
	' ',
	'\r\n',
	'\u00a0',
	'\u200b',
	'\u00ad',
	'-',
	':',
	'<b>',
	'</i><i class="x">',
	'<br>\n',
];

/** What a text goes through on its way out. */
const OUTER: Record<string, Spelling> = {
	'URL-encoded': encodeURIComponent,
	'URL-encoded in part': some(percent),
	'URL-encoded whole, in lowercase': all(percent),
	'in named entities': named,
	'in decimal entities': some((sign) => `&#${sign.charCodeAt(0)};`),
	'in hexadecimal entities': all((sign) => `&#x00${hexOf(sign).toUpperCase()};`),
	'in JSON': (text) => JSON.stringify(text).slice(1, -1),
	'in JSON with escaped slashes': (text) =>
		JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
	'in JSON in JSON': (text) => JSON.stringify({ text: JSON.stringify({ text }) }),
	'in JSON with codes for some': some(escaped),
	'in JSON with codes for all': all(escaped),
};

const keys = fc
	.stringMatching(/^[!-;=?-~]{8,60}$/)
	.filter((key) => key.replace(/[^a-z\d]/gi, '').length >= 6);
const oneOf = (spellings: Record<string, Spelling>) => fc.constantFrom(...Object.keys(spellings));
const separators = fc.array(fc.constantFrom('', ...SEPARATORS), { minLength: 1, maxLength: 10 });

describe('a quote', () => {
	law(
		'is left out where it holds the key, however that is spelled or escaped and whatever is in between',
		{
			of: [keys, separators, oneOf(INNER), fc.array(oneOf(OUTER), { maxLength: 3 })],
			examples: 2_000,
		},
		(apiKey, between, inner, outer) => {
			const separated = [...apiKey].map((sign, at) => {
				return (INNER[inner]?.(sign) ?? '') + (between[at % between.length] ?? '');
			});
			const spelled = outer.reduce((text, name) => OUTER[name]?.(text) ?? '', separated.join(''));
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
			const [letters, key] = [text, apiKey].map((all) => all.toLowerCase().match(/[a-z\d]/g) ?? []);
			if (!isEscaped && !text.includes('<') && !letters?.join('').includes(key?.join('') ?? '')) {
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
		['demo-key', 'It is &#100emo&#x2Dkey', true],
		['demo-key', 'It is "demokey"', true],
		['demo-key', 'It is a demo. Keys are hidden.', true],
		['demo-key', 'It is <demo-key>', true],
		['demo-key', 'It is demo-', false],
		['a<b>c', 'It is a<b>c.', true],
		['~~~.*>>>', 'It is ~~~.*>>>.', true],
		['~~~.*>>>', 'It is .*>>>~~~.', false],
	])('with the key %s is left out of %j: %s', (apiKey, text, leftOut) => {
		expect(isLeftOut(text, apiKey)).toBe(leftOut);
	});

	it('is left out where it is so long that nobody can say what it is', () => {
		const lengths = [20_000, 20_001];
		expect(lengths.map((length) => isLeftOut(' '.repeat(length), 'key'))).toEqual([false, true]);
	});

	it('with a key of a few letters is left out only where it stands as it is', () => {
		for (const text of ['Xpagey', 'XPAGEY']) expect(isLeftOut(text, 'page')).toBe(true);
		expect(isLeftOut('p-age', 'page')).toBe(false);
		expect(isLeftOut('p-agesi', 'pagesi')).toBe(true);
	});
});

it('leaves a failure without a quote as it is', () => {
	const lost = failure('connectionLost', { code: 'page' });
	expect(withoutKey(lost, 'page')).toBe(lost);
});

describe('a text for n8n', () => {
	const said = (text: string, ...apiKeys: string[]) => {
		const context = {};
		for (const apiKey of apiKeys) keepSecret(apiKey, context);
		return withoutKeys(text, context);
	};
	const plain = (text: string) => text.toLowerCase().replace(/[^a-z\d]/g, '');

	law(
		'does not hold the key, however that is spelled and whatever is in between',
		{ of: [keys, separators, oneOf(INNER)], examples: 2_000 },
		(apiKey, between, inner) => {
			const spelled = [...apiKey].map((sign, at) => {
				return (INNER[inner]?.(sign) ?? '') + (between[at % between.length] ?? '');
			});
			const text = said(`Record 1 in the list (${spelled.join('')}, Ulm) has no value`, apiKey);
			expect(plain(text.normalize('NFKD').replace(/<[^<>]*>/g, ''))).not.toContain(plain(apiKey));
			expect(text).toMatch(/^Record 1 in the list \(.*\*{3}/s);
			expect(text).toMatch(/, Ulm\) has no value$/);
		},
	);

	it.each<[apiKey: string, text: string, left: string]>([
		['k-secret-1', 'Record 1 (K-SECRET-1, n), or "k secret 1"', 'Record 1 (***, n), or "***"'],
		['k/secret+1', 'It has k%2Fsecret%2b1 and k\\u002fsecret\\u002b1', 'It has *** and ***'],
		['k&secret"1', 'It has k&amp;secret&#34;1 or k&secret"1', 'It has *** or ***'],
		['k-secret-1', 'It has k-<b>secret</b>-1', 'It has ***'],
		['k-secret-1', 'It has k-secret-', 'It has k-secret-'],
		['k-secret-1', 'Ä "\\u0041" <b>100%25</b> &amp;', 'Ä "\\u0041" <b>100%25</b> &amp;'],
		['a', 'An API key', 'An API key'],
	])('with the key %s, in place of %j, is %j', (apiKey, text, left) => {
		expect(said(text, apiKey)).toBe(left);
	});

	it('holds no key of its context, and knows none of others', () => {
		expect(said('It has k-secret-1 and k-secret-2', 'k-secret-1', 'k-secret-2')).toBe(
			'It has *** and ***',
		);
		expect(said('It has k-secret-1')).toBe('It has k-secret-1');
	});
});
