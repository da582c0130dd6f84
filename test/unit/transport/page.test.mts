import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readPage } from '../../../nodes/CustomerData/transport/page';

const request = { offset: 100, limit: 50 };
const records = (count: number) => Array.from({ length: count }, (_, index) => ({ index }));

function answer(body: unknown, headers: Record<string, string> = {}, statusCode = 200) {
	return { statusCode, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

function page(count: number, headers: Record<string, string> = {}) {
	return answer({ IsSuccess: true, ErrorMessages: [], Payload: records(count) }, headers);
}

function found(body: unknown, headers: Record<string, string> = {}): string {
	const result = readPage(answer(body, headers), request);
	if (!('failure' in result) || result.failure.kind !== 'notAPage') {
		throw new Error(`Believed: ${JSON.stringify(result)}`);
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

	it.each(['true', 'True', 'TRUE', 'tRuE'])('reads x-page-more: %s as more', (more) => {
		const headers = { 'x-page-more': more, 'x-page-next': '150' };
		expect(readPage(page(50, headers), request)).toMatchObject({ page: { next: 150 } });
	});

	it.each(['', 'yes', '1', 'false', 'true, true'])('reads x-page-more: "%s" as the end', (more) => {
		const headers = { 'x-page-more': more, 'x-page-next': '150' };
		expect(readPage(page(50, headers), request)).toMatchObject({ page: { next: undefined } });
	});

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

	it.each(['', 'abc', '-1', '150.0', '1e2', ' 150', '0x96', '150, 150'])(
		'names an x-page-next that is not a plain number: "%s"',
		(next) => {
			const body = { IsSuccess: true, Payload: records(50) };
			expect(found(body, { 'x-page-more': 'true', 'x-page-next': next })).toBe(
				`x-page-next: ${next} where 150 was expected`,
			);
		},
	);

	it('names the range of allowed offsets after a short page', () => {
		const body = { IsSuccess: true, Payload: records(20) };
		expect(found(body, { 'x-page-more': 'true', 'x-page-next': '110' })).toBe(
			'x-page-next: 110 where 120 to 150 was expected',
		);
	});

	it.each<[unknown, string]>([
		['', 'an empty response'],
		[' \n', 'an empty response'],
		['<!doctype html><p>Hello', 'a web page'],
		['\n<html>', 'a web page'],
		['{"IsSuccess": true, "Payload": [', 'text that is not JSON'],
		['Pong', 'text that is not JSON'],
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

	it('returns the messages of a service that refuses, as far as they are text', () => {
		const body = { IsSuccess: false, ErrorMessages: ['No licence', 7, null], Payload: [] };
		expect(readPage(answer(body), request)).toEqual({
			failure: { kind: 'refused', messages: ['No licence'] },
		});
	});

	it.each([204, 206, 400, 401, 404, 429, 500, 503])(
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
		expect(readPage(answer({ ErrorMessages: 'Why' }, {}, 500), request)).toEqual({
			failure: { kind: 'status', status: 500, messages: [] },
		});
	});

	it.each([300, 301, 302, 303, 307, 308])('reports where status %d points to', (status) => {
		expect(readPage(answer('', { location: 'http://a/' }, status), request)).toEqual({
			failure: { kind: 'redirect', status, location: 'http://a/' },
		});
	});

	it('reports how long a status asks to wait', () => {
		expect(readPage(answer('', { 'retry-after': '2' }, 503), request)).toEqual({
			failure: { kind: 'status', status: 503, messages: [], retryAfter: 2000 },
		});
	});

	it('ignores a header that is no text', () => {
		const headers = { 'x-page-more': ['true'], 'x-page-next': '150' };
		expect(readPage({ ...page(50), headers }, request)).toMatchObject({
			page: { next: undefined },
		});
	});

	it('never throws, and never believes more records than were requested', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string(),
					fc.json(),
					fc.jsonValue().map((Payload) => JSON.stringify({ IsSuccess: true, Payload })),
				),
				fc.dictionary(fc.constantFrom('x-page-more', 'x-page-next'), fc.string()),
				fc.integer({ min: 100, max: 599 }),
				(body, headers, statusCode) => {
					const result = readPage({ statusCode, headers, body }, request);
					if ('page' in result) expect(result.page.records.length).toBeLessThanOrEqual(50);
				},
			),
		);
	});
});
