import { describe, expect, it } from 'vitest';

import { readBody, readRetryAfter } from '../../../nodes/CustomerData/api/response';

const read = (body: Uint8Array, statusCode = 200) =>
	readBody({ statusCode, headers: {}, body }, 'GetCustomers');

describe('a body', () => {
	it('is read as UTF-8, with or without a byte order mark', () => {
		const text = '{"Name":"Zoë €"}';
		const body = { text, json: { Name: 'Zoë €' } };
		expect(read(Buffer.from(text))).toEqual(body);
		expect(read(Buffer.from(`\ufeff${text}`))).toEqual(body);
	});

	it('is text alone where it is not JSON', () => {
		expect(read(Buffer.from('Pong'))).toEqual({ text: 'Pong', json: undefined });
	});

	it.each(['latin1', 'utf16le'] as const)('is refused where it is not UTF-8 but %s', (encoding) => {
		expect(read(Buffer.from('{"Name":"Zoë ì"}', encoding))).toMatchObject({
			failure: {
				name: 'notJson',
				isTransient: true,
				advice: expect.stringContaining('data that is not UTF-8 text'),
			},
		});
	});

	it('is refused where it has more than 64 megabytes', () => {
		const most = new Uint8Array(64 * 1024 ** 2).fill(0x20);
		expect(read(most)).toHaveProperty('text');
		const larger = new Uint8Array(most.length + 1);
		expect(read(larger)).toMatchObject({ failure: { name: 'notAPage' } });
		expect(read(larger, 503)).toMatchObject({ failure: { name: 'unavailable' } });
	});

	it('says nothing where the status is another than 200 and it cannot be read', () => {
		for (const body of [Buffer.from([0xff]), Buffer.from('<html>'), Buffer.from('[]')]) {
			expect(read(body, 500)).toMatchObject({ failure: { status: 500, quote: { text: '' } } });
		}
	});
});

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

it.each<[string | undefined, number]>([
	['0', 0],
	['120', 120_000],
	['9'.repeat(400), Infinity],
	['Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
	['Thu, 01 Jan 2026 11:00:00 GMT', 0],
	['soon', 0],
	['12abc', 0],
	['', 0],
	['-5', 0],
	[undefined, 0],
])('reads Retry-After: %s as %d milliseconds', (text, milliseconds) => {
	expect(readRetryAfter(text, now)).toBe(milliseconds);
});

it('rounds the time until a date up to whole seconds', () => {
	expect(readRetryAfter('Thu, 01 Jan 2026 12:00:30 GMT', now + 1)).toBe(30_000);
	expect(readRetryAfter('Thu, 01 Jan 2026 12:00:30 GMT', now + 29_999)).toBe(1_000);
});
