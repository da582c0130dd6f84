import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptPage } from '../../../nodes/CustomerData/api/page';
import type { Failure } from '../../../nodes/CustomerData/errors/failures';
import { law } from '../../support/law.mts';

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
		const accepted = { offset: 100, records: records(count), next: undefined };
		for (const ErrorMessages of [[], undefined, null]) {
			const result = read(page(count, { ErrorMessages }), { 'x-page-more': 'false' });
			expect(result).toEqual(accepted);
		}
	});

	/**
	 * The number of records, x-page-more and x-page-next, in each combination; `-` is none. The list goes on at an
	 * offset, or ends there, or the page is not accepted.
	 */
	const NEXT = `
50 | true ; tRuE ; true, true ; false,TRUE ; false, true | 150 ; 150, 150 ; 150,150 ; 150, 150, 150 → 150
50 | true | "" ; abc ; -1 ; 0 ; 150.0 ; 1e2 ; 0x96 ; true, true → a next offset that is not valid
50 | true | 150, 151 ; 150, 50, 150 ; 150, ; 150 150 ; 15, 150 → a next offset that is not valid
50 | true | - → a page that promises more, without x-page-next
50 | true ; true, true | 50 ; 50, 50 ; 100 ; 9007199254740993 → next: 150
20 | true | 110 → next: from 120 to 150
50 | "" ; yes ; false ; false, false ; - | 151 ; 200 ; 200, 200 ; 10000 → next: 150
0 | true | 151 ; 200 → next: from 101 to 150
0 | true | 99 ; 100 ; 101 ; 150 ; none ; - → empty
50 | "" ; yes ; 1 ; truetrue ; false ; false, false | - ; "" ; none ; -1 ; 0 ; 100 ; 149 ; 150 ; 120, 120 → end
50 | false | 150.0 ; 1e3 ; 10001 ; 999999 ; 2147483647 ; 9223372036854775807 ; 200, 210 → end
50 | - | - ; "" ; 0 ; 100 ; 150 ; 2147483647 → unknown
49 | - | - → end
`;

	it.each(NEXT.trim().split('\n'))('says whether and where the list goes on: %s', (line) => {
		const [cases = '', expected] = line.split(' → ');
		const [[count] = [], flags = [], places = []] = cases
			.split(' | ')
			.map((part) => part.split(' ; '));
		const header = (text: string) => (text === '-' ? undefined : text.replace('""', ''));
		for (const more of flags.map(header)) {
			for (const next of places.map(header)) {
				const result = read(page(Number(count)), { 'x-page-more': more, 'x-page-next': next });
				if (!('failure' in result)) {
					const found = result.isEndUnknown ? 'unknown' : (result.next ?? 'end');
					expect([String(found), result.records]).toEqual([expected, records(Number(count))]);
					continue;
				}
				const { name, came, intro, quoted } = failureOf(result);
				const found: Partial<Record<Failure['name'], string | undefined>> = {
					emptyPage: 'empty',
					otherPage: `next: ${came}`,
					notAPage: came,
				};
				expect(found[name]).toBe(expected);
				if (name === 'emptyPage' || next === undefined) expect(quoted).toBeUndefined();
				else
					expect([intro, quoted]).toEqual(['The response has the header', `x-page-next: ${next}`]);
			}
		}
	});

	const counts = fc.integer({ min: 0, max: 50 });
	const steps = fc.integer({ min: -110, max: 120 });

	law(
		'goes on after the last record and up to the limit, and nowhere else',
		{ of: [counts, steps] },
		(count, step) => {
			const next = request.offset + step;
			const result = read(page(count), promising(String(next)));
			const isNext = count > 0 && step >= count && step <= request.limit;
			expect('records' in result).toBe(isNext);
			if (isNext) expect(result).toEqual({ offset: 100, records: records(count), next });
		},
	);

	it('may go on where it is full and says nothing about more, whatever the limit', () => {
		const three = read(page(3), {}, { ...request, limit: 3 });
		expect(three).toMatchObject({ next: 103, isEndUnknown: true });
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
		for (const levels of [2, 999, 1_000]) expect(nested(levels)).toHaveProperty('records');
		for (const levels of [1_001, 20_000]) {
			const came = 'a record nested more than 1,000 levels deep';
			expect(failureOf(nested(levels))).toMatchObject({ name: 'notAPage', came });
		}
	});

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
