import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startService, type Fault, type RunningService } from '../../service/server.mts';
import { ask, askPage, envelopeIn, payloadIn } from './ask.mts';

const KEY = 'secret-key';

let service: RunningService;
beforeAll(async () => {
	service = await startService({ apiKey: KEY, sizes: { customers: 120 } });
});
afterAll(() => service.close());

function page(offset: number) {
	return ask(service, 'GetCustomers', { 'x-page-offset': String(offset) });
}

async function statuses(...offsets: number[]): Promise<number[]> {
	const found: number[] = [];
	for (const offset of offsets) found.push((await page(offset)).status);
	return found;
}

/** How a request without a whole answer ends: with the error code of its connection. */
async function ending(request: Promise<unknown>): Promise<unknown> {
	try {
		await request;
	} catch (error) {
		const cause: unknown = error instanceof Error ? error.cause : undefined;
		return cause instanceof Error && 'code' in cause ? cause.code : error;
	}
	return 'answered';
}

describe('a fault', () => {
	it('applies to every page of every list, for ever, by default', async () => {
		service.setFaults([{ kind: 'status', status: 503 }]);
		expect(await statuses(0, 50, 0)).toEqual([503, 503, 503]);
		expect((await ask(service, 'GetSuppliers')).status).toBe(503);
	});

	it('applies to Ping only when it names Ping', async () => {
		service.setFaults([{ kind: 'status', status: 503 }]);
		expect((await ask(service, 'Ping')).status).toBe(200);
		service.setFaults([{ kind: 'status', status: 503, on: 'Ping' }]);
		expect((await ask(service, 'Ping')).status).toBe(503);
	});

	it('applies to the operation and the page that it names, as often as it says', async () => {
		service.setFaults([{ kind: 'status', status: 503, on: 'GetCustomers', offset: 50, times: 2 }]);
		expect(await statuses(0, 50, 50, 50)).toEqual([200, 503, 503, 200]);
		expect((await ask(service, 'GetSuppliers', { 'x-page-offset': '50' })).status).toBe(200);
	});

	it('applies after the one before it has applied for the last time', async () => {
		service.setFaults([
			{ kind: 'status', status: 503, times: 1 },
			{ kind: 'status', status: 429, times: 1 },
		]);
		expect(await statuses(0, 0, 0)).toEqual([503, 429, 200]);
	});

	it('combines with others that change the page', async () => {
		service.setFaults([
			{ kind: 'stride', records: 10 },
			{ kind: 'headers', set: { 'x-page-more': 'TRUE' } },
			{ kind: 'envelope', set: { IsSuccess: false } },
		]);
		const { headers, envelope } = await askPage(service, 'GetCustomers', 0);
		expect(headers.get('x-page-more')).toBe('TRUE');
		expect(headers.get('x-page-next')).toBe('10');
		expect(envelope.IsSuccess).toBe(false);
		expect(payloadIn(envelope)).toHaveLength(10);
	});

	it('does not apply to a request that is refused anyway', async () => {
		service.setFaults([{ kind: 'status', status: 503, times: 1 }]);
		expect((await ask(service, 'GetCustomers', { 'x-api-key': 'wrong' })).status).toBe(401);
		expect(await statuses(0, 0)).toEqual([503, 200]);
	});

	it('no longer applies after other faults are set', async () => {
		service.setFaults([{ kind: 'reset' }]);
		service.setFaults([]);
		expect(await statuses(0)).toEqual([200]);
	});
});

describe('status', () => {
	it('answers in the envelope', async () => {
		service.setFaults([{ kind: 'status', status: 502 }]);
		const reply = await page(0);
		expect(reply.status).toBe(502);
		expect(reply.headers.has('retry-after')).toBe(false);
		expect(envelopeIn(reply)).toMatchObject({ IsSuccess: false, Payload: [] });
	});

	it('asks to retry after some seconds', async () => {
		service.setFaults([{ kind: 'status', status: 429, retryAfter: 2 }]);
		expect((await page(0)).headers.get('retry-after')).toBe('2');
	});

	it('asks to retry after a date', async () => {
		service.setFaults([{ kind: 'status', status: 503, retryAfterDate: 60 }]);
		const date = (await page(0)).headers.get('retry-after') ?? '';
		expect(date).toMatch(/ GMT$/);
		expect(Date.parse(date) - Date.now()).toBeGreaterThan(55_000);
		expect(Date.parse(date) - Date.now()).toBeLessThanOrEqual(60_000);
	});

	it('echoes the key in body and headers', async () => {
		service.setFaults([
			{
				kind: 'status',
				status: 500,
				body: { ErrorMessages: ['{apiKey} may not read {companyId}'] },
				headers: { 'x-seen': 'Key {apiKey}' },
			},
		]);
		const { headers, text } = await page(0);
		expect(headers.get('x-seen')).toBe(`Key ${KEY}`);
		expect(JSON.parse(text)).toEqual({ ErrorMessages: [`${KEY} may not read 1001`] });
	});
});

describe('redirect', () => {
	it('points elsewhere', async () => {
		service.setFaults([{ kind: 'redirect', to: 'http://127.0.0.1:9/stolen' }]);
		const { status, headers } = await page(0);
		expect(status).toBe(302);
		expect(headers.get('location')).toBe('http://127.0.0.1:9/stolen');
	});

	it('sends any status from 300 to 399 that it names', async () => {
		service.setFaults([{ kind: 'redirect', to: '/', status: 308 }]);
		expect(await statuses(0)).toEqual([308]);
	});
});

describe('the connection', () => {
	it('is reset', async () => {
		service.setFaults([{ kind: 'reset', times: 1 }]);
		expect(await ending(page(0))).toBe('ECONNRESET');
		expect(await statuses(0)).toEqual([200]);
	});

	it('is cut off in the middle of the body', async () => {
		service.setFaults([{ kind: 'cut', times: 1 }]);
		expect(await ending(page(0))).toBe('UND_ERR_SOCKET');
		expect(service.requests.at(-1)).toHaveProperty('status', 200);
		expect(await statuses(0)).toEqual([200]);
	});

	it('hangs without an answer', async () => {
		service.setFaults([{ kind: 'hang', times: 1 }]);
		const request = ask(service, 'GetCustomers', {}, AbortSignal.timeout(200));
		expect(await ending(request)).toHaveProperty('name', 'TimeoutError');
		expect(service.requests.at(-1)).toHaveProperty('status', undefined);
		expect(await statuses(0)).toEqual([200]);
	});

	it('hangs for a while, then answers', async () => {
		service.setFaults([{ kind: 'hang', ms: 200 }]);
		const start = performance.now();
		expect(await statuses(0)).toEqual([200]);
		expect(performance.now() - start).toBeGreaterThan(190);
	});

	it('drips white space, and never a body', async () => {
		service.setFaults([{ kind: 'drip' }]);
		const { apiKey, companyId } = service;
		const response = await fetch(`${service.baseUrl}/GetCustomers`, {
			headers: {
				'x-api-key': apiKey,
				'x-company-id': companyId,
				'x-page-offset': '0',
				'x-page-limit': '50',
			},
		});
		expect(response.status).toBe(200);
		const reader = response.body?.getReader();
		const drops: string[] = [];
		while (drops.length < 3)
			drops.push(Buffer.from((await reader?.read())?.value ?? []).toString());
		await reader?.cancel();
		expect(drops).toEqual([' ', ' ', ' ']);
	});
});

describe('body', () => {
	it.each([
		['HTML', '<html>Maintenance</html>', 'text/html'],
		['nothing', '', undefined],
		['incomplete JSON', '{"IsSuccess": tr', undefined],
	])('is %s with status 200', async (_what, body, contentType) => {
		service.setFaults([{ kind: 'body', body, contentType }]);
		const reply = await page(0);
		expect(reply.status).toBe(200);
		expect(reply.text).toBe(body);
		expect(reply.headers.get('content-type')).toContain(contentType ?? 'application/json');
	});

	it('is any JSON, also null', async () => {
		for (const body of [[], [1], null, 5, { Payload: {} }]) {
			service.setFaults([{ kind: 'body', body }]);
			expect(JSON.parse((await page(0)).text)).toEqual(body);
		}
	});
});

describe('envelope', () => {
	it.each([
		['Payload', null],
		['Payload', { Code: 'C000001' }],
		['Payload', [{ Code: 'C000001' }, null]],
		['IsSuccess', 'true'],
	])('sets %s to %j and leaves the rest as it was', async (field, value) => {
		service.setFaults([{ kind: 'envelope', set: { [field]: value } }]);
		const { envelope } = await askPage(service, 'GetSuppliers', 0);
		expect(envelope).toEqual({
			IsSuccess: true,
			ErrorMessages: [],
			Payload: service.lists.GetSuppliers.page(0, 50),
			[field]: value,
		});
	});

	it('carries messages that echo the key', async () => {
		const set = { IsSuccess: false, ErrorMessages: ['Unknown key {apiKey}'], Payload: [] };
		service.setFaults([{ kind: 'envelope', set }]);
		const { status, envelope } = await askPage(service, 'GetCustomers', 0);
		expect(status).toBe(200);
		expect(envelope.ErrorMessages).toEqual([`Unknown key ${KEY}`]);
	});
});

describe('headers', () => {
	it('are set to any text', async () => {
		service.setFaults([{ kind: 'headers', set: { 'X-Page-More': 'yes', 'x-page-next': '-1' } }]);
		const { headers } = await page(0);
		expect(headers.get('x-page-more')).toBe('yes');
		expect(headers.get('x-page-next')).toBe('-1');
	});

	it('are left out', async () => {
		service.setFaults([{ kind: 'headers', set: { 'x-page-more': null, 'x-page-next': null } }]);
		const { headers } = await page(0);
		expect(headers.has('x-page-more')).toBe(false);
		expect(headers.has('x-page-next')).toBe(false);
	});
});

describe('the records', () => {
	it('are none, although the page promises more', async () => {
		service.setFaults([{ kind: 'empty', offset: 100 }]);
		const { headers, envelope } = await askPage(service, 'GetCustomers', 100);
		expect(envelope.Payload).toEqual([]);
		expect(headers.get('x-page-more')).toBe('true');
		expect(headers.get('x-page-next')).toBe('150');
	});

	it('are more than requested, also on the last page', async () => {
		service.setFaults([{ kind: 'surplus', records: 1 }]);
		for (const offset of [0, 100]) {
			const { envelope } = await askPage(service, 'GetCustomers', offset);
			expect(payloadIn(envelope)).toHaveLength(51);
		}
	});

	it('come in shorter pages, with the next page where the short one ends', async () => {
		service.setFaults([{ kind: 'stride', records: 30 }]);
		const codes: unknown[] = [];
		for (let next: string | null = '0'; next !== null;) {
			const { headers, envelope } = await askPage(service, 'GetCustomers', Number(next));
			codes.push(...payloadIn(envelope));
			next = headers.get('x-page-next');
		}
		expect(codes).toEqual(service.lists.GetCustomers.page(0, 120));
	});

	it('come in shorter pages, with the next page further on', async () => {
		service.setFaults([{ kind: 'stride', records: 30, advance: 50 }]);
		const { headers, envelope } = await askPage(service, 'GetCustomers', 0);
		expect(payloadIn(envelope)).toHaveLength(30);
		expect(headers.get('x-page-next')).toBe('50');
	});

	it('never end', async () => {
		service.setFaults([{ kind: 'endless' }]);
		const { headers, envelope } = await askPage(service, 'GetCustomers', 5_000_000);
		expect(payloadIn(envelope)).toHaveLength(50);
		expect(headers.get('x-page-more')).toBe('true');
		expect(headers.get('x-page-next')).toBe('5000050');
	});

	it('are as big as the fault says', async () => {
		service.setFaults([{ kind: 'big', megabytes: 30 }]);
		const { text } = await page(0);
		expect(text.length).toBeGreaterThan(30_000_000);
		expect(text.length).toBeLessThan(30_100_000);
	});
});

describe('a misspelt fault', () => {
	it('is refused', () => {
		const misspelt: Fault = JSON.parse('{"kind": "status", "status": 503, "offest": 50}');
		expect(() => service.setFaults([misspelt])).toThrow('offest');
	});
});
