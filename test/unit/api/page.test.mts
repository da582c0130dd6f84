import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptPage } from '../../../nodes/CustomerData/api/page';
import { law } from '../support/law.mts';

type Headers = Record<string, unknown>;

const request = { listName: 'GetCustomers', offset: 100, limit: 50 };
const records = (count: number) => Array.from({ length: count }, (_, index) => ({ index }));

/** @param body JSON, or as it is where it is text */
function read(body: unknown, headers: Headers = {}, asked = request) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return acceptPage({ statusCode: 200, headers, body: Buffer.from(text) }, asked);
}

const page = (count: number, more: object = {}) => ({
	IsSuccess: true,
	ErrorMessages: [],
	Payload: records(count),
	...more,
});

const promising = (next: string, more = 'true') => ({ 'x-page-more': more, 'x-page-next': next });

/** What came instead, in our words and in its own. */
function failureOf(result: ReturnType<typeof read>) {
	if (!('failure' in result)) throw new Error('It was accepted');
	const { name, advice, quote } = result.failure;
	const came = /^(?:It returned|The next offset should be) (.*?)\. /.exec(advice)?.[1];
	return { name, came, intro: quote?.intro, quoted: quote?.text };
}

describe('a page', () => {
	it.each([0, 3, 50])('is accepted with %d records, all of them', (count) => {
		const accepted = { page: { records: records(count), next: undefined } };
		for (const ErrorMessages of [[], undefined, null]) {
			const result = read(page(count, { ErrorMessages }), { 'x-page-more': 'false' });
			expect(result).toEqual(accepted);
		}
	});

	it.each<[number | undefined, unknown[]]>([
		[150, ['true', 'tRuE', 'true, true', 'false,TRUE', ' true ', ['true', 'true']]],
		[undefined, ['', 'yes', '1', 'false', 'false, false', 'truetrue']],
	])('goes on at %s with x-page-more: %j', (next, flags) => {
		for (const more of flags) {
			const headers = { 'x-page-more': more, 'x-page-next': ['150'] };
			expect(read(page(50), headers)).toMatchObject({ page: { next } });
		}
	});

	it.each(['150, 150', '150,150', '150, 150, 150', ['150', '150']])(
		'goes on where it is told so twice: %j',
		(next) => {
			const result = read(page(50), { 'x-page-more': 'true, true', 'x-page-next': next });
			expect(result).toMatchObject({ page: { next: 150 } });
		},
	);

	const counts = fc.integer({ min: 0, max: 50 });
	const steps = fc.integer({ min: -110, max: 120 });

	law(
		'goes on after the last record and up to the limit, and nowhere else',
		{ of: [counts, steps] },
		(count, step) => {
			const next = request.offset + step;
			const result = read(page(count), promising(String(next)));
			const isNext = count > 0 && step >= count && step <= request.limit;
			expect('page' in result).toBe(isNext);
			if (isNext) expect(result).toEqual({ page: { records: records(count), next } });
		},
	);

	law(
		'is not taken for the last one where it names the place of a page that lies beyond',
		{ of: [counts, steps, fc.constantFrom('false', '', undefined)] },
		(count, step, more) => {
			const headers = { 'x-page-more': more, 'x-page-next': String(request.offset + step) };
			const result = read(page(count), headers);
			expect('page' in result).toBe(step <= request.limit);
		},
	);

	it('is accepted with a hundred million brackets in a text', () => {
		const body = page(1, { Payload: [{ text: '{'.repeat(100_000_000) }] });
		expect(read(body)).toHaveProperty('page');
	});

	it.each(['99', '100', '101', '150', 'none', undefined])(
		'is not empty where it promises more, at %s',
		(next) => {
			const headers = { 'x-page-more': 'true', 'x-page-next': next };
			const result = read(page(0), headers);
			expect(result).toMatchObject({ failure: { name: 'emptyPage', isTransient: true } });
		},
	);

	const SOME_PLACE = ['0', '1', '100', '101', '149', '150'];
	const NO_PLACE = ['', 'none', '-1', '150.0', '10001', '999999', '2147483647', '1e3', '200, 210'];

	it.each([...SOME_PLACE, ...NO_PLACE, '120, 120', '9223372036854775807', '9'.repeat(40)])(
		'may be the last one with x-page-next: %s',
		(next) => {
			const last = read(page(50), { 'x-page-more': 'false', 'x-page-next': next });
			expect(last).toEqual({ page: { records: records(50), next: undefined } });
		},
	);

	it('is not the last one where it is full and says nothing about more', () => {
		const unsaid = { page: { records: records(50), next: 150, isEndUnknown: true } };
		for (const next of [undefined, '', '0', '100', '150', '2147483647']) {
			expect(read(page(50), { 'x-page-next': next })).toEqual(unsaid);
		}
		const three = read(page(3), {}, { ...request, limit: 3 });
		expect(three).toMatchObject({ page: { next: 103, isEndUnknown: true } });
	});

	it.each<[string, unknown[]]>([
		[
			'JSON without "IsSuccess": true',
			['[]', 'null', '"text"', '{}', { IsSuccess: 'true' }, { ErrorMessages: ['Closed'] }],
		],
		[
			'a "Payload" that is not a list of records',
			[undefined, null, {}, 'none', [{}, null], [[]], ['x']].map((Payload) => page(0, { Payload })),
		],
		['51 records where at most 50 were requested', [page(51)]],
	])('is not accepted where the service returned %s', (came, bodies) => {
		for (const body of bodies) {
			const failure = { name: 'notAPage', came, quoted: undefined };
			expect(failureOf(read(body))).toMatchObject(failure);
		}
	});

	it.each([
		['lists', '[', ']'],
		['objects', '{"a":1,"b":', '}'],
	])('is accepted with records of up to 1,000 levels: %s', (_, open, close) => {
		const nested = (levels: number) => {
			const inner = open.repeat(levels - 1) + '"x"' + close.repeat(levels - 1);
			return read(`{"IsSuccess":true,"Payload":[{"Code":"C1"},{"Deep":${inner}}]}`);
		};
		for (const levels of [2, 999, 1_000]) expect(nested(levels)).toHaveProperty('page');
		for (const levels of [1_001, 20_000, 1_000_000]) {
			const came = 'a record nested more than 1,000 levels deep';
			expect(failureOf(nested(levels))).toMatchObject({ name: 'notAPage', came });
		}
	});

	const INVALID = 'a next offset that is not valid';
	const intro = 'The response has the header';
	const unreadable = ['', 'abc', '-1', '0', '150.0', '1e2', ' 150', '0x96'];
	const different = ['150, 151', '150, 50, 150', '150,', '150 150', '15, 150', 'true, true'];

	it.each<{ came: string; intro?: string; quoted?: string; next?: string }>([
		...[...unreadable, ...different].map((next) => ({
			came: INVALID,
			intro,
			quoted: `x-page-next: ${next}`,
			next,
		})),
		{ came: 'a page that promises more, without x-page-next' },
	])('is not accepted where more is promised with $next as x-page-next', ({ next, ...said }) => {
		const result = read(page(50), { 'x-page-more': 'true', 'x-page-next': next });
		expect(failureOf(result)).toEqual({ name: 'notAPage', ...said });
	});

	it.each<{ next: string; more: string; count?: number; range?: string }>([
		{ next: '50', more: 'true' },
		{ next: '9007199254740993', more: 'true' },
		{ next: '110', more: 'true', count: 20, range: 'from 120 to 150' },
		{ next: '200', more: 'false' },
		{ next: '200, 200', more: 'false' },
		{ next: '10000', more: 'false, false' },
		{ next: '50, 50', more: 'true, true' },
	])(
		'is another one with $count records, x-page-more: $more and x-page-next: $next',
		({ next, more, count = 50, range = '150' }) => {
			const result = read(page(count), promising(next, more));
			const quoted = `x-page-next: ${next}`;
			expect(failureOf(result)).toEqual({ name: 'otherPage', came: range, intro, quoted });
		},
	);

	it('is not accepted with an x-page-next that JavaScript cannot hold', () => {
		const next = '9007199254740992';
		const result = read(page(50), promising(next), { ...request, offset: 2 ** 53 - 50 });
		expect(failureOf(result)).toMatchObject({ quoted: `x-page-next: ${next}` });
	});

	it.each([
		['an empty response', ['', ' \n']],
		['a web page', ['<!doctype html><p>Hello', '\n<html>']],
		['text that is not JSON', ['{"IsSuccess": true, "Payload": [', 'Pong']],
	])('is not accepted, for now, where the service returned %s', (came, bodies) => {
		for (const body of bodies) {
			expect(failureOf(read(body))).toMatchObject({ name: 'notJson', came });
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
	])('is not accepted with messages beside it, which are quoted: %j', (ErrorMessages, quoted) => {
		for (const IsSuccess of [true, false]) {
			const result = read(page(3, { IsSuccess, ErrorMessages }));
			expect(failureOf(result)).toMatchObject({ name: 'refused', quoted });
		}
	});
});

law(
	'whatever else comes is a failure',
	{
		of: [
			fc.oneof(
				fc.uint8Array(),
				fc.oneof(fc.string(), fc.json()).map((text) => Buffer.from(text)),
			),
			fc.dictionary(fc.constantFrom('x-page-more', 'x-page-next', 'content-type'), fc.string()),
			fc.integer({ min: 100, max: 599 }),
		],
	},
	(body, headers, statusCode) => {
		expect(acceptPage({ statusCode, headers, body }, request)).toHaveProperty('failure.name');
	},
);
