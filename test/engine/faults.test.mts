import { createServer } from 'node:http';

import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { startService } from '../../service/server.mts';
import { type Expected, LASTING, TRANSIENT, type Row, SPELLINGS } from './support/faultTable.mts';
import { type Outcome, runNode, startNode } from './support/runNode.mts';
import { credentialFor, useService } from './support/service.mts';

const RECORDS = 500;
const LAST_PAGE = RECORDS - 50;
const PLACES = { first: 0, middle: 200, last: LAST_PAGE };
const WINDOWS = [1, 4, 16];

const ASKS_FOR_AN_HOUR =
	/The service asks to wait 1 hour, and the node waits at most 1 minute\. Run the workflow again after that\. \(/;

const service = useService({ sizes: { customers: RECORDS } });

// Without jitter a back-off takes no time. Waits for Retry-After are real.
beforeEach(() => {
	vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
	vi.restoreAllMocks();
	nock.cleanAll();
});

const read = (options: object, credential = credentialFor(service())) => ({
	credential,
	parameters: {
		resource: 'customer',
		operation: 'getAll',
		returnAll: true,
		options: { timeout: 10_000, ...options },
	},
});

/** Requests for pages that hold the record. */
const requestsFor = (record: number) =>
	service().requests.filter(
		({ offset = 0, limit = 0 }) => offset <= record && record < offset + limit,
	);

function everywhere(rows: Row[]) {
	return rows.flatMap((row) =>
		Object.entries(PLACES).flatMap(([place, offset]) =>
			WINDOWS.map((window) => ({ ...row, place, offset, window })),
		),
	);
}

function expectOutcome({ items, error, saved }: Outcome, expected: Expected, offset: number): void {
	if (typeof expected === 'string') {
		const { offset: start = 0 } = requestsFor(offset).at(-1) ?? {};
		const count = expected === 'all' ? RECORDS : start + 50;
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual(service().lists.GetCustomers.page(0, count));
		return;
	}
	expect(items).toEqual([]);
	expect(error?.message).toMatch(expected.message);
	if (expected.description) expect(error?.description).toMatch(expected.description);
	const place = Number(/, offset (\d+)/.exec(error?.description ?? '')?.[1]);
	expect(place).toBeLessThanOrEqual(offset);
	expect(place).toBeGreaterThan(offset - 50);
	expect(saved).not.toContain(service().apiKey);
}

describe.each([1, 2])('a fault that applies %d times', (times) => {
	// Waiting as long as Retry-After says takes real time, so these rows apply once only.
	const rows = TRANSIENT.filter(({ fault }) => times === 1 || !fault.includes('Retry-After'));
	it.each(everywhere(rows))(
		'loses no record: $fault, on the $place page, window $window',
		async ({ apply, offset, window, timeout }) => {
			service().setFaults(apply.map((fault) => ({ ...fault, offset, times })));
			const outcome = await runNode(read({ parallelRequests: window, ...timeout }));
			expectOutcome(outcome, 'all', offset);
			expect(requestsFor(offset)).toHaveLength(times + 1);
		},
	);
});

describe('a lasting fault', () => {
	it.each(everywhere(TRANSIENT.filter(({ fault }) => !fault.includes('Retry-After'))))(
		'ends with one message after all retries: $fault, on the $place page, window $window',
		async ({ apply, expected, offset, window, timeout }) => {
			service().setFaults(apply.map((fault) => ({ ...fault, offset })));
			const outcome = await runNode(read({ parallelRequests: window, maxRetries: 2, ...timeout }));
			expectOutcome(outcome, expected, offset);
			expect(requestsFor(offset)).toHaveLength(3);
		},
	);

	it.each(everywhere(LASTING))(
		'ends with one message at once: $fault, on the $place page, window $window',
		async ({ apply, expected, offset, window }) => {
			service().setFaults(apply.map((fault) => ({ ...fault, offset })));
			const outcome = await runNode(read({ parallelRequests: window }));
			expectOutcome(outcome, expected, offset);
			expect(requestsFor(offset).length).toBeLessThanOrEqual(window === 1 ? 1 : 2);
		},
	);
});

describe('a service that asks to wait longer than a minute', () => {
	const rows: Row[] = [
		{
			fault: 'Retry-After in seconds',
			apply: [{ kind: 'status', status: 429, retryAfter: 3600 }],
			expected: {
				message: /^The service is limiting requests \(status 429\)$/,
				description: ASKS_FOR_AN_HOUR,
			},
		},
		{
			fault: 'Retry-After as a date',
			apply: [{ kind: 'status', status: 503, retryAfterDate: 3600 }],
			expected: {
				message: /^The service is unavailable \(status 503\)$/,
				description: ASKS_FOR_AN_HOUR,
			},
		},
	];
	it.each(everywhere(rows))(
		'ends the read at once with a message that says for how long: $fault, on the $place page, window $window',
		async ({ apply, expected, offset, window }) => {
			service().setFaults(apply.map((fault) => ({ ...fault, offset })));
			const before = Date.now();
			expectOutcome(await runNode(read({ parallelRequests: window })), expected, offset);
			expect(Date.now() - before).toBeLessThan(10_000);
			if (window === 1) expect(requestsFor(offset)).toHaveLength(1);
		},
	);
});

describe('the headers of a page', () => {
	it.each(everywhere(SPELLINGS).filter(({ place }) => place !== 'last'))(
		'are read in any spelling: $fault, on the $place page, window $window',
		async ({ apply, expected, offset, window }) => {
			service().setFaults(apply.map((fault) => ({ ...fault, offset })));
			expectOutcome(await runNode(read({ parallelRequests: window })), expected, offset);
		},
	);
});

describe('a redirect to another host', () => {
	it.each(everywhere([{ fault: 'redirect', apply: [], expected: 'all' }]))(
		'is named and not followed, on the $place page, window $window',
		async ({ offset, window }) => {
			const other = await startService();
			const to = `${other.baseUrl}/GetCustomers`;
			service().setFaults([{ kind: 'redirect', to, offset }]);
			const { error, items } = await runNode(read({ parallelRequests: window }));
			await other.close();
			expect(error?.message).toBe(`The service redirects to another address: ${to}`);
			expect(items).toEqual([]);
			expect(other.requests).toEqual([]);
		},
	);
});

describe('a host that cannot be reached once', () => {
	it('loses no record when its name was not found', async () => {
		const body = { IsSuccess: true, ErrorMessages: [], Payload: [{ Code: 'C1' }] };
		nock('https://service.example.com')
			.get('/rest/v1/GetCustomers')
			.replyWithError(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))
			.get('/rest/v1/GetCustomers')
			.reply(200, body);
		const baseUrl = 'https://service.example.com/rest/v1';
		const { error, items } = await runNode(read({}, { ...credentialFor(service()), baseUrl }));
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([{ Code: 'C1' }]);
	});

	it('loses no record when it refused the connection', async () => {
		vi.restoreAllMocks();
		vi.spyOn(Math, 'random').mockReturnValue(0.99);
		const placeholder = createServer();
		await new Promise<void>((resolve) => placeholder.listen(0, '127.0.0.1', resolve));
		const address = placeholder.address();
		if (address === null || typeof address === 'string') throw new Error('No port');
		await new Promise((resolve) => placeholder.close(resolve));
		const { port } = address;

		const baseUrl = `http://127.0.0.1:${port}/rest/v1`;
		const running = startNode(read({}, { ...credentialFor(service()), baseUrl }));
		await new Promise((resolve) => setTimeout(resolve, 200));
		const late = await startService({ port, sizes: { customers: 60 } });
		const { error, items } = await running.outcome;
		await late.close();
		expect(error).toBeUndefined();
		expect(items).toHaveLength(60);
	});
});

describe('a service that takes one request at a time', () => {
	it.each([429, 503] as const)(
		'is read to the end when it refuses with %d',
		async (maxConcurrentStatus) => {
			const own = await startService({
				sizes: { customers: 2000 },
				maxConcurrent: 1,
				maxConcurrentStatus,
				latency: 2,
			});
			const { error, items } = await runNode(read({ parallelRequests: 16 }, credentialFor(own)));
			await own.close();
			expect(error).toBeUndefined();
			expect(new Set(items.map(({ json }) => json.Code)).size).toBe(2000);
		},
	);
});

describe('the API key', () => {
	const echo = 'key {apiKey} of {companyId}';
	it.each<[string, Row['apply']]>([
		['a message', [{ kind: 'envelope', set: { IsSuccess: false, ErrorMessages: [echo] } }]],
		['the body of a status', [{ kind: 'status', status: 400, body: { ErrorMessages: [echo] } }]],
		['the text of a status', [{ kind: 'status', status: 500, body: echo }]],
		['a web page', [{ kind: 'body', body: `<html>${echo}` }]],
		['a redirect', [{ kind: 'redirect', to: 'https://{apiKey}.example.com/?{companyId}' }]],
		['a header', [{ kind: 'headers', set: { 'x-page-more': 'true', 'x-page-next': '{apiKey}' } }]],
		['a flag', [{ kind: 'headers', set: { 'x-page-more': 'true, {apiKey}' } }]],
		['a charset', [{ kind: 'body', body: '{}', contentType: 'text/plain; charset={apiKey}' }]],
	])('is in nothing that n8n saves when it is echoed in %s', async (_, apply) => {
		service().setFaults(apply.map((fault) => ({ ...fault, offset: 200 })));
		const { error, saved } = await runNode(read({ maxRetries: 0 }));
		expect(error).toBeDefined();
		expect(saved).not.toMatch(/demo-api-key/i);
	});

	it.each(['DEMO-API-KEY', 'demo%2Dapi%2dkey', 'ZGVtby1hcGkta2V5', '%64emo-api-key'])(
		'is in no message when the service writes it as %s',
		async (spelling) => {
			const ErrorMessages = [`The key ${spelling} of company 1001 is old`];
			service().setFaults([{ kind: 'envelope', set: { IsSuccess: false, ErrorMessages } }]);
			const { error, saved } = await runNode(read({}));
			expect(error?.description).toContain('"The key *** of company 1001 is old"');
			expect(saved).not.toContain(spelling);
		},
	);
});

/** The only page, with these records as their JSON is written. */
const payload = (records: string) => [
	{ kind: 'headers' as const, set: { 'x-page-more': null } },
	{ kind: 'body' as const, body: `{"IsSuccess":true,"ErrorMessages":[],"Payload":${records}}` },
];

describe('a record', () => {
	const jsonOf = async (parameters: object = {}) => {
		const { error, items } = await runNode(read(parameters));
		expect(error).toBeUndefined();
		return items.map(({ json }) => json);
	};

	it('comes as it is, whatever of the credential it contains', async () => {
		const record = { Code: 'X', Link: 'https://a/?k=demo-api-key', Table: '1 of 1001' };
		service().setFaults(payload(JSON.stringify([record])));
		expect(await jsonOf()).toEqual([record]);
	});

	it('keeps every digit of a whole number', async () => {
		service().setFaults(
			payload('[{"Id":12345678901234567890,"In":{"Ids":[-9007199254740993,7]},"At":1e20}]'),
		);
		expect(await jsonOf()).toEqual([
			{ Id: '12345678901234567890', In: { Ids: ['-9007199254740993', 7] }, At: 1e20 },
		]);
	});

	it('comes as it is with what JavaScript finds odd', async () => {
		service().setFaults(
			payload('[{"Big":1e400,"Half":"\\ud800","__proto__":{"a":1},"Twice":1,"Twice":2,"Zero":-0}]'),
		);
		const [record = {}] = await jsonOf();
		expect(Object.entries(record)).toEqual([
			['Big', '1e400'],
			['Half', '\ud800'],
			['__proto__', { a: 1 }],
			['Twice', 2],
			['Zero', -0],
		]);
	});

	it.each([
		['utf16le', 'application/json; charset=utf-16', 'Zoë €'],
		['utf16le', undefined, '\ufeffZoë €'],
		['latin1', 'application/json; charset="ISO-8859-1"', 'Zoë'],
	] as const)('is decoded from %s with the content type %s', async (as, contentType, name) => {
		const text = `{"IsSuccess":true,"Payload":[{"Name":"${name.replace('\ufeff', '')}"}]}`;
		const body = name.startsWith('\ufeff') ? `\ufeff${text}` : text;
		service().setFaults([
			{ kind: 'headers', set: { 'x-page-more': null } },
			{ kind: 'encoding', as },
			{ kind: 'body', body, ...(contentType && { contentType }) },
		]);
		expect(await jsonOf()).toEqual([{ Name: name.replace('\ufeff', '') }]);
	});
});

describe('reading from a service that never ends', () => {
	it.each(WINDOWS)('stops when the execution is cancelled, window %d', async (window) => {
		service().setFaults([{ kind: 'endless' }]);
		const running = startNode(read({ parallelRequests: window }));
		await vi.waitFor(() => expect(service().requests.length).toBeGreaterThan(30));
		await expectQuietAfterCancel(running);
	});

	it('stops when the execution is cancelled while a request waits for a response', async () => {
		service().setFaults([{ kind: 'hang' }]);
		const running = startNode(read({ timeout: 60_000 }));
		await vi.waitFor(() => expect(service().requests).toHaveLength(1));
		await expectQuietAfterCancel(running);
	});

	it('stops when the execution is cancelled during the wait before a retry', async () => {
		service().setFaults([{ kind: 'status', status: 503, retryAfter: 60 }]);
		const running = startNode(read({}));
		await vi.waitFor(() => expect(service().requests).toHaveLength(1));
		await expectQuietAfterCancel(running);
	});

	async function expectQuietAfterCancel(running: ReturnType<typeof startNode>): Promise<void> {
		const before = Date.now();
		running.cancel();
		const { items } = await running.outcome;
		expect(Date.now() - before).toBeLessThan(1000);
		expect(items).toEqual([]);
		await new Promise((resolve) => setTimeout(resolve, 100));
		const seen = service().requests.length;
		await new Promise((resolve) => setTimeout(resolve, 400));
		expect(service().requests).toHaveLength(seen);
	}
});

describe('a large list', () => {
	it('is read when a page has 30 MB', async () => {
		service().setFaults([{ kind: 'big', megabytes: 30, offset: 200 }]);
		const { error, items } = await runNode(read({ timeout: 20_000 }));
		expect(error).toBeUndefined();
		expect(items).toHaveLength(RECORDS);
		expect(String(items[200]?.json.Notes).length).toBeGreaterThan(500_000);
	});

	it('is read when it has 200,000 records', async () => {
		const own = await startService({ sizes: { customers: 200_000 } });
		const { error, items } = await runNode(
			read({ parallelRequests: 16, timeout: 20_000 }, credentialFor(own)),
		);
		await own.close();
		expect(error).toBeUndefined();
		expect(items).toHaveLength(200_000);
		expect(items.at(-1)?.json).toEqual(own.lists.GetCustomers.page(199_999, 1)[0]);
	});
});
