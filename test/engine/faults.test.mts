import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { startService } from '../../service/server.mts';
import {
	type Expected,
	LASTING,
	TRANSIENT,
	type Row,
	SPELLINGS,
	wordsOf,
} from './support/faultTable.mts';
import { type Outcome, runNode, startNode } from './support/runNode.mts';
import { credentialFor, useService } from './support/service.mts';
import { testCredential } from './support/testCredential.mts';

const RECORDS = 500;
/** Records that lie on one page alone: each begins with the last two records of the one before. */
const PLACES = { first: 0, second: 60, middle: 200, last: 490 };
const WINDOWS = [1, 4, 16];

const ASKS_FOR_AN_HOUR =
	"The service asks to wait 3,600 seconds, and n8n waits at most 60 seconds\\. .+ lower 'Parallel Requests' .+";

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

/** Until pages have overlapped, the page that x-page-next names is requested where the other fails. */
const furtherRequests = (place: string) => (place === 'second' ? 1 : 0);

function everywhere(rows: Row[]) {
	return rows.flatMap((row) =>
		Object.entries(PLACES).flatMap(([place, offset]) =>
			// In this order, no early request of one read can reach the service as late as in the next place.
			WINDOWS.toReversed().map((window) => ({ ...row, place, offset, window })),
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
	const { message, description } = wordsOf(expected);
	expect(error?.message).toMatch(message);
	expect(error?.description).toMatch(description);
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
		async ({ apply, expected, place, offset, window, timeout }) => {
			service().setFaults(apply.map((fault) => ({ ...fault, offset })));
			const outcome = await runNode(read({ parallelRequests: window, maxRetries: 2, ...timeout }));
			expectOutcome(outcome, expected, offset);
			expect(requestsFor(offset)).toHaveLength(3 + furtherRequests(place));
		},
	);

	it.each(everywhere(LASTING))(
		'ends with one message at once: $fault, on the $place page, window $window',
		async ({ apply, expected, place, offset, window }) => {
			service().setFaults(apply.map((fault) => ({ ...fault, offset })));
			const outcome = await runNode(read({ parallelRequests: window }));
			expectOutcome(outcome, expected, offset);
			expect(requestsFor(offset)).toHaveLength(1 + furtherRequests(place));
		},
	);
});

describe('a service that asks to wait longer than a minute', () => {
	const rows: Row[] = [
		{
			fault: 'Retry-After in seconds',
			apply: [{ kind: 'status', status: 429, retryAfter: 3600 }],
			expected: {
				name: 'status429',
				status: 429,
				advice: ASKS_FOR_AN_HOUR,
			},
		},
		{
			fault: 'Retry-After as a date',
			apply: [{ kind: 'status', status: 503, retryAfterDate: 3600 }],
			expected: { name: 'unavailable', status: 503, advice: ASKS_FOR_AN_HOUR },
		},
	];
	it.each(everywhere(rows))(
		'ends the read at once, and says for how long and what else could help: $fault, on the $place page, window $window',
		async ({ apply, expected, place, offset, window }) => {
			service().setFaults(apply.map((fault) => ({ ...fault, offset })));
			const before = Date.now();
			expectOutcome(await runNode(read({ parallelRequests: window })), expected, offset);
			expect(Date.now() - before).toBeLessThan(10_000);
			expect(requestsFor(offset)).toHaveLength(1 + furtherRequests(place));
		},
	);
});

describe.each([
	['seconds', { 'retry-after': '0' }],
	['a past date', { 'retry-after': 'Sun, 22 Nov 2020 12:00:00 GMT' }],
])('a Retry-After that asks for no wait, in %s', (_, headers) => {
	it('does not shorten the wait before a retry', async () => {
		vi.spyOn(Math, 'random').mockReturnValue(0.05);
		service().setFaults([{ kind: 'status', status: 503, headers, offset: 200, times: 3 }]);
		const { error } = await runNode(read({ parallelRequests: 1 }));
		expect(error).toBeUndefined();
		const times = requestsFor(200).map(({ at }) => at);
		const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0));
		expect(waits).toHaveLength(3);
		// Timers can be early by a part of a millisecond.
		for (const [index, wait] of waits.entries()) {
			expect(wait).toBeGreaterThanOrEqual(50 * 2 ** index - 2);
		}
	});
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
			expect(error?.message).toBe('The service redirects to another address');
			expect(error?.description).toContain(`The address is: "${to}"`);
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
	])('is in nothing that n8n saves when it is echoed in %s', async (_, apply) => {
		service().setFaults(apply.map((fault) => ({ ...fault, offset: 200 })));
		const { error, saved } = await runNode(read({ maxRetries: 0 }));
		expect(error).toBeDefined();
		expect(saved).not.toMatch(/demo-api-key/i);
	});

	it.each<[string, (key: string) => string]>([
		['as it is', (key) => key],
		['as in a URL', encodeURIComponent],
		['as in JSON', (key) => JSON.stringify(key).slice(1, -1)],
		['in base64', (key) => Buffer.from(key).toString('base64')],
	])('is in no message when the service quotes it %s', async (_, spell) => {
		const own = await startService({ apiKey: 'key/with"signs+' });
		const ErrorMessages = [`The key ${spell(own.apiKey)} is old`];
		own.setFaults([{ kind: 'envelope', set: { IsSuccess: false, ErrorMessages } }]);
		const { error, saved } = await runNode(read({}, credentialFor(own)));
		await own.close();
		expect(error?.description).toMatch(/"The key \*\*\*=* is old"/);
		expect(saved).not.toContain(JSON.stringify(spell(own.apiKey)).slice(1, -1));
	});

	it('is in no message when it is as long as a signed token', async () => {
		const apiKey = randomBytes(1_350).toString('hex');
		const own = await startService({ apiKey });
		own.setFaults([
			{ kind: 'status', status: 401, body: { ErrorMessages: [echo] } },
			{ kind: 'status', on: 'Ping', status: 401, body: { ErrorMessages: [echo] } },
		]);
		const { error, saved } = await runNode(read({}, credentialFor(own)));
		const tested = await testCredential(credentialFor(own));
		await own.close();
		expect(error?.description).toContain('"key *** of 1001"');
		expect(tested).toContain('"key *** of 1001"');
		expect(saved + tested).not.toContain(apiKey.slice(0, 20));
	});
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
			payload('[{"Half":"\\ud800","__proto__":{"a":1},"Twice":1,"Twice":2,"Zero":-0}]'),
		);
		const [record = {}] = await jsonOf();
		expect(Object.entries(record)).toEqual([
			['Half', '\ud800'],
			['__proto__', { a: 1 }],
			['Twice', 2],
			['Zero', -0],
		]);
	});

	it('is read as UTF-8, with a byte order mark and whatever the charset says', async () => {
		service().setFaults([
			{ kind: 'headers', set: { 'x-page-more': null } },
			{
				kind: 'body',
				body: '\ufeff{"IsSuccess":true,"Payload":[{"Name":"Zoë €"}]}',
				contentType: 'application/json; charset=ISO-8859-1',
			},
		]);
		expect(await jsonOf()).toEqual([{ Name: 'Zoë €' }]);
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
		const own = await startService({ sizes: { customers: RECORDS } });
		const list = own.lists.GetCustomers;
		const Notes = 'n'.repeat(1_000_000);
		for (let place = 200; place < 230; place++) list.upsert(place, { ...list.at(place), Notes });
		const { error, items } = await runNode(read({ timeout: 20_000 }, credentialFor(own)));
		await own.close();
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual(list.page(0, RECORDS));
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
