import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readPage } from '../../../nodes/CustomerData/api/page';

const request = { operationName: 'GetCustomers', offset: 100, limit: 50 };
const records = (count: number) => Array.from({ length: count }, (_, index) => ({ index }));

function answer(body: unknown, headers: Record<string, string> = {}, statusCode = 200) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return { statusCode, headers, body: Buffer.from(text) };
}

function page(count: number, headers: Record<string, string> = {}) {
	return answer({ IsSuccess: true, ErrorMessages: [], Payload: records(count) }, headers);
}

/** What came instead, in our words and in those of the service. */
function found(body: unknown, headers: Record<string, string> = {}, name = 'notAPage') {
	const result = readPage(answer(body, headers), request);
	if (!('failure' in result) || result.failure.name !== name) {
		throw new Error(`Read as ${JSON.stringify(result)}`);
	}
	const { advice, quote } = result.failure;
	return { text: /^It returned (.*?)\. /.exec(advice)?.[1], quoted: quote?.text };
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
			expect(found(body, { 'x-page-more': more, 'x-page-next': '150' })).toEqual({
				text: 'an x-page-more that contradicts itself',
				quoted: `x-page-more: ${more}`,
			});
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
			expect(found(body, { 'x-page-more': 'true', 'x-page-next': next })).toEqual({
				text: 'an x-page-next other than 150',
				quoted: `x-page-next: ${next}`,
			});
		},
	);

	it('does not believe a next offset that JavaScript cannot hold', () => {
		const offset = 2 ** 53 - 50;
		const response = page(50, { 'x-page-more': 'true', 'x-page-next': '9007199254740992' });
		expect(readPage(response, { ...request, offset })).toMatchObject({
			failure: { name: 'notAPage', quote: { text: 'x-page-next: 9007199254740992' } },
		});
	});

	it('names the range of allowed offsets after a short page', () => {
		const body = { IsSuccess: true, Payload: records(20) };
		const headers = { 'x-page-more': 'true', 'x-page-next': '110' };
		expect(found(body, headers).text).toBe('an x-page-next other than 120 to 150');
	});

	it.each<[unknown, string]>([
		['[]', 'JSON without "IsSuccess": true'],
		['null', 'JSON without "IsSuccess": true'],
		['"text"', 'JSON without "IsSuccess": true'],
		['{}', 'JSON without "IsSuccess": true'],
		[{ IsSuccess: 'true', Payload: [] }, 'JSON without "IsSuccess": true'],
		[{ IsSuccess: true }, 'a "Payload" that is not a list of records'],
		[{ IsSuccess: true, Payload: null }, 'a "Payload" that is not a list of records'],
		[{ IsSuccess: true, Payload: {} }, 'a "Payload" that is not a list of records'],
		[{ IsSuccess: true, Payload: 'none' }, 'a "Payload" that is not a list of records'],
		[{ IsSuccess: true, Payload: [{}, null] }, 'a "Payload" that is not a list of records'],
		[{ IsSuccess: true, Payload: [[]] }, 'a "Payload" that is not a list of records'],
		[{ IsSuccess: true, Payload: ['x'] }, 'a "Payload" that is not a list of records'],
		[{ IsSuccess: true, Payload: records(51) }, '51 records where at most 50 were requested'],
	])('says what the service returned instead of a page: %j', (body, text) => {
		expect(found(body).text).toBe(text);
	});

	it.each([
		['', 'an empty response'],
		[' \n', 'an empty response'],
		['<!doctype html><p>Hello', 'a web page'],
		['\n<html>', 'a web page'],
		['{"IsSuccess": true, "Payload": [', 'text that is not JSON'],
		['Pong', 'text that is not JSON'],
	])('says what the service returned instead of JSON: %j', (body, text) => {
		expect(found(body, {}, 'notJson').text).toBe(text);
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

	it('does not believe an empty page that promises more', () => {
		const body = { IsSuccess: true, Payload: [] };
		expect(found(body, { 'x-page-more': 'true', 'x-page-next': '150' }).text).toBe(
			'an empty page with x-page-more: true',
		);
	});

	it('does not believe a page that promises more without a next offset', () => {
		const body = { IsSuccess: true, Payload: records(50) };
		expect(found(body, { 'x-page-more': 'true' })).toEqual({
			text: 'an x-page-next other than 150',
			quoted: 'x-page-next: missing',
		});
	});

	it.each<[unknown, string]>([
		[['No licence', 7, null], 'No licence 7'],
		[[{ Code: 'E1', Message: 'No licence', At: 5 }], 'E1 No licence 5'],
		[[null], ''],
		[[''], ''],
		['No licence', 'No licence'],
		[{ Message: 'No licence' }, 'No licence'],
		[false, ''],
	])('does not believe a page with messages beside it, and quotes them: %j', (given, text) => {
		for (const IsSuccess of [true, false]) {
			const body = { IsSuccess, ErrorMessages: given, Payload: records(3) };
			expect(readPage(answer(body), request)).toMatchObject({
				failure: { name: 'refused', quote: { by: 'The service says', text } },
			});
		}
	});

	it.each([undefined, null, []])('believes a page without messages: %j', (ErrorMessages) => {
		const body = { IsSuccess: true, ErrorMessages, Payload: records(3) };
		expect(readPage(answer(body), request)).toMatchObject({ page: { records: records(3) } });
	});

	it.each([201, 204, 206, 304, 400, 401, 404, 429, 500, 503])(
		'reports status %d with the messages of the service',
		(status) => {
			const body = { IsSuccess: false, ErrorMessages: ['Why'] };
			expect(readPage(answer(body, {}, status), request)).toMatchObject({
				failure: { status, quote: { by: 'The service says', text: 'Why' } },
			});
		},
	);

	it('reports how long a status asks to wait, and the operation that is not there', () => {
		expect(readPage(answer('', { 'retry-after': '2' }, 503), request)).toMatchObject({
			failure: { name: 'unavailable', status: 503, retryAfter: 2_000 },
		});
		expect(readPage(answer('', {}, 404), request)).toMatchObject({
			failure: { message: expect.stringContaining('no operation named GetCustomers') },
		});
	});

	it.each([300, 301, 302, 303, 305, 307, 308, 399])(
		'reports where status %d points to, without what the address carries',
		(status) => {
			for (const more of ['', '?key=1\n#x', '#?x']) {
				const headers = { location: `http://a/b${more}` };
				expect(readPage(answer('', headers, status), request)).toMatchObject({
					failure: { name: 'redirected', quote: { by: 'The address is', text: 'http://a/b' } },
				});
			}
		},
	);

	it.each([301, 302, 303, 307, 308])('reports status %d without a target', (status) => {
		expect(readPage(answer('', {}, status), request)).toMatchObject({
			failure: { name: 'redirected', quote: { text: '' } },
		});
	});

	it.each([204, 299, 304, 400])('takes status %d for no redirect', (status) => {
		const headers: Record<string, string> = status === 304 ? {} : { location: 'http://a/' };
		expect(readPage(answer('', headers, status), request)).toMatchObject({ failure: { status } });
	});

	it('reads a header that comes as a list as one with several values', () => {
		const headers = { 'x-page-more': ['true', 'true'], 'x-page-next': ['150'] };
		expect(readPage({ ...page(50), headers }, request)).toMatchObject({ page: { next: 150 } });
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
