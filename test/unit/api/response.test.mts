import { describe, expect, it } from 'vitest';
import { acceptBody, retryAfterOf, statusFailure } from '../../../nodes/CustomerData/api/response';
import { failure } from '../../../nodes/CustomerData/errors/failures';

const read = (body: string | Uint8Array, statusCode = 200, headers = {}) =>
	acceptBody({ statusCode, headers, body: Buffer.from(body) }, 'GetCustomers');

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
});

it.each([200, 500])('a body of more than 200 MB is not looked at: %d', (statusCode) => {
	const body = new Uint8Array(200_000_001);
	const advice = expect.stringMatching(/^It returned more than 200 MB of data\. /);
	const refused = { failure: { name: 'notAPage', isTransient: false, advice } };
	expect(acceptBody({ statusCode, headers: {}, body }, 'GetCustomers')).toMatchObject(refused);
});

describe('a response from a cache', () => {
	const PAGES = 'x-page-offset, x-page-limit, x-company-id';
	const isAccepted = (headers: object) => !('failure' in read('Pong', 200, headers));

	it.each([
		['refused', [undefined, '', 'accept-encoding', 'x-page-offset, x-page-limit', 'x*']],
		['accepted', [PAGES, '*', 'accept, *', 'X-Company-ID,X-PAGE-LIMIT, Origin, x-page-offset ']],
	])('is %s where Vary is one of %j', (name, all) => {
		for (const vary of all) expect(isAccepted({ age: '30', vary })).toBe(name === 'accepted');
	});

	it.each([
		[true, [undefined, '', '0', '00', '-1', 'old']],
		[false, ['1', '01', '86400', '30, 0', ['30', '0']]],
	])('is recognized by its age in seconds: %s for %j', (accepted, ages) => {
		for (const age of ages) expect(isAccepted({ age })).toBe(accepted);
	});

	it('is named, and nothing in it counts', () => {
		const cached = { failure: failure('cached') };
		expect(read('<html>', 200, { age: '1' })).toEqual(cached);
		expect(read('', 503, { age: '1' })).toMatchObject({ failure: { name: 'unavailable' } });
	});
});

describe('another status than 200', () => {
	it.each([201, 299, 304, 400, 404, 503])(
		'is reported as the service explains it: %d',
		(status) => {
			const found = read('{"ErrorMessages": ["Why"]}', status, { 'retry-after': '2' });
			const says = { path: 'GetCustomers', says: 'Why', retryAfter: 2_000 };
			expect(found).toEqual({ failure: statusFailure(status, says) });
		},
	);

	it.each([new Uint8Array([0xff]), '<html>', '[]'])('needs no explanation: %s', (body) => {
		expect(read(body, 500)).toMatchObject({ failure: { status: 500, quote: { text: '' } } });
	});

	const WEB_PAGE = /^The response is a web page, .* network\. \w/;
	const adviceFor = (body: string | Uint8Array, status: number) => {
		const found = read(body, status, { 'retry-after': '90' });
		return 'failure' in found ? found.failure.advice : '';
	};

	it.each<string | Uint8Array>([
		'<html>\r\n<head><title>403 Forbidden',
		'<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">',
		'\ufeff \n<!doctype html>',
		'<?xml version="1.0"?>\n<!DOCTYPE html>',
		Buffer.from('<html><title>Zugriff verweigert für Ü', 'latin1'),
	])('may be that of a proxy, first of all, where a web page came: %s', (body) => {
		for (const code of [202, 400, 401, 403, 407, 500, 502]) {
			expect(adviceFor(body, code)).toMatch(WEB_PAGE);
			expect(adviceFor(body, code)).toContain(adviceFor('', code));
		}
	});

	it.each<[string, number]>([
		['', 502],
		['{"ErrorMessages":["<html>"]}', 502],
		['<Error><Code>html</Code></Error>', 502],
		['html', 502],
		// A web server answers like that where nothing has the name.
		['<html>', 404],
	])('is that of the service with %s and status %d', (body, code) => {
		expect(adviceFor(body, code)).not.toMatch(/web page/);
	});

	it.each([300, 303, 305, 399])('is reported with the address that it points to: %d', (status) => {
		// What follows may hold the key.
		for (const more of ['', '?key=1\n#x', '#?x']) {
			const quote = { intro: 'The address is', text: 'http://a/b' };
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

const SECONDS = { 0: 0, 120: 120, '120.0': 120, 0.2: 1, 90000.5: 90_001, 1.25: 2 };
const NONE = [
	...['soon', '12abc', '', '-5', '.5', '5.', '1.2.3', '1e3', '0x10', '60, 60', undefined],
	...['Fri, 01 Jan 2026 12:00:30 GMT', 'Thu, 1 Jan 2026 12:00:30 GMT', 'Thu, 31 Dec 2026'],
	...['Thu, 01 Jan 2026 12:00:30 +0000', '2026-01-01T12:00:30Z', 'Invalid Date'],
];

it.each<[string | undefined, number, number?]>([
	...Object.entries(SECONDS),
	...NONE.map((text): [string | undefined, number] => [text, 0]),
	['9'.repeat(400), Infinity],
	[HALF_A_MINUTE, 30],
	[HALF_A_MINUTE, 30, 1],
	[HALF_A_MINUTE, 1, 29_999],
	['Thu, 01 Jan 2026 11:00:00 GMT', 0],
])('reads Retry-After: %s as %d seconds', (text, seconds, passed = 0) => {
	expect(retryAfterOf(text, now + passed)).toBe(1_000 * seconds);
});
