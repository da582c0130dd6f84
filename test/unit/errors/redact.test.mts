import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../nodes/CustomerData/errors/failures';
import { keepSecrets, withoutKeys, withoutQuote } from '../../../nodes/CustomerData/errors/redact';
import { quoting } from '../../support/everyFailure.mts';
import { law } from '../../support/law.mts';
import { SOME_NASTY_TEXTS } from '../../support/nasty.mts';

const { quote: _, ...unquoted } = quoting('');
const isLeftOut = (text: string, apiKey: string) => {
	const found = withoutQuote(quoting(text), [apiKey]);
	if (found.quote === undefined) expect(found).toStrictEqual(unquoted);
	else expect(found).toStrictEqual(quoting(text));
	return found.quote === undefined;
};

const said = (text: string, ...apiKeys: string[]) => {
	const context = {};
	keepSecrets(apiKeys, context);
	return withoutKeys(text, context);
};

const SPELLINGS: Array<(sign: string) => string> = [
	(sign) => sign,
	(sign) => sign.toUpperCase(),
	(sign) => sign.toLowerCase(),
	(sign) => `${sign}\u0336`,
];

const SEPARATORS = ['', ' ', '\r\n', '\u00a0', '\u200b', '\u00ad', '-', ':'];

const plain = (text: string) => text.toLowerCase().replace(/[^a-z\d]/g, '');
const keys = fc.stringMatching(/^[!-;=?-~]{8,60}$/).filter((key) => plain(key).length >= 6);

/** A key, and how it stands in a text: however its letters are spelled, and whatever is in between. */
const spelledKeys = fc
	.tuple(
		keys,
		fc.constantFrom(...SPELLINGS),
		fc.array(fc.constantFrom(...SEPARATORS), { minLength: 1, maxLength: 10 }),
	)
	.map(([apiKey, spell, between]) => {
		const signs = [...apiKey].map((sign, at) => spell(sign) + (between[at % between.length] ?? ''));
		return [apiKey, signs.join('')] as const;
	});

law(
	'a quote is left out, and the key in a text for n8n replaced, however that is spelled and whatever is in between',
	{ of: [spelledKeys], examples: 2_000 },
	([apiKey, spelled]) => {
		for (const text of [`Unknown: ${spelled}.`, `<a href="/v1/${spelled}/x">`]) {
			expect(isLeftOut(text, apiKey), text).toBe(true);
		}
		const text = said(`Record 1 in the list (${spelled}, Ulm) has no value`, apiKey);
		expect(plain(text)).not.toContain(plain(apiKey));
		expect(text).toMatch(/^Record 1 in the list \(.*\*{3}.*, Ulm\) has no value$/s);
	},
);

describe('a quote', () => {
	law(
		'stays where the key is not in it',
		{ of: [keys, fc.oneof(fc.string({ maxLength: 200 }), fc.lorem(), fc.webUrl())] },
		(apiKey, text) => {
			const isSafe = !/[%\\<]|&[#a-z]/i.test(text) && !plain(text).includes(plain(apiKey));
			if (isSafe) expect(isLeftOut(text, apiKey)).toBe(false);
		},
	);

	it.each<[apiKey: string, text: string, leftOut: boolean]>([
		['Ab/+c', 'The service is closed for 100%, see a&b & "c".', false],
		// Whatever is escaped could hold it.
		['demo-key', 'A path has \\.', true],
		['demo-key', '%u0041', true],
		['Ab/+c', 'Ab%2f%2bc of 1001', true],
		['demo-key', 'Tom &amp; Jerry', true],
		['demo-key', 'It is &#100emo&#x2Dkey', true],
		['demo-key', 'It is a demo. Keys are hidden.', true],
		['demo-key', 'It is demo-', false],
		['a<b>c', 'It is a<b>c.', true],
		['demo-key', 'It is demo-<b>key</b>.', true],
		['~~~.*>>>', 'It is ~~~.*>>>.', true],
		['~~~.*>>>', 'It is .*>>>~~~.', false],
		// Of a few letters, only as it is.
		['page', 'XPAGEY', true],
		['PAGE', 'Xpagey', true],
		['page', 'p-age', false],
		['pagesi', 'p-agesi', true],
		// So long that nobody can say what it is.
		['key', ' '.repeat(20_000), false],
		['key', ' '.repeat(20_001), true],
	])('with the key %s is left out of %j: %s', (apiKey, text, leftOut) => {
		expect(isLeftOut(text, apiKey)).toBe(leftOut);
	});
});

it('leaves a failure without a quote as it is', () => {
	const lost = failure('connectionLost', { code: 'page' });
	expect(withoutQuote(lost, ['page'])).toBe(lost);
});

it.each<[apiKeys: string, text: string, left: string]>([
	['k-secret-1', 'Record 1 (K-SECRET-1, n), or "k secret 1"', 'Record 1 (***, n), or "***"'],
	['k/secret+1', 'It has k/secret+1', 'It has ***'],
	['k-secret-1', 'It has k-secret-', 'It has k-secret-'],
	['a', 'An API key', 'An API key'],
	['k-secret-1 k-secret-2', 'It has k-secret-1 and k-secret-2', 'It has *** and ***'],
	['', 'It has the k-secret-1 of another context', 'It has the k-secret-1 of another context'],
])('with the keys "%s", in place of %j, a text for n8n is %j', (apiKeys, text, left) => {
	expect(said(text, ...apiKeys.split(' ').filter(Boolean))).toBe(left);
});

it('takes no longer than the length of a text, whether it holds the key or not', () => {
	for (const text of SOME_NASTY_TEXTS) {
		isLeftOut(text, '0-0-0-0-1');
		isLeftOut(text.slice(0, 20_000), 'k-k-k-key');
		expect(said(`${text} a-a-a-a-a-b`, 'aaaaab')).toContain('***');
	}
});
