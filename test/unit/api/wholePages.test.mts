import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { Failure } from '../../../nodes/CustomerData/api/failures';
import { readPage } from '../../../nodes/CustomerData/api/page';
import { expectEqual, law } from '../support/law.mts';

type Name = Failure['name'];

/** A response to a request of so many records from an offset on. */
interface Sent {
	offset: number;
	limit: number;
	status: number;
	age?: string;
	IsSuccess: unknown;
	ErrorMessages: unknown;
	Payload: unknown;
	/** What the network makes of the body's bytes. */
	spoil?: (body: Buffer) => Uint8Array;
	more: string | undefined;
	next: string | undefined;
	/** The one thing that is wrong with it, apart from its paging. */
	flaw?: Name;
}

const value = fc.oneof(
	...[fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
	...[fc.array(fc.string()), fc.constant({ Street: 'Main Street' })],
);
const record = fc.dictionary(fc.constantFrom('Code', 'Name', 'Active', 'Größe', ''), value);

const request = fc.record({ offset: fc.nat(10_000), limit: fc.integer({ min: 1, max: 50 }) });

/** Pages without a flaw, whatever they say of the next one. */
const sound: fc.Arbitrary<Sent> = request.chain(({ offset, limit }) =>
	fc.record({
		offset: fc.constant(offset),
		limit: fc.constant(limit),
		status: fc.constant(200),
		IsSuccess: fc.constant(true),
		ErrorMessages: fc.constantFrom([], null, undefined),
		Payload: fc.oneof(
			fc.array(record, { maxLength: limit }),
			fc.array(record, { minLength: limit, maxLength: limit }),
		),
		more: fc.constantFrom('true', 'True', 'true, TRUE', 'true,false', 'false', 'no', '', undefined),
		next: fc.oneof(
			fc.integer({ min: -60, max: 120 }).map((ahead) => String(offset + ahead)),
			fc.integer({ min: 0, max: limit }).map((ahead) => String(offset + ahead)),
			fc.constantFrom(undefined, '', '0', '-1', 'soon', '1e3', `${offset + limit}.0`),
		),
	}),
);

/** Pages that are broken in one respect. */
const broken: fc.Arbitrary<Sent> = fc.oneof(
	...[204, 501].map((status) => flawed('unexpected', { status })),
	flawed('redirected', { status: 302 }),
	flawed('status4xx', { status: 400 }),
	flawed('status401', { status: 401 }),
	flawed('status407', { status: 407 }),
	flawed('status429', { status: 429 }),
	flawed('unavailable', { status: 503 }),
	...['1', '86400'].map((age) => flawed('cached', { age })),
	...[0, 0.1, 0.5, 0.99].map((share) =>
		flawed('notJson', { spoil: (body) => body.subarray(0, share * body.length) }),
	),
	flawed('notJson', {
		Payload: [{ Größe: 'L' }],
		spoil: (body) => Buffer.from(body.toString(), 'latin1'),
	}),
	flawed('notJson', { spoil: () => Buffer.from('<!doctype html><title>Sign in</title>') }),
	flawed('refused', { IsSuccess: false }),
	...[['Closed'], [null], 'Closed', {}].map((ErrorMessages) =>
		flawed('refused', { ErrorMessages }),
	),
	...[undefined, null, 'true', 1].map((IsSuccess) => flawed('notAPage', { IsSuccess })),
	...[undefined, null, {}, 'none', 7].map((Payload) => flawed('notAPage', { Payload })),
	...[null, 'C1', 7, [], [{}]].map((entry) =>
		flawed('notAPage', (page) => ({ Payload: [...recordsOf(page).slice(1), entry] })),
	),
	...[1, 60].map((surplus) =>
		flawed('notAPage', ({ limit }) => ({ Payload: Array(limit + surplus).fill({}) })),
	),
);

const pages = fc.oneof(sound, broken);

/** Pages that would be the last one, but for the change. */
function flawed(flaw: Name, change: Partial<Sent> | ((page: Sent) => Partial<Sent>)) {
	return sound.map((page): Sent => {
		const changed = typeof change === 'function' ? change(page) : change;
		return { ...page, more: 'false', next: undefined, ...changed, flaw };
	});
}

function recordsOf({ Payload }: Sent): unknown[] {
	return Array.isArray(Payload) ? Payload : [];
}

/** What a page has to be taken for: the offset of the next one, none after the last, or a failure. */
function judge(sent: Sent): { next: number | 'none' | 'unsaid' } | { failure: Name } {
	const { offset, limit, more, next = '', flaw } = sent;
	if (flaw) return { failure: flaw };
	const { length } = recordsOf(sent);
	const named = /^[0-9]+$/.test(next) ? Number(next) : 0;
	const fits = offset < named && offset + length <= named && named <= offset + limit;
	if (more?.toLowerCase().startsWith('true')) {
		return fits ? { next: named } : { failure: named > 0 ? 'otherPage' : 'notAPage' };
	}
	if (named > offset && !fits) return { failure: 'otherPage' };
	return { next: more === undefined && length === limit ? 'unsaid' : 'none' };
}

function read({ status, age, more, next, spoil = (body) => body, offset, limit, ...body }: Sent) {
	const { IsSuccess, ErrorMessages, Payload } = body;
	const bytes = Buffer.from(JSON.stringify({ IsSuccess, ErrorMessages, Payload }));
	const headers = { 'x-page-more': more, 'x-page-next': next, age };
	const response = { statusCode: status, headers, body: spoil(bytes) };
	return readPage(response, { listName: 'GetCustomers', offset, limit });
}

law(
	'a page is accepted as it is, or is the failure that its one flaw makes it',
	{ of: [pages], examples: 1_000 },
	(sent) => {
		const found = read(sent);
		const expected = judge(sent);
		if ('failure' in expected) {
			expect(found).toMatchObject({ failure: { name: expected.failure } });
			return;
		}
		const { next } = expected;
		const following = next === 'none' ? undefined : next;
		const end = sent.offset + sent.limit;
		const paging = next === 'unsaid' ? { next: end, isEndUnknown: true } : { next: following };
		expectEqual(found, { page: { records: recordsOf(sent), ...paging } });
	},
);

it('the pages above are of every kind', () => {
	const kinds = fc.sample(pages, 1_000).map((sent) => {
		const judged = judge(sent);
		if ('failure' in judged) return judged.failure;
		return typeof judged.next === 'number' ? 'followed' : judged.next;
	});
	for (const kind of [
		'followed',
		'none',
		'unsaid',
		'notAPage',
		'otherPage',
		'notJson',
		'refused',
	]) {
		const { length } = kinds.filter((other) => other === kind);
		expect({ kind, isSeen: length > 10 }).toEqual({ kind, isSeen: true });
	}
});
