import { afterAll, describe, expect, it } from 'vitest';

import { startService, type Fault } from '../../service/server.mts';
import { ask } from '../contract/support/client.mts';

const KEY = 'secret-key';
const service = await startService({ apiKey: KEY, sizes: { customers: 120 } });
afterAll(() => service.close());

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

/** Status, x-page-more, x-page-next, and the codes of the first and the last record or else the body. */
function inALine({ status, headers, text }: Awaited<ReturnType<typeof ask>>): string {
	const { 'x-page-more': more = '-', 'x-page-next': next = '-' } = headers;
	const codes = text.match(/C\d{6,}/g);
	return `${status} ${more} ${next} ${codes ? `${codes[0]} to ${codes.at(-1)}` : text}`;
}

const inAMinute = expect.toSatisfy((date: string) => {
	const seconds = (Date.parse(date) - Date.now()) / 1000;
	return date.endsWith(' GMT') && seconds > 55 && seconds <= 60;
});

describe('a response', () => {
	const failed = '{"IsSuccess":false,"ErrorMessages":["The service responds with status';
	const echo = { body: ['{apiKey}'], headers: { 'x-seen': '{apiKey}' } };

	it.each<[Fault[], string, Record<string, unknown>?]>([
		[[], '200 true 50 C000001 to C000050'],
		[[{ kind: 'status', status: 502 }], `502 - - ${failed} 502."],"Payload":[]}`],
		[[{ ...down, body: '', retryAfter: 2 }], '503 - - ', { 'retry-after': '2' }],
		[[{ ...down, body: '', retryAfterDate: 60 }], '503 - - ', { 'retry-after': inAMinute }],
		[[{ ...down, ...echo }], `503 - - ["${KEY}"]`, { 'x-seen': KEY }],
		[[{ kind: 'redirect', to: '/{companyId}' }], '302 - - ', { location: '/1001' }],
		[
			[{ kind: 'body', body: '<p>', contentType: 'text/html' }],
			'200 true 50 <p>',
			{ 'content-type': 'text/html' },
		],
		[[{ kind: 'body', body: null }], '200 true 50 null'],
		[
			[{ kind: 'envelope', set: { IsSuccess: 1, ErrorMessages: ['{apiKey}'], Payload: [] } }],
			`200 true 50 {"IsSuccess":1,"ErrorMessages":["${KEY}"],"Payload":[]}`,
		],
		[
			[{ kind: 'headers', set: { 'X-Page-More': ['true', 'no'], 'x-page-next': null } }],
			'200 true, no - C000001 to C000050',
		],
		[
			[{ kind: 'empty', offset: 100 }],
			'200 true 150 {"IsSuccess":true,"ErrorMessages":[],"Payload":[]}',
		],
		[[{ kind: 'surplus', records: 1, offset: 100 }], '200 false - C000101 to C000151'],
		[[{ kind: 'stride', records: 30 }], '200 true 30 C000001 to C000030'],
		[[{ kind: 'stride', records: 30, advance: 50 }], '200 true 50 C000001 to C000030'],
		[[{ kind: 'endless', offset: 5_000_000 }], '200 true 5000050 C5000001 to C5000050'],
		[
			[
				{ kind: 'encoding', as: 'latin1' },
				{ kind: 'body', body: 'Zoë' },
			],
			'200 true 50 Zo\uFFFD',
		],
		[
			[
				{ kind: 'stride', records: 10 },
				{ kind: 'headers', set: { 'x-page-more': 'TRUE' } },
				{ kind: 'envelope', set: { Payload: ['C123456'] } },
			],
			'200 TRUE 10 C123456 to C123456',
		],
	])('has what the fault says: %j', async (faults, expected, headers = {}) => {
		service.setFaults(faults);
		const offset = String(faults[0]?.offset ?? 0);
		const reply = await ask(service, 'GetCustomers', { 'x-page-offset': offset });
		expect(inALine(reply)).toBe(expected);
		expect(reply.headers).toMatchObject(headers);
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
