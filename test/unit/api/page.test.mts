import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readPage } from '../../../nodes/CustomerData/transport/page';

const request = { offset: 100, limit: 50, apiKey: 'secret-key' };
const records = (count: number) => Array.from({ length: count }, (_, index) => ({ index }));

function answer(body: unknown, headers: Record<string, string> = {}, statusCode = 200) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return { statusCode, headers, body: Buffer.from(text) };
}

function page(count: number, headers: Record<string, string> = {}) {
	return answer({ IsSuccess: true, ErrorMessages: [], Payload: records(count) }, headers);
}

function found(
	body: unknown,
	headers: Record<string, string> = {},
	kind: 'notAPage' | 'notJson' = 'notAPage',
): string {
	const result = readPage(answer(body, headers), request);
	if (!('failure' in result) || result.failure.kind !== kind) {
		throw new Error(`Read as ${JSON.stringify(result)}`);
	}
	return result.failure.found;
}

describe('readPage', () => {
	it('believes a whole last page', () => {
		expect(readPage(page(3), request)).toEqual({
			page: { records: records(3), next: undefined },
		});
	});

	it('believes an empty last page', () => {
		expect(readPage(page(0), request)).toEqual({ page: { records: [], next: undefined } });
	});

	it.each(['true', 'True', 'TRUE', 'tRuE', 'true, true', 'TRUE,true', ' true '])(
		'reads x-page-more: %s as more',
		(more) => {
			const headers = { 'x-page-more': more, 'x-page-next': '150' };
			expect(readPage(page(50, headers), request)).toMatchObject({ page: { next: 150 } });
		},
	);

	it.each(['', 'yes', '1', 'false', 'false, false', 'truetrue'])(
		'reads x-page-more: "%s" as the end',
		(more) => {
			const headers = { 'x-page-more': more, 'x-page-next': '150' };
			expect(readPage(page(50, headers), request)).toMatchObject({ page: { next: undefined } });
		},
	);

	it.each(['true, false', 'False, True', 'true, yes', 'true,'])(
		'does not guess what x-page-more: "%s" means',
		(more) => {
			const body = { IsSuccess: true, Payload: records(50) };
			expect(found(body, { 'x-page-more': more, 'x-page-next': '150' })).toBe(
				`x-page-more: ${more}, which contradicts itself`,
			);
		},
	);

	it('believes a next offset from after the last record up to the limit, and no other', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 50 }),
				fc.integer({ min: -60, max: 120 }),
				(count, step) => {
					const next = request.offset + step;
					const headers = { 'x-page-more': 'true', 'x-page-next': String(next) };
					const believed = 'page' in readPage(page(count, headers), request);
					expect(believed).toBe(step >= count && step <= request.limit);
				},
			),
		);
	});

	it.each(['', 'abc', '-1', '150.0', '1e2', ' 150', '0x96', '150, 150', '9007199254740993'])(
		'names an x-page-next that is not a plain number: "%s"',
		(next) => {
			const body = { IsSuccess: true, Payload: records(50) };
			expect(found(body, { 'x-page-more': 'true', 'x-page-next': next })).toBe(
				`x-page-next: ${next} where 150 was expected`,
			);
		},
	);

	it('does not believe a next offset that JavaScript cannot hold', () => {
		const offset = 2 ** 53 - 50;
		const response = page(50, { 'x-page-more': 'true', 'x-page-next': '9007199254740992' });
		expect(readPage(response, { ...request, offset })).toMatchObject({
			failure: {
				kind: 'notAPage',
				found: expect.stringMatching(/^x-page-next: 9007199254740992 /),
			},
		});
	});

	it('names the range of allowed offsets after a short page', () => {
		const body = { IsSuccess: true, Payload: records(20) };
		expect(found(body, { 'x-page-more': 'true', 'x-page-next': '110' })).toBe(
			'x-page-next: 110 where 120 to 150 was expected',
		);
	});

	it.each<[unknown, string]>([
		['[]', 'JSON that is a list'],
		['null', 'JSON that is null'],
		['"text"', 'JSON that is a string'],
		['{}', 'JSON without "IsSuccess": true'],
		[{ IsSuccess: 'true', Payload: [] }, 'JSON without "IsSuccess": true'],
		[{ IsSuccess: true }, 'a "Payload" that is missing'],
		[{ IsSuccess: true, Payload: null }, 'a "Payload" that is null'],
		[{ IsSuccess: true, Payload: {} }, 'a "Payload" that is an object'],
		[{ IsSuccess: true, Payload: 'none' }, 'a "Payload" that is a string'],
		[{ IsSuccess: true, Payload: [{}, null] }, 'a "Payload" that contains null'],
		[{ IsSuccess: true, Payload: [[]] }, 'a "Payload" that contains a list'],
		[{ IsSuccess: true, Payload: ['x'] }, 'a "Payload" that contains a string'],
		[{ IsSuccess: true, Payload: records(51) }, '51 records where at most 50 were requested'],
	])('says what the service returned instead of a page: %j', (body, text) => {
		expect(found(body)).toBe(text);
	});

	it.each([
		['', 'an empty response'],
		[' \n', 'an empty response'],
		['<!doctype html><p>Hello', 'a web page'],
		['\n<html>', 'a web page'],
		['{"IsSuccess": true, "Payload": [', 'text that is not JSON'],
		['Pong', 'text that is not JSON'],
	])('says what the service returned instead of JSON: %j', (body, text) => {
		expect(found(body, {}, 'notJson')).toBe(text);
	});

	it('decodes the body as its charset says', () => {
		const text = '{"IsSuccess":true,"Payload":[{"Name":"Zoë €"}]}';
		const headers = { 'content-type': 'application/json; charset=utf-16le' };
		const response = { ...answer('', headers), body: Buffer.from(text, 'utf16le') };
		expect(readPage(response, request)).toMatchObject({
			page: { records: [{ Name: 'Zoë €' }] },
		});
	});

	it('does not believe bytes that are no text in their charset', () => {
		const body = Buffer.from('{"IsSuccess":true,"Payload":[{"Name":"Zoë"}]}', 'latin1');
		expect(readPage({ ...answer(''), body }, request)).toEqual({
			failure: { kind: 'notJson', found: 'data that cannot be read as UTF-8 text' },
		});
	});

	it('names a charset that it does not know, without the key', () => {
		const headers = { 'content-type': 'application/json; charset=Secret-Key' };
		expect(found('{}', headers, 'notJson')).toBe('data that cannot be read as *** text');
	});

	it('returns whole numbers that JavaScript cannot hold as text, in every field', () => {
		const body =
			'{"IsSuccess":true,"Payload":[{"Id":12345678901234567890,"In":[{"Id":-9007199254740993}],"At":1e20}]}';
		expect(readPage(answer(body), request)).toMatchObject({
			page: {
				records: [{ Id: '12345678901234567890', In: [{ Id: '-9007199254740993' }], At: 1e20 }],
			},
		});
	});

	it('changes no record in which the key or the company ID appears', () => {
		const Payload = [{ Note: 'secret-key', Table: '1 of 1001', 'secret-key': ['SECRET-KEY'] }];
		expect(readPage(answer({ IsSuccess: true, Payload }), request)).toMatchObject({
			page: { records: Payload },
		});
	});

	it('does not believe an empty page that promises more', () => {
		const body = { IsSuccess: true, Payload: [] };
		expect(found(body, { 'x-page-more': 'true', 'x-page-next': '150' })).toBe(
			'an empty page with x-page-more: true',
		);
	});

	it('does not believe a page that promises more without a next offset', () => {
		const body = { IsSuccess: true, Payload: records(50) };
		expect(found(body, { 'x-page-more': 'true' })).toBe('x-page-more: true without x-page-next');
	});

	it.each<[unknown, string[]]>([
		[
			['No licence', 7, null],
			['No licence', '7'],
		],
		[[{ Code: 'E1', Message: 'No licence', At: 5 }], ['E1', 'No licence']],
		[['Key Secret-Key is old'], ['Key *** is old']],
		[[null], []],
		[[''], ['']],
		['No licence', ['No licence']],
		[{ Message: 'No licence' }, ['No licence']],
		[false, []],
	])('does not believe a page with messages beside it, and quotes them: %j', (given, messages) => {
		for (const IsSuccess of [true, false]) {
			const body = { IsSuccess, ErrorMessages: given, Payload: records(3) };
			expect(readPage(answer(body), request)).toEqual({ failure: { kind: 'refused', messages } });
		}
	});

	it.each([undefined, null, []])('believes a page without messages: %j', (ErrorMessages) => {
		const body = { IsSuccess: true, ErrorMessages, Payload: records(3) };
		expect(readPage(answer(body), request)).toMatchObject({ page: { records: records(3) } });
	});

	it.each([201, 204, 206, 300, 304, 399, 400, 401, 404, 429, 500, 503])(
		'reports status %d with the messages of the service',
		(status) => {
			const body = { IsSuccess: false, ErrorMessages: ['Why'] };
			expect(readPage(answer(body, {}, status), request)).toEqual({
				failure: { kind: 'status', status, messages: ['Why'], retryAfter: undefined },
			});
		},
	);

	it('reports a status without a readable body', () => {
		expect(readPage(answer('<html>', {}, 502), request)).toEqual({
			failure: { kind: 'status', status: 502, messages: [] },
		});
		const undecodable = { ...answer('', {}, 500), body: Buffer.from([0xff]) };
		expect(readPage(undecodable, request)).toEqual({
			failure: { kind: 'status', status: 500, messages: [] },
		});
	});

	it.each([300, 301, 302, 303, 305, 307, 308, 399])(
		'reports where status %d points to',
		(status) => {
			expect(readPage(answer('', { location: 'http://a/' }, status), request)).toEqual({
				failure: { kind: 'redirect', status, location: 'http://a/' },
			});
		},
	);

	it.each([301, 302, 303, 307, 308])('reports status %d without a target', (status) => {
		expect(readPage(answer('', {}, status), request)).toEqual({
			failure: { kind: 'redirect', status, location: undefined },
		});
	});

	it.each([204, 299, 304, 400])('takes status %d for no redirect', (status) => {
		expect(readPage(answer('', { location: 'http://a/' }, status), request)).toMatchObject({
			failure: { kind: 'status', status },
		});
	});

	it('takes the key out of what it quotes, and leaves its own words alone', () => {
		const asked = { ...request, apiKey: 'page' };
		const headers = { 'x-page-more': 'true', 'x-page-next': 'Page 2' };
		expect(readPage(page(50, headers), asked)).toEqual({
			failure: { kind: 'notAPage', found: 'x-page-next: *** 2 where 150 was expected' },
		});
		const doubtful = { 'x-page-more': 'true, PAGE' };
		expect(readPage(page(50, doubtful), asked)).toEqual({
			failure: { kind: 'notAPage', found: 'x-page-more: true, ***, which contradicts itself' },
		});
		const moved = answer('', { location: 'https://a/Page?x' }, 302);
		expect(readPage(moved, asked)).toMatchObject({ failure: { location: 'https://a/***?x' } });
		const full = answer({ IsSuccess: true }, { 'x-page-more': 'true' });
		expect(readPage(full, asked)).toMatchObject({
			failure: { found: 'a "Payload" that is missing' },
		});
	});

	it('reports how long a status asks to wait', () => {
		expect(readPage(answer('', { 'retry-after': '2' }, 503), request)).toEqual({
			failure: { kind: 'status', status: 503, messages: [], retryAfter: 2000 },
		});
	});

	it('reads a header that comes as a list as one with several values', () => {
		const headers = { 'x-page-more': ['true', 'true'], 'x-page-next': ['150'] };
		expect(readPage({ ...page(50), headers }, request)).toMatchObject({ page: { next: 150 } });
	});

	it('ignores a header that is no text', () => {
		const headers = { 'x-page-more': true, 'x-page-next': '150' };
		expect(readPage({ ...page(50), headers }, request)).toMatchObject({
			page: { next: undefined },
		});
	});

	it('never throws, and never believes more records than were requested', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.uint8Array(),
					fc
						.oneof(
							fc.string(),
							fc.json(),
							fc.jsonValue().map((Payload) => JSON.stringify({ IsSuccess: true, Payload })),
						)
						.map((text) => Buffer.from(text)),
				),
				fc.dictionary(fc.constantFrom('x-page-more', 'x-page-next', 'content-type'), fc.string()),
				fc.integer({ min: 100, max: 599 }),
				(body, headers, statusCode) => {
					const result = readPage({ statusCode, headers, body }, request);
					if ('page' in result) expect(result.page.records.length).toBeLessThanOrEqual(50);
				},
			),
		);
	});
});
