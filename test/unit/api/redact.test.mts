import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { failure } from '../../../nodes/CustomerData/api/failures';
import { withoutKey } from '../../../nodes/CustomerData/api/redact';
import { quoting } from '../support/failures.mts';
import { law } from '../support/law.mts';

const clean = (text: string, apiKey: string) => withoutKey(quoting(text), apiKey).quote?.text;

const keys = fc.stringMatching(/^[\x21-\x7e]{8,60}$/).filter((text) => !/^\*+$/.test(text));
const spellings = fc.constantFrom(
	(key: string) => key,
	encodeURIComponent,
	(key: string) => JSON.stringify(key).slice(1, -1),
	(key: string) => Buffer.from(key).toString('base64').replace(/=+$/, ''),
);

describe('a quote', () => {
	law(
		'does not hold the key, neither as it is nor as in a URL, in JSON or in base64',
		{ of: [keys, spellings], examples: 400 },
		(apiKey, spell) => {
			const cleaned = clean(`Unknown: ${spell(apiKey)}.`, apiKey);
			expect(cleaned).toContain('***');
			expect(cleaned).not.toContain(apiKey);
			expect(cleaned).not.toContain(spell(apiKey));
		},
	);

	it.each([
		['Ab/+c', 'Ab/+c, Ab%2F%2Bc and QWIvK2M= (Ab/+c) of 1001', '***, *** and ***= (***) of 1001'],
		['Ab/+c', 'The service is closed.', 'The service is closed.'],
		['key%', 'It is key%, key%25.', 'It is ***, ***.'],
		['back\\', 'It is back\\, back\\\\.', 'It is ***, ***.'],
		...['.*', '$&', "$'", '(a|b)+', '[^x]', '\\d{2}', '^$', 'eyJhbGciOi.'.repeat(10_000)].map(
			(apiKey) => [apiKey, `It is ${apiKey}, not 12 or ab.`, 'It is ***, not 12 or ab.'],
		),
	])('does not hold the key %.9s, and all else: %.50s', (apiKey, text, cleaned) => {
		expect(clean(text, apiKey)).toBe(cleaned);
	});
});

it('leaves our own words and everything else about a failure as they are', () => {
	const quote = { by: 'The service says', text: 'Page 2 of ***' };
	const refused = quoting('Page 2 of page');
	expect(withoutKey(refused, 'page')).toEqual({ ...refused, quote });
	const lost = failure('connectionLost', { code: 'page' });
	expect(withoutKey(lost, 'page')).toEqual(lost);
});
