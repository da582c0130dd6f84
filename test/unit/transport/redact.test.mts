import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { Failure } from '../../../nodes/CustomerData/paging/failure';
import { redact, redactFailure, redactRecords } from '../../../nodes/CustomerData/transport/redact';

const visible = fc.string({ minLength: 1, unit: fc.constantFrom(...'abzAZ09+/=.*$()[]{}^|\\?%&') });

it('leaves neither the API key nor the company ID in any text', () => {
	fc.assert(
		fc.property(
			visible,
			visible,
			fc.array(fc.oneof(fc.string(), fc.constantFrom('KEY', 'COMPANY'))),
			(apiKey, companyId, parts) => {
				fc.pre(!'***'.includes(apiKey) && !'***'.includes(companyId));
				const text = parts
					.map((part) => (part === 'KEY' ? apiKey : part === 'COMPANY' ? companyId : part))
					.join('');
				const clean = redact(text, { baseUrl: '', apiKey, companyId });
				expect(clean).not.toContain(apiKey);
				expect(clean).not.toContain(companyId);
			},
		),
	);
});

it('finds the key in any letter case and URL-encoded', () => {
	const secrets = { baseUrl: '', apiKey: 'Ab/+c', companyId: '1001' };
	expect(redact('ab/+C and Ab%2F%2Bc of 1001', secrets)).toBe('*** and *** of ***');
});

it('leaves other text as it is', () => {
	const secrets = { baseUrl: '', apiKey: 'secret', companyId: '1001' };
	expect(redact('The service is closed. (GetCustomers, offset 50)', secrets)).toBe(
		'The service is closed. (GetCustomers, offset 50)',
	);
});

it.each<Failure>([
	{ kind: 'refused', messages: ['fine', 'key top-secret of company 98765'] },
	{ kind: 'status', status: 500, messages: ['key top-secret of company 98765'] },
	{ kind: 'notAPage', found: 'x-page-next: top-secret98765 where 50 was expected' },
	{ kind: 'redirect', status: 302, location: 'http://TOP-SECRET.example.com/98765' },
	{ kind: 'notSent', reason: 'Invalid top-secret' },
])('redacts every text in a failure that came from outside: %j', (failure) => {
	const secrets = { baseUrl: '', apiKey: 'top-secret', companyId: '98765' };
	const clean = redactFailure(failure, secrets);
	expect({ ...clean, kind: undefined }).not.toEqual({ ...failure, kind: undefined });
	expect(clean.kind).toBe(failure.kind);
	expect(JSON.stringify(clean)).not.toMatch(/top-secret|98765/i);
});

it('leaves our own facts in a failure as they are', () => {
	const secrets = { baseUrl: '', apiKey: 'E', companyId: '5' };
	const failures: Failure[] = [
		{ kind: 'connection', code: 'ECONNRESET' },
		{ kind: 'timeout', milliseconds: 500 },
		{ kind: 'redirect', status: 305, location: undefined },
		{ kind: 'cancelled' },
	];
	for (const failure of failures) expect(redactFailure(failure, secrets)).toEqual(failure);
});

const withKey = (apiKey: string) => ({ baseUrl: '', apiKey, companyId: '1001' });

it('redacts the key anywhere in a record', () => {
	const body =
		'[{"note":"key Top\\u002bSecret1!","deep":[{"TOP+secret1!":1}],"company":"1001","none":null,"on":true,"n":5}]';
	expect(redactRecords(JSON.parse(body), body, withKey('top+secret1!'))).toEqual([
		{ note: 'key ***', deep: [{ '***': 1 }], company: '1001', none: null, on: true, n: 5 },
	]);
});

it('redacts a key of digits that a record has as a number', () => {
	const body = '[{"n":123456789,"other":12345678}]';
	expect(redactRecords(JSON.parse(body), body, withKey('123456789'))).toEqual([
		{ n: '***', other: 12345678 },
	]);
});

it('redacts a URL-encoded key', () => {
	const body = '[{"link":"https://service.example.com/?key=Ab%2f%2bcdefgh%3D%3D"}]';
	expect(redactRecords(JSON.parse(body), body, withKey('Ab/+cdefgh=='))).toEqual([
		{ link: 'https://service.example.com/?key=***' },
	]);
});

it.each(['[{"a":"x"}]', '[{"a":"Caf\\u00e9\\n\\"x\\""}]'])(
	'leaves records without the key as they are: %s',
	(body) => {
		const records = JSON.parse(body);
		expect(redactRecords(records, body, withKey('top-secret'))).toBe(records);
	},
);

it('redacts the key in any record, however its JSON is written', () => {
	const key = 'key"+\\12é';
	const escaped = (text: string) =>
		text.replace(/[^\s]/g, (character) => {
			const code = character.charCodeAt(0).toString(16).padStart(4, '0');
			return `\\u${code}`;
		});
	fc.assert(
		fc.property(fc.jsonValue(), fc.boolean(), (value, throughout) => {
			const records = [{ before: value, [`${key}x`]: [`a${key}b`, { key }], after: value }];
			const plain = JSON.stringify(records);
			const body = throughout
				? plain.replaceAll(JSON.stringify(key).slice(1, -1), escaped(key))
				: plain;
			const clean = redactRecords(JSON.parse(body), body, withKey(key));
			expect(clean).toEqual([{ before: value, '***x': ['a***b', { key: '***' }], after: value }]);
		}),
	);
});

it('takes a key of eight characters out of records, and no shorter one', () => {
	const records = [{ note: '12345678' }];
	const redacted = (key: string) => redactRecords(records, JSON.stringify(records), withKey(key));
	expect(redacted('12345678')).toEqual([{ note: '***' }]);
	expect(redacted('1234567')).toBe(records);
});
