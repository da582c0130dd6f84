import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { failure } from '../../../nodes/CustomerData/api/failures';
import { withoutKey } from '../../../nodes/CustomerData/api/redact';
import { quoting } from '../support/failures.mts';
import { law } from '../support/law.mts';

const clean = (text: string, apiKey: string) => withoutKey(quoting(text), apiKey).quote?.text;

const key = fc.stringMatching(/^[\x21-\x7e]{8,60}$/).filter((text) => !/^\*+$/.test(text));

const SPELLINGS: Record<string, (key: string) => string> = {
	'as it is': (text) => text,
	'as in a URL': encodeURIComponent,
	'as in JSON': (text) => JSON.stringify(text).slice(1, -1),
	'in base64': (text) => Buffer.from(text).toString('base64').replace(/=+$/, ''),
};

describe('a quote', () => {
	for (const [name, spell] of Object.entries(SPELLINGS)) {
		law(`does not hold the key, ${name}`, { of: [key] }, (apiKey) => {
			const cleaned = clean(`Unknown: ${spell(apiKey)}.`, apiKey);
			expect(cleaned).toContain('***');
			expect(cleaned).not.toContain(apiKey);
			expect(cleaned).not.toContain(spell(apiKey));
		});
	}

	it.each([
		['Ab/+c', 'Ab/+c, Ab%2F%2Bc and QWIvK2M= (Ab/+c) of 1001', '***, *** and ***= (***) of 1001'],
		['Ab/+c', 'The service is closed.', 'The service is closed.'],
		['key%', 'It is key%, key%25.', 'It is ***, ***.'],
		['back\\', 'It is back\\, back\\\\.', 'It is ***, ***.'],
		...['.*', '$&', "$'", '(a|b)+', '[^x]', '\\d{2}', '^$'].map((apiKey) => [
			apiKey,
			`It is ${apiKey}, not 12 or ab.`,
			'It is ***, not 12 or ab.',
		]),
	])('does not hold the key %s, and all else: %s', (apiKey, text, cleaned) => {
		expect(clean(text, apiKey)).toBe(cleaned);
	});

	it('does not hold a key of 100,000 characters', () => {
		const apiKey = 'eyJhbGciOi.'.repeat(10_000);
		const nearly = apiKey.slice(1);
		expect(clean(`Unknown key ${apiKey}, and nearly ${nearly}`, apiKey)).toBe(
			`Unknown key ***, and nearly ${nearly}`,
		);
	});
});

it('leaves our own words and everything else about a failure as they are', () => {
	const quote = { by: 'The service says', text: 'Page 2 of ***' };
	const refused = quoting('Page 2 of page');
	expect(withoutKey(refused, 'page')).toEqual({ ...refused, quote });
	const lost = failure('connectionLost', { code: 'page' });
	expect(withoutKey(lost, 'page')).toEqual(lost);
});
