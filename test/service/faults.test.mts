import { afterAll, describe, expect, it } from 'vitest';

import { failure, success } from '../../service/answer.mts';
import { startService, type Fault } from '../../service/server.mts';
import { ask } from '../contract/support/ask.mts';

const KEY = 'secret-key';
const service = await startService({ apiKey: KEY, sizes: { customers: 120 } });
afterAll(() => service.close());

function page(offset: number, signal?: AbortSignal, limit = 50) {
	const paging = { 'x-page-offset': String(offset), 'x-page-limit': String(limit) };
	return ask(service, 'GetCustomers', paging, signal);
}

/** Customers from the offset on, made up after the end of the list. */
function customers(offset: number, count: number) {
	const { make } = service.lists.GetCustomers;
	return Array.from({ length: count }, (_, index) => make(offset + index));
}

describe('a fault', () => {
	const fault = { kind: 'status', status: 503 } as const;

	it.each<[string, Fault[], string[]]>([
		[
			'applies to every page of every list, for ever, and not to Ping',
			[fault],
			['GetCustomers 0 503', 'GetCustomers 50 503', 'GetSuppliers 0 503', 'Ping 0 200'],
		],
		[
			'applies to Ping alone when it names it',
			[{ ...fault, on: 'Ping' }],
			['GetCustomers 0 200', 'Ping 0 503'],
		],
		[
			'applies to the operation and the page that it names',
			[{ ...fault, on: 'GetCustomers', offset: 50 }],
			['GetCustomers 0 200', 'GetCustomers 50 503', 'GetSuppliers 50 200'],
		],
		[
			'applies as often as it says, and then the next one does',
			[
				{ ...fault, times: 2 },
				{ ...fault, status: 429, times: 1 },
			],
			['GetCustomers 0 503', 'GetCustomers 0 503', 'GetCustomers 0 429', 'GetCustomers 0 200'],
		],
	])('%s', async (_name, faults, requests) => {
		service.setFaults(faults);
		for (const request of requests) {
			const [operation = '', offset] = request.split(' ');
			const { status } = await ask(service, operation, { 'x-page-offset': offset });
			expect(`${operation} ${offset} ${status}`).toBe(request);
		}
	});

	it.each([
		{ offset: 1, limit: 50, applies: true },
		{ offset: 50, limit: 1, applies: true },
		{ offset: 50, limit: 50, applies: true },
		{ offset: 0, limit: 50, applies: false },
		{ offset: 51, limit: 50, applies: false },
	])(
		'applies to every page that holds its record: $limit records from $offset, $applies',
		async ({ offset, limit, applies }) => {
			service.setFaults([{ ...fault, offset: 50 }]);
			expect((await page(offset, undefined, limit)).status).toBe(applies ? 503 : 200);
		},
	);

	it('combines with others that change the page', async () => {
		service.setFaults([
			{ kind: 'stride', records: 10 },
			{ kind: 'headers', set: { 'x-page-more': 'TRUE' } },
			{ kind: 'envelope', set: { IsSuccess: false } },
		]);
		const { headers, text } = await page(0);
		expect(headers.get('x-page-more')).toBe('TRUE');
		expect(headers.get('x-page-next')).toBe('10');
		expect(JSON.parse(text)).toEqual({ ...success(customers(0, 10)), IsSuccess: false });
	});

	it('does not apply to a request that is refused anyway', async () => {
		service.setFaults([{ ...fault, times: 1 }]);
		expect((await ask(service, 'GetCustomers', { 'x-api-key': 'wrong' })).status).toBe(401);
		expect((await page(0)).status).toBe(503);
	});

	it('is refused when it is misspelt', () => {
		const misspelt: Fault = JSON.parse('{"kind": "status", "status": 503, "offest": 50}');
		expect(() => service.setFaults([misspelt])).toThrow('offest');
	});
});

interface Expected {
	status?: number;
	/** `null` for one that is not sent. */
	headers?: Record<string, string | null>;
	/** Text, or what is sent as JSON. */
	body?: unknown;
}

const MORE = 'x-page-more';
const NEXT = 'x-page-next';
const whole = success(customers(0, 50));

describe('a response', () => {
	it.each<[string, Fault, Expected]>([
		[
			'fails in the envelope',
			{ kind: 'status', status: 502 },
			{
				status: 502,
				headers: { 'retry-after': null },
				body: failure('The service responds with status 502.'),
			},
		],
		[
			'asks to retry after some seconds',
			{ kind: 'status', status: 429, retryAfter: 2 },
			{ status: 429, headers: { 'retry-after': '2' } },
		],
		[
			'echoes the key in body and headers',
			{ kind: 'status', status: 500, body: ['{apiKey}'], headers: { 'x-seen': 'Key {apiKey}' } },
			{ status: 500, headers: { 'x-seen': `Key ${KEY}` }, body: [KEY] },
		],
		[
			'redirects',
			{ kind: 'redirect', to: '/{companyId}' },
			{ status: 302, headers: { location: '/1001' } },
		],
		['redirects with any status', { kind: 'redirect', to: '/', status: 308 }, { status: 308 }],
		[
			'is HTML',
			{ kind: 'body', body: '<html>', contentType: 'text/html' },
			{ headers: { 'content-type': 'text/html', [NEXT]: '50' }, body: '<html>' },
		],
		['is null instead of an envelope', { kind: 'body', body: null }, { body: null }],
		[
			'has other fields in its envelope',
			{ kind: 'envelope', set: { Payload: [{ Code: 'C1' }, null] } },
			{ body: { ...whole, Payload: [{ Code: 'C1' }, null] } },
		],
		[
			'has a message that echoes the key',
			{ kind: 'envelope', set: { IsSuccess: 'true', ErrorMessages: ['Unknown key {apiKey}'] } },
			{ body: { ...whole, IsSuccess: 'true', ErrorMessages: [`Unknown key ${KEY}`] } },
		],
		[
			'has other headers',
			{ kind: 'headers', set: { 'X-Page-More': 'yes', [NEXT]: '-1' } },
			{ headers: { [MORE]: 'yes', [NEXT]: '-1' }, body: whole },
		],
		[
			'has a header twice',
			{ kind: 'headers', set: { [MORE]: ['true', 'false'] } },
			{ headers: { [MORE]: 'true, false' }, body: whole },
		],
		[
			'lacks headers',
			{ kind: 'headers', set: { [MORE]: null, [NEXT]: null } },
			{ headers: { [MORE]: null, [NEXT]: null }, body: whole },
		],
		[
			'has no records, but promises more',
			{ kind: 'empty', offset: 100 },
			{ headers: { [MORE]: 'true', [NEXT]: '150' }, body: success([]) },
		],
		[
			'has more records than requested, also on the last page',
			{ kind: 'surplus', records: 1, offset: 100 },
			{ headers: { [MORE]: 'false' }, body: success(customers(100, 51)) },
		],
		[
			'has fewer records, and the next page starts where it ends',
			{ kind: 'stride', records: 30 },
			{ headers: { [MORE]: 'true', [NEXT]: '30' }, body: success(customers(0, 30)) },
		],
		[
			'has fewer records, and the next page starts further on',
			{ kind: 'stride', records: 30, advance: 50 },
			{ headers: { [MORE]: 'true', [NEXT]: '50' }, body: success(customers(0, 30)) },
		],
		[
			'promises more after the end',
			{ kind: 'endless', offset: 5_000_000 },
			{ headers: { [MORE]: 'true', [NEXT]: '5000050' }, body: success(customers(5_000_000, 50)) },
		],
	])('%s', async (_name, fault, { status = 200, headers = {}, body }) => {
		service.setFaults([fault]);
		const reply = await page(fault.offset ?? 0);
		expect(reply.status).toBe(status);
		for (const [name, value] of Object.entries(headers)) {
			expect(reply.headers.get(name), name).toBe(value);
		}
		if (typeof body === 'string') expect(reply.text).toBe(body);
		else if (body !== undefined) expect(JSON.parse(reply.text)).toEqual(body);
	});

	it.each([
		['latin1', undefined, 'application/json; charset=utf-8', Buffer.from('"Zoë"', 'latin1')],
		['utf16le', 'text/plain; charset=utf-16le', undefined, Buffer.from('"Zoë"', 'utf16le')],
	] as const)('comes in the bytes of %s', async (as, contentType, shownType, bytes) => {
		service.setFaults([
			{ kind: 'encoding', as, ...(contentType && { contentType }) },
			{ kind: 'status', status: 200, body: '"Zoë"', headers: { 'x-seen': 'yes' } },
		]);
		const response = await fetch(`${service.baseUrl}/GetCustomers`, {
			headers: {
				'x-api-key': KEY,
				'x-company-id': service.companyId,
				'x-page-offset': '0',
				'x-page-limit': '50',
			},
		});
		expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
		if (shownType) expect(response.headers.get('content-type')).toBe(shownType);
	});

	it('asks to retry after a date', async () => {
		service.setFaults([{ kind: 'status', status: 503, retryAfterDate: 60 }]);
		const date = (await page(0)).headers.get('retry-after') ?? '';
		expect(date).toMatch(/ GMT$/);
		expect(Date.parse(date) - Date.now()).toBeGreaterThan(55_000);
		expect(Date.parse(date) - Date.now()).toBeLessThanOrEqual(60_000);
	});

	it('is as big as the fault says', async () => {
		service.setFaults([{ kind: 'big', megabytes: 30 }]);
		const { text } = await page(0);
		expect(text.length).toBeGreaterThan(30_000_000);
		expect(text.length).toBeLessThan(30_100_000);
	});

	it('comes late', async () => {
		service.setFaults([{ kind: 'hang', ms: 200 }]);
		const start = performance.now();
		expect((await page(0)).status).toBe(200);
		expect(performance.now() - start).toBeGreaterThan(190);
	});
});

describe('the connection', () => {
	it.each([
		['reset', 'is reset', { cause: { code: 'ECONNRESET' } }, undefined],
		['cut', 'is cut off in the middle of the body', { cause: { code: 'UND_ERR_SOCKET' } }, 200],
		['hang', 'hangs without a response', { name: 'TimeoutError' }, undefined],
		['drip', 'drips, and never ends', { name: 'TimeoutError' }, 200],
	] as const)('%s: %s', async (kind, _name, error, status) => {
		service.setFaults([{ kind, times: 1 }]);
		await expect(page(0, AbortSignal.timeout(200))).rejects.toMatchObject(error);
		expect((await page(0)).status).toBe(200);
		await expect.poll(() => service.requests.at(-2)?.status).toBe(status);
	});
});
