import { expect, it } from 'vitest';

import { type Failure, FAILURES } from '../../nodes/CustomerData/api/failures';
import type { Fault } from '../../service/server.mts';
import { readCustomers } from './support/runNode.mts';
import { credentialFor, useOwnService } from './support/service.mts';
import { testCredential } from './support/testCredential.mts';
import { withoutJitter } from './support/time.mts';

/** Of a list in four pages: each begins with the last two records of the one before. */
const RECORDS = 180;
const service = useOwnService({ sizes: { customers: RECORDS } });
withoutJitter();

type Row = [what: string, name: Failure['name'], fault: Fault];

const status = (code: number, more = {}): Fault => ({ kind: 'status', status: code, ...more });
const headers = (set: Record<string, string>): Fault => ({ kind: 'headers', set });
const envelope = (set: object): Fault => ({ kind: 'envelope', set: { ...set } });

/** One or two of each kind; unit tests have the rest, the networks those without a response. */
const FAULTS: Row[] = [
	['a reset connection', 'connectionLost', { kind: 'reset' }],
	['a body that is cut off', 'connectionLost', { kind: 'cut' }],
	['no response', 'timedOut', { kind: 'hang' }],
	['headers of 20 kB', 'notHttp', headers({ 'x-large': 'x'.repeat(20_000) })],
	['a web page', 'notJson', { kind: 'body', body: '<!doctype html>', contentType: 'text/html' }],
	...['gzip', 'deflate', 'br'].map((encoding): Row => {
		const fault = headers({ 'content-encoding': encoding });
		return [`a body that is not compressed with ${encoding}, as declared`, 'notJson', fault];
	}),
	['status 407', 'proxyFailed', status(407)],
	['status 429', 'status429', status(429)],
	['status 503', 'unavailable', status(503)],
	['a wait of an hour', 'unavailable', status(503, { retryAfter: 3_600 })],
	['messages beside records', 'refused', envelope({ ErrorMessages: ['Closed'] })],
	['JSON that is not a list of records', 'notAPage', envelope({ Payload: [[]] })],
	[
		'a next offset too far ahead',
		'otherPage',
		headers({ 'x-page-more': 'true', 'x-page-next': '900' }),
	],
	['a response from a cache', 'cached', headers({ age: '30', vary: 'accept-encoding' })],
	['status 204', 'unexpected', status(204)],
	['status 401', 'unauthorized', status(401)],
	['status 403', 'forbidden', status(403)],
	['status 404', 'unknownOperation', status(404)],
	['a redirect', 'redirected', { kind: 'redirect', to: 'https://elsewhere.example/X' }],
];

/** Each fault on one of the pages, with one of the numbers of requests. */
const PLACED = FAULTS.map((row, nth) => {
	const page = [
		{ offset: 0, unread: 0 },
		{ offset: 96, unread: 98 },
		{ offset: 144, unread: 146 },
	][nth % 3] ?? { offset: 0, unread: 0 };
	return [...row, { ...page, parallel: [1, 4, 16][(nth + Math.floor(nth / 3)) % 3] ?? 1 }] as const;
});
type Place = (typeof PLACED)[number][3];

const startOf = (name: Failure['name']) => new RegExp(`^${FAILURES[name].message.split('{')[0]}`);

/** @returns how often the page that fails was requested, too */
async function read(name: string, fault: Fault, { offset, parallel }: Place, maxRetries: number) {
	// On no other page.
	service().setFaults([{ ...fault, offset: offset === 0 ? 0 : offset + 5 }]);
	const timeout = name === 'timedOut' ? { timeout: 250 } : {};
	const options = { parallelRequests: parallel, maxRetries, ...timeout };
	const outcome = await readCustomers(service(), options);
	expect(outcome.saved).not.toContain(service().apiKey);
	const requests = service().requests.filter((request) => request.offset === offset);
	return { ...outcome, requests: requests.length };
}

const isRetried = ([what, name]: readonly [string, Failure['name'], ...unknown[]]) =>
	FAILURES[name].isTransient && what !== 'a wait of an hour';

it.each(PLACED.filter(isRetried))(
	'%s loses no record when it passes',
	async (_, name, fault, place) => {
		const { records, error, hints } = await read(name, { ...fault, times: 2 }, place, 5);
		expect(error).toBeUndefined();
		expect(records).toEqual(service().lists.GetCustomers.page(0, RECORDS));
		expect(hints).toEqual(['2 requests were retried.']);
	},
);

it.each(PLACED)('%s ends the read with one message when it stays', async (...row) => {
	const [, name, fault, place] = row;
	const { error, items, requests } = await read(name, fault, place, 1);
	expect(error?.message).toMatch(startOf(name));
	const end = ` \\(GetCustomers, offset ${place.unread}(, \\w+)?(, 1 retry)?\\)$`;
	expect(error?.description).toMatch(new RegExp(end));
	expect(items).toEqual([]);
	expect(requests).toBe(isRetried(row) ? 2 : 1);
});

const OF_PAGES = ['notAPage', 'notJson', 'otherPage', 'unknownOperation', 'timedOut'];

it.each(FAULTS.filter(([, name]) => !OF_PAGES.includes(name)))(
	'%s has the same words in the test of the credential',
	async (_, name, fault) => {
		service().setFaults([{ ...fault, on: 'Ping' }]);
		expect(await testCredential(credentialFor(service()))).toMatch(startOf(name));
	},
);

it.each([
	[200, 'connectionLost'],
	[503, 'unavailable'],
] as const)(
	'the test of the credential knows a body that is not compressed as declared, with status %d',
	async (code, name) => {
		const fault = status(code, { body: 'Pong', headers: { 'content-encoding': 'gzip' } });
		service().setFaults([{ ...fault, on: 'Ping' }]);
		expect(await testCredential(credentialFor(service()))).toMatch(startOf(name));
	},
);
