import { describe, expect, it } from 'vitest';

import { failure, statusFailure } from '../../../nodes/CustomerData/api/failures';
import { readBody, readRetryAfter } from '../../../nodes/CustomerData/api/response';

const read = (body: string | Uint8Array, statusCode = 200, headers = {}) =>
	readBody({ statusCode, headers, body: Buffer.from(body) }, 'GetCustomers');

describe('a body', () => {
	it('is read as UTF-8, with or without a byte order mark, and as JSON where it is', () => {
		const text = '{"Name":"Zoë €"}';
		const body = { text, json: { Name: 'Zoë €' } };
		expect(read(text)).toEqual(body);
		expect(read(`\ufeff${text}`)).toEqual(body);
		expect(read('Pong')).toEqual({ text: 'Pong', json: undefined });
	});

	it.each(['latin1', 'utf16le'] as const)('is refused where it is not UTF-8 but %s', (encoding) => {
		const advice = expect.stringContaining('data that is not UTF-8 text');
		const failure = { name: 'notJson', isTransient: true, advice };
		expect(read(Buffer.from('{"Name":"Zoë ì"}', encoding))).toMatchObject({ failure });
	});

	it('is refused where it has more than 64 megabytes', () => {
		const most = new Uint8Array(64 * 1024 ** 2).fill(0x20);
		expect(read(most)).toHaveProperty('text');
		const larger = new Uint8Array(most.length + 1);
		const advice = expect.stringContaining('more than 64 MB');
		expect(read(larger)).toMatchObject({ failure: { name: 'notAPage', advice } });
		expect(read(larger, 503)).toMatchObject({ failure: { name: 'unavailable' } });
	});
});

describe('another status than 200', () => {
	it.each([201, 299, 304, 400, 404, 503])(
		'is reported as the service explains it: %d',
		(status) => {
			const found = read('{"ErrorMessages": ["Why"]}', status, { 'retry-after': '2' });
			const says = { operation: 'GetCustomers', says: 'Why', retryAfter: 2_000 };
			expect(found).toEqual({ failure: statusFailure(status, says) });
		},
	);

	it.each([new Uint8Array([0xff]), '<html>', '[]'])('needs no explanation: %s', (body) => {
		expect(read(body, 500)).toMatchObject({ failure: { status: 500, quote: { text: '' } } });
	});

	it.each([300, 303, 305, 399])('is reported with the address that it points to: %d', (status) => {
		// What follows may hold the key.
		for (const more of ['', '?key=1\n#x', '#?x']) {
			const quote = { by: 'The address is', text: 'http://a/b' };
			const found = read('', status, { location: `http://a/b${more}` });
			expect(found).toEqual({ failure: failure('redirected', { quote }) });
		}
		expect(read('', status)).toMatchObject({
			failure: { name: 'redirected', quote: { text: '' } },
		});
	});
});

const now = Date.UTC(2026, 0, 1, 12, 0, 0);
const HALF_A_MINUTE = 'Thu, 01 Jan 2026 12:00:30 GMT';

it.each<[string | undefined, number, number?]>([
	['0', 0],
	['120', 120_000],
	['9'.repeat(400), Infinity],
	[HALF_A_MINUTE, 30_000],
	[HALF_A_MINUTE, 30_000, 1],
	[HALF_A_MINUTE, 1_000, 29_999],
	['Thu, 01 Jan 2026 11:00:00 GMT', 0],
	['soon', 0],
	['12abc', 0],
	['', 0],
	['-5', 0],
	[undefined, 0],
])('reads Retry-After: %s as %d milliseconds, in whole seconds', (text, wait, passed = 0) => {
	expect(readRetryAfter(text, now + passed)).toBe(wait);
});
