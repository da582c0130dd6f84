import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readPage } from '../../../nodes/CustomerData/api/page';
import { law } from '../support/law.mts';

type Headers = Record<string, unknown>;

const request = { operationName: 'GetCustomers', offset: 100, limit: 50 };
const records = (count: number) => Array.from({ length: count }, (_, index) => ({ index }));

/** @param body JSON, or as it is where it is text */
function read(body: unknown, headers: Headers = {}, statusCode = 200, asked = request) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return readPage({ statusCode, headers, body: Buffer.from(text) }, asked);
}

const page = (count: number, more: object = {}) => ({
	IsSuccess: true,
	ErrorMessages: [],
	Payload: records(count),
	...more,
});

const promising = (next: string, more = 'true') => ({ 'x-page-more': more, 'x-page-next': next });

/** What came instead, in our words, and in those of the service. */
function failureOf(result: ReturnType<typeof read>) {
	if (!('failure' in result)) throw new Error('It was believed');
	const { name, advice, quote } = result.failure;
	return {
		name,
		came: /^It returned (.*?)\. /.exec(advice)?.[1],
		by: quote?.by,
		quoted: quote?.text,
	};
}

describe('a page', () => {
	it.each([0, 3, 50])('is believed with %d records, all of them', (count) => {
		const believed = { page: { records: records(count), next: undefined } };
		expect(read(page(count))).toEqual(believed);
		for (const ErrorMessages of [undefined, null]) {
			expect(read(page(count, { ErrorMessages }))).toEqual(believed);
		}
	});

	it('has whole numbers that JavaScript cannot hold as text, in every field', () => {
		const record = '{"Id":12345678901234567890,"In":[{"Id":-9007199254740993}],"At":1e20}';
		const exact = { Id: '12345678901234567890', In: [{ Id: '-9007199254740993' }], At: 1e20 };
		expect(read(`{"IsSuccess":true,"Payload":[${record}]}`)).toMatchObject({
			page: { records: [exact] },
		});
	});

	it.each<[number | undefined, unknown[]]>([
		[150, ['true', 'True', 'TRUE', 'tRuE', 'true, true', 'TRUE,true', ' true ', ['true', 'true']]],
		[undefined, ['', 'yes', '1', 'false', 'false, false', 'truetrue', undefined]],
	])('goes on at %s with x-page-more: %j', (next, flags) => {
		for (const more of flags) {
			const headers = { 'x-page-more': more, 'x-page-next': ['150'] };
			expect(read(page(50), headers)).toMatchObject({ page: { next } });
		}
	});

	law(
		'goes on after the last record and up to the limit, and nowhere else',
		{ of: [fc.integer({ min: 1, max: 50 }), fc.integer({ min: -60, max: 120 })] },
		(count, step) => {
			const result = read(page(count), promising(String(request.offset + step)));
			expect('page' in result).toBe(step >= count && step <= request.limit);
		},
	);

	it.each(['true, false', 'False, True', 'true, yes', 'true,'])(
		'is not believed with x-page-more: "%s"',
		(more) => {
			expect(failureOf(read(page(50), promising('150', more)))).toEqual({
				name: 'notAPage',
				came: 'an x-page-more that contradicts itself',
				by: 'The service says',
				quoted: `x-page-more: ${more}`,
			});
		},
	);

	it.each(['', 'abc', '-1', '150.0', '1e2', ' 150', '0x96', '150, 150', '9007199254740993'])(
		'is not believed with x-page-next: "%s"',
		(next) => {
			expect(failureOf(read(page(50), promising(next)))).toEqual({
				name: 'notAPage',
				came: 'an x-page-next other than 150',
				by: 'The service says',
				quoted: `x-page-next: ${next}`,
			});
		},
	);

	it('is not believed with an x-page-next that JavaScript cannot hold', () => {
		const next = '9007199254740992';
		const result = read(page(50), promising(next), 200, { ...request, offset: 2 ** 53 - 50 });
		expect(failureOf(result)).toMatchObject({ quoted: `x-page-next: ${next}` });
	});

	const NO_LISTS = [undefined, null, {}, 'none', [{}, null], [[]], ['x']];

	it.each([
		['an empty response', ['', ' \n']],
		['a web page', ['<!doctype html><p>Hello', '\n<html>']],
		['text that is not JSON', ['{"IsSuccess": true, "Payload": [', 'Pong']],
	])('is not believed, for now, where the service returned %s', (came, bodies) => {
		for (const body of bodies) {
			expect(failureOf(read(body))).toMatchObject({ name: 'notJson', came });
		}
	});

	it.each<[string, unknown[], Headers?, string?]>([
		['JSON without "IsSuccess": true', ['[]', 'null', '"text"', '{}', { IsSuccess: 'true' }]],
		['a "Payload" that is not a list of records', NO_LISTS.map((Payload) => page(0, { Payload }))],
		['51 records where at most 50 were requested', [page(51)]],
		['an empty page with x-page-more: true', [page(0)], promising('150')],
		['an x-page-next other than 120 to 150', [page(20)], promising('110'), 'x-page-next: 110'],
		[
			'an x-page-next other than 150',
			[page(50)],
			{ 'x-page-more': 'true' },
			'x-page-next: missing',
		],
	])('is not believed where the service returned %s', (came, bodies, headers, quoted = '') => {
		for (const body of bodies) {
			const failure = { name: 'notAPage', came, quoted };
			expect(failureOf(read(body, headers))).toMatchObject(failure);
		}
	});

	it.each<[unknown, string]>([
		[['No licence', 7, null], 'No licence 7'],
		[[{ Code: 'E1', Message: 'No licence', At: 5 }], 'E1 No licence 5'],
		[[null], ''],
		[[''], ''],
		['No licence', 'No licence'],
		[{ Message: 'No licence' }, 'No licence'],
		[false, ''],
	])('is not believed with messages beside it, which are quoted: %j', (ErrorMessages, quoted) => {
		for (const IsSuccess of [true, false]) {
			const result = read(page(3, { IsSuccess, ErrorMessages }));
			expect(failureOf(result)).toMatchObject({ name: 'refused', by: 'The service says', quoted });
		}
	});
});

describe('another status than 200', () => {
	const headers = { 'retry-after': '2', location: 'http://a/b?key=1\n#x' };
	const body = { IsSuccess: false, ErrorMessages: ['Why'] };

	it.each([201, 299, 304, 400, 404, 503])(
		'is reported as the service explains it: %d',
		(status) => {
			const quote = { by: 'The service says', text: 'Why' };
			expect(read(body, headers, status)).toMatchObject({ failure: { status, quote } });
		},
	);

	it('is reported with the wait that it asks for, and the name of the operation', () => {
		expect(read(body, headers, 503)).toMatchObject({ failure: { retryAfter: 2_000 } });
		const message = expect.stringContaining('GetCustomers');
		expect(read(body, headers, 404)).toMatchObject({ failure: { message } });
	});

	it.each([300, 303, 305, 399])('is reported with the address that it points to: %d', (status) => {
		const pointing = (location?: string) => failureOf(read(body, { location }, status));
		// What follows may hold the key.
		for (const more of ['', '?key=1\n#x', '#?x']) {
			const redirected = { name: 'redirected', by: 'The address is', quoted: 'http://a/b' };
			expect(pointing(`http://a/b${more}`)).toMatchObject(redirected);
		}
		expect(pointing()).toMatchObject({ name: 'redirected', quoted: '' });
	});
});

law(
	'whatever comes is read, and never as more records than were requested',
	{
		of: [
			fc.oneof(
				fc.uint8Array(),
				fc
					.oneof(
						fc.string(),
						fc.json(),
						fc.jsonValue().map((Payload) => JSON.stringify(page(0, { Payload }))),
					)
					.map((text) => Buffer.from(text)),
			),
			fc.dictionary(fc.constantFrom('x-page-more', 'x-page-next', 'content-type'), fc.string()),
			fc.integer({ min: 100, max: 599 }),
		],
	},
	(body, headers, statusCode) => {
		const result = readPage({ statusCode, headers, body }, request);
		if ('page' in result) expect(result.page.records.length).toBeLessThanOrEqual(50);
	},
);
