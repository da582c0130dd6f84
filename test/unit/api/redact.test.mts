import fc from 'fast-check';
import { expect, it } from 'vitest';

import { withoutKey } from '../../../nodes/CustomerData/transport/redact';

const visible = Array.from({ length: 0x7e - 0x20 }, (_, index) =>
	String.fromCharCode(0x21 + index),
);
const keyCharacter = fc.oneof(fc.constantFrom(...visible), fc.constantFrom(...'%25&;\\/"+=u0'));
const key = fc
	.array(keyCharacter, { minLength: 1, maxLength: 40 })
	.map((characters) => characters.join(''))
	.filter((text) => !/^[*]+$/.test(text));

const hex = (character: string) => character.charCodeAt(0).toString(16);

const HTML: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** One character as some service may write it. */
const writers: Array<(character: string) => string> = [
	(character) => character,
	(character) => character.toUpperCase(),
	(character) => character.toLowerCase(),
	(character) => `%${hex(character)}`,
	(character) => `%${hex(character).toUpperCase()}`,
	(character) => `%25${hex(character)}`,
	(character) => `\\u00${hex(character)}`,
	(character) => `&#${character.charCodeAt(0)};`,
	(character) => `&#x${hex(character).toUpperCase()};`,
	(character) => `&#0${character.charCodeAt(0)};`,
	(character) => (HTML[character] ? `&${HTML[character]};` : character),
];

it('finds the key with each character as it is, in any case, URL-encoded or escaped', () => {
	fc.assert(
		fc.property(key, fc.infiniteStream(fc.constantFrom(...writers)), (apiKey, choices) => {
			const written = [...apiKey].map((character) => {
				const write = choices.next().value ?? String;
				return write(character);
			});
			expect(withoutKey(written.join(''), apiKey)).toBe('***');
		}),
		{ numRuns: 2_000 },
	);
});

it('finds the key as JSON writes it', () => {
	fc.assert(
		fc.property(key, (apiKey) => {
			expect(withoutKey(JSON.stringify(apiKey), apiKey)).toBe('"***"');
		}),
	);
	expect(withoutKey('a\\/b', 'a/b')).toBe('***');
});

it('finds the key as JSON writes it that escapes slashes or what has a meaning in HTML, too', () => {
	fc.assert(
		fc.property(key, fc.constantFrom('/', "<>&+'"), (apiKey, more) => {
			const written = [...apiKey].map((character) => {
				if (!more.includes(character)) return JSON.stringify(character).slice(1, -1);
				return character === '/' ? '\\/' : `\\u00${hex(character)}`;
			});
			expect(withoutKey(written.join(''), apiKey)).toBe('***');
		}),
	);
});

it('finds the key in base64 and base64url, with or without padding, also in a URL', () => {
	fc.assert(
		fc.property(key, (apiKey) => {
			const base64 = Buffer.from(apiKey).toString('base64');
			const spellings = [base64, base64.replace(/=+$/, ''), encodeURIComponent(base64)];
			const url = Buffer.from(apiKey).toString('base64url');
			for (const text of [...spellings, url, `${url}${base64.replace(/[^=]/g, '')}`]) {
				expect(withoutKey(`<${text}>`, apiKey)).not.toContain(text);
			}
		}),
	);
});

it('leaves no part of the key in the base64 of a longer text', () => {
	const long = key.filter((text) => text.length >= 5);
	const around = fc.string({ maxLength: 12 });
	fc.assert(
		fc.property(around, long, around, fc.constantFrom('base64', 'base64url'), (...given) => {
			const [before, apiKey, after, encoding] = given;
			const encoded = Buffer.from(`${before}${apiKey}${after}`).toString(encoding);
			const clean = withoutKey(encoded, apiKey);
			expect(clean).toContain('***');
			// What is left holds nothing but what stood beside the key.
			const left = clean.split('***').map((part) => part.length);
			const bytes = (text: string) => Math.ceil((Buffer.byteLength(text) * 8) / 6);
			expect(left[0]).toBeLessThanOrEqual(bytes(before));
			expect(left.at(-1)).toBeLessThanOrEqual(bytes(after) + '=='.length);
		}),
	);
});

it('replaces the key and nothing else', () => {
	const text = 'The key Ab/+c, ab%2F%2bC and QWIvK2M= belong to company 1001.';
	expect(withoutKey(text, 'Ab/+c')).toBe('The key ***, *** and *** belong to company 1001.');
	expect(withoutKey('The service is closed.', 'Ab/+c')).toBe('The service is closed.');
});

it('finds a short key as it is, but not by chance in the base64 of a longer text', () => {
	const encoded = Buffer.from('xxab12xx').toString('base64');
	expect(withoutKey(`${encoded} ab12`, 'ab12')).toBe(`${encoded} ***`);
});

it.each([
	['\\'.repeat(40), '\\'.repeat(200_000)],
	['%25'.repeat(12), '%25'.repeat(100_000)],
	['a'.repeat(40), `${'a'.repeat(39)}b`.repeat(5_000)],
	['&amp;'.repeat(8), '&amp;'.repeat(50_000)],
	['demo-api-key', `&#x${'0'.repeat(5_000_000)}`],
])('takes no longer where the key %s nearly fits again and again', (apiKey, text) => {
	const start = performance.now();
	withoutKey(text, apiKey);
	expect(performance.now() - start).toBeLessThan(2_000);
});
