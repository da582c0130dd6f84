import fc from 'fast-check';
import { expect, it } from 'vitest';

import { failure } from '../../../nodes/CustomerData/api/failures';
import { withoutKey } from '../../../nodes/CustomerData/api/redact';
import { quoting } from '../support/failures.mts';

const clean = (text: string, apiKey: string) => withoutKey(quoting(text), apiKey).quote?.text;

const key = fc.stringMatching(/^[\x21-\x7e]{8,60}$/).filter((text) => !/^\*+$/.test(text));

const spellings: Array<[string, (key: string) => string]> = [
	['as it is', (text) => text],
	['as in a URL', encodeURIComponent],
	['as in JSON', (text) => JSON.stringify(text).slice(1, -1)],
	['in base64', (text) => Buffer.from(text).toString('base64').replace(/=+$/, '')],
];

it.each(spellings)('takes the key out of a quote, %s', (_, spell) => {
	fc.assert(
		fc.property(key, (apiKey) => {
			const cleaned = clean(`Unknown: ${spell(apiKey)}.`, apiKey);
			expect(cleaned).toContain('***');
			expect(cleaned).not.toContain(apiKey);
			expect(cleaned).not.toContain(spell(apiKey));
		}),
	);
});

it('takes the key out wherever it stands, and nothing else', () => {
	const text = 'The key Ab/+c, Ab%2F%2Bc and QWIvK2M= (Ab/+c, Ab/+c) belongs to company 1001.';
	const cleaned = 'The key ***, *** and ***= (***, ***) belongs to company 1001.';
	expect(clean(text, 'Ab/+c')).toBe(cleaned);
	expect(clean('The service is closed.', 'Ab/+c')).toBe('The service is closed.');
});

it('leaves nothing of a spelling that begins with the key as it is', () => {
	expect(clean('It is key%, key%25.', 'key%')).toBe('It is ***, ***.');
	expect(clean('It is back\\, back\\\\.', 'back\\')).toBe('It is ***, ***.');
});

it.each(['.*', '$&', "$'", '(a|b)+', '[^x]', '\\d{2}', '^$'])(
	'reads the key %s as text',
	(apiKey) => {
		expect(clean(`It is ${apiKey}, not 12 or ab.`, apiKey)).toBe('It is ***, not 12 or ab.');
	},
);

it.each([2_700, 100_000])('takes a key of %d characters out of many quotes at once', (length) => {
	const apiKey = 'eyJhbGciOi.'.repeat(length).slice(0, length);
	const start = performance.now();
	for (let quote = 0; quote < 200; quote++) {
		const text = clean(`Unknown key ${apiKey}, and nearly ${apiKey.slice(1)}`, apiKey);
		expect(text?.startsWith('Unknown key ***, and nearly yJhb')).toBe(true);
	}
	expect(performance.now() - start).toBeLessThan(2_000);
});

it('leaves our own words and everything else about a failure as they are', () => {
	const refused = quoting('Page 2 of page');
	expect(withoutKey(refused, 'page')).toEqual({
		...refused,
		quote: { by: 'The service says', text: 'Page 2 of ***' },
	});
	const lost = failure('connectionLost', { code: 'page' });
	expect(withoutKey(lost, 'page')).toEqual(lost);
});
