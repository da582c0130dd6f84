import { afterAll, describe, expect, it } from 'vitest';

import { failure, success } from '../../service/answer.mts';
import { startService, type Fault } from '../../service/server.mts';
import { ask } from '../contract/support/client.mts';

const KEY = 'secret-key';
const service = await startService({ apiKey: KEY, sizes: { customers: 120 } });
afterAll(() => service.close());

/** Customers from the offset on, made up after the end of the list. */
function customers(offset: number, count: number) {
	const { make } = service.lists.GetCustomers;
	return Array.from({ length: count }, (_, index) => make(offset + index));
}

const down = { kind: 'status', status: 503 } as const;

describe('a fault applies', () => {
	it.each<[string, Fault[], string[]]>([
		[
			'to every page of every list, for ever, and not to Ping',
			[down],
			['GetCustomers 0+50 503', 'GetCustomers 50+50 503', 'GetSuppliers 0+50 503', 'Ping 0+50 200'],
		],
		['to what it names', [{ ...down, on: 'Ping' }], ['GetCustomers 0+50 200', 'Ping 0+50 503']],
		[
			'to every page that holds its record',
			[{ ...down, on: 'GetCustomers', offset: 50 }],
			[
				'GetCustomers 0+50 200',
				'GetCustomers 1+50 503',
				'GetCustomers 50+1 503',
				'GetCustomers 51+50 200',
				'GetSuppliers 50+50 200',
			],
		],
		[
			'as often as it says, and then the next one does',
			[
				{ ...down, times: 2 },
				{ ...down, status: 429, times: 1 },
			],
			[503, 503, 429, 200].map((status) => `GetCustomers 0+50 ${status}`),
		],
	])('%s', async (_name, faults, requests) => {
		service.setFaults(faults);
		for (const request of requests) {
			const [operation = '', offset, limit] = request.split(/[ +]/);
			const paging = { 'x-page-offset': offset, 'x-page-limit': limit };
			const { status } = await ask(service, operation, paging);
			expect(`${operation} ${offset}+${limit} ${status}`).toBe(request);
		}
	});

	it('not when it is misspelt', () => {
		const misspelt: Fault = JSON.parse('{"kind": "status", "status": 503, "offest": 50}');
		expect(() => service.setFaults([misspelt])).toThrow('offest');
	});
});

const MORE = 'x-page-more';
const NEXT = 'x-page-next';
const whole = success(customers(0, 50));
const inSeconds = (from: number, to: number) =>
	expect.toSatisfy((date: string) => {
		const seconds = (Date.parse(date) - Date.now()) / 1000;
		return date.endsWith(' GMT') && seconds > from && seconds <= to;
	});

describe('a response', () => {
	/** With `null` for a header that is not sent. */
	it.each<[Fault[], object]>([
		[
			[{ kind: 'status', status: 502 }],
			{
				status: 502,
				headers: { 'retry-after': null },
				body: failure('The service responds with status 502.'),
			},
		],
		[
			[{ kind: 'status', status: 429, retryAfter: 2 }],
			{ status: 429, headers: { 'retry-after': '2' } },
		],
		[
			[{ kind: 'status', status: 503, retryAfterDate: 60 }],
			{ status: 503, headers: { 'retry-after': inSeconds(55, 60) } },
		],
		[
			[{ kind: 'status', status: 500, body: ['{apiKey}'], headers: { 'x-seen': '{apiKey}' } }],
			{ status: 500, headers: { 'x-seen': KEY }, body: [KEY] },
		],
		[[{ kind: 'redirect', to: '/{companyId}' }], { status: 302, headers: { location: '/1001' } }],
		[
			[{ kind: 'body', body: '<p>', contentType: 'text/html' }],
			{ headers: { 'content-type': 'text/html', [NEXT]: '50' }, body: '<p>' },
		],
		[[{ kind: 'body', body: null }], { body: null }],
		[
			[{ kind: 'envelope', set: { IsSuccess: false, ErrorMessages: ['{apiKey}'] } }],
			{ body: { ...whole, IsSuccess: false, ErrorMessages: [KEY] } },
		],
		[
			[{ kind: 'headers', set: { 'X-Page-More': ['true', 'false'], [NEXT]: null } }],
			{ headers: { [MORE]: 'true, false', [NEXT]: null }, body: whole },
		],
		[
			[{ kind: 'empty', offset: 100 }],
			{ headers: { [MORE]: 'true', [NEXT]: '150' }, body: success([]) },
		],
		[
			[{ kind: 'surplus', records: 1, offset: 100 }],
			{ headers: { [MORE]: 'false' }, body: success(customers(100, 51)) },
		],
		[
			[{ kind: 'stride', records: 30 }],
			{ headers: { [MORE]: 'true', [NEXT]: '30' }, body: success(customers(0, 30)) },
		],
		[
			[{ kind: 'stride', records: 30, advance: 50 }],
			{ headers: { [MORE]: 'true', [NEXT]: '50' }, body: success(customers(0, 30)) },
		],
		[
			[{ kind: 'endless', offset: 5_000_000 }],
			{ headers: { [MORE]: 'true', [NEXT]: '5000050' }, body: success(customers(5_000_000, 50)) },
		],
		[
			[
				{ kind: 'encoding', as: 'latin1' },
				{ kind: 'body', body: 'Zoë' },
			],
			{ body: Buffer.from('Zoë', 'latin1').toString() },
		],
		[
			[
				{ kind: 'stride', records: 10 },
				{ kind: 'headers', set: { [MORE]: 'TRUE' } },
				{ kind: 'envelope', set: { Payload: [null] } },
			],
			{ headers: { [MORE]: 'TRUE', [NEXT]: '10' }, body: { Payload: [null] } },
		],
	])('has what the fault says: %j', async (faults, expected) => {
		service.setFaults(faults);
		const offset = String(faults[0]?.offset ?? 0);
		const { status, headers, text } = await ask(service, 'GetCustomers', {
			'x-page-offset': offset,
		});
		expect({
			status,
			headers: { [MORE]: null, [NEXT]: null, 'retry-after': null, ...headers },
			body: /^[[{n]/.test(text) ? JSON.parse(text) : text,
		}).toMatchObject({ status: 200, ...expected });
	});

	it('comes late', async () => {
		service.setFaults([{ kind: 'hang', ms: 200 }]);
		const start = performance.now();
		expect((await ask(service, 'GetCustomers')).status).toBe(200);
		expect(performance.now() - start).toBeGreaterThan(190);
	});

	it.each([
		['reset', { cause: { code: 'ECONNRESET' } }, undefined],
		['cut', { cause: { code: 'UND_ERR_SOCKET' } }, 200],
		['hang', { name: 'TimeoutError' }, undefined],
		['drip', { name: 'TimeoutError' }, 200],
	] as const)('never comes whole: %s', async (kind, error, status) => {
		service.setFaults([{ kind, times: 1 }]);
		const failing = ask(service, 'GetCustomers', {}, AbortSignal.timeout(200));
		await expect(failing).rejects.toMatchObject(error);
		await expect.poll(() => service.requests.at(-1)?.status).toBe(status);
		expect((await ask(service, 'GetCustomers')).status).toBe(200);
	});
});
