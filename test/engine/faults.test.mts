import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { type Failure, failure, FAILURES } from '../../nodes/CustomerData/api/failures';
import { whatToDo } from '../../nodes/CustomerData/nodeErrors';
import type { Fault } from '../../service/server.mts';
import { type Outcome, readCustomers } from './support/runNode.mts';
import { credentialFor, useOwnService } from './support/service.mts';
import { testCredential } from './support/testCredential.mts';
import { withoutJitter } from './support/time.mts';

const RECORDS = 200;
/** Stands on the third page, and on that alone. */
const PLACE = 110;

const service = useOwnService({ sizes: { customers: RECORDS } });
withoutJitter();

type Row = [fault: string, name: Failure['name'], ...apply: Fault[]];

const status = (status: number, more: object = {}): Fault => ({ kind: 'status', status, ...more });
const headers = (set: Record<string, string | string[]>): Fault => ({ kind: 'headers', set });
const envelope = (set: object): Fault => ({ kind: 'envelope', set: { ...set } });

const TRANSIENT: Row[] = [
	['status 407', 'proxyFailed', status(407)],
	['status 429', 'status429', status(429)],
	['status 503', 'unavailable', status(503)],
	['a reset connection', 'connectionLost', { kind: 'reset' }],
	['a body that is cut off', 'connectionLost', { kind: 'cut' }],
	['no response', 'timedOut', { kind: 'hang' }],
	['a body that never ends', 'timedOut', { kind: 'drip' }],
	['headers of 20 kB', 'notHttp', headers({ 'x-large': 'x'.repeat(20_000) })],
	['a web page', 'notJson', { kind: 'body', body: '<!doctype html><h1>Sign in</h1>' }],
	[
		'bytes that are no UTF-8',
		'notJson',
		envelope({ Payload: [{ Name: 'Zoë' }] }),
		{ kind: 'encoding', as: 'latin1' },
	],
	...['gzip', 'deflate', 'br'].map((encoding): Row => {
		const fault = `a body that is not compressed with ${encoding}, as declared`;
		return [fault, 'notJson', headers({ 'content-encoding': encoding })];
	}),
];

const LASTING: Row[] = [
	['`IsSuccess: false`', 'refused', envelope({ IsSuccess: false, ErrorMessages: ['Closed'] })],
	[
		'a record that is nested 5,000 levels deep',
		'notAPage',
		{
			kind: 'body',
			body: `{"IsSuccess":true,"Payload":[${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}]}`,
		},
	],
	...[204, 304, 501].map((code): Row => {
		return [`status ${code}`, 'unexpected', status(code, { body: '' })];
	}),
	['status 401', 'status401', status(401)],
	['a response from a cache', 'cached', headers({ age: '30', vary: 'accept-encoding' })],
	['a page from elsewhere', 'otherPage', headers({ 'x-page-next': '50' })],
	[
		'a last page from elsewhere',
		'otherPage',
		headers({ 'x-page-more': 'false', 'x-page-next': '900' }),
	],
	['a redirect', 'redirected', { kind: 'redirect', to: '/rest/v2/X' }],
	['a wait of an hour', 'status429', status(429, { retryAfter: 3600 })],
	['a wait until in an hour', 'unavailable', status(503, { retryAfterDate: 3600 })],
];

/** @returns how often the record was requested, too */
async function read(faults: Fault[], more: INodeParameters = {}) {
	service().setFaults(faults.map((fault) => ({ ...fault, offset: PLACE })));
	const outcome = await readCustomers(service(), more);
	expect(outcome.saved).not.toContain(service().apiKey);
	const holding = service().requests.filter(
		({ offset = 0, limit = 0 }) => offset <= PLACE && PLACE < offset + limit,
	);
	return { ...outcome, requests: holding.length };
}

/** Of a response that never comes, the test waits for the end. */
const timeoutFor = (name: Failure['name']) => (name === 'timedOut' ? { timeout: 250 } : {});

/** The words of the failure, up to what they leave open. */
const startOf = (name: Failure['name']) => new RegExp(`^${FAILURES[name].message.split('{')[0]}`);

function expectMessage(name: Failure['name'], { error, items }: Outcome): void {
	expect(error?.message).toMatch(startOf(name));
	expect(error?.description).toMatch(/ \(GetCustomers, offset \d+(, \w+)?\)$/);
	expect(items).toEqual([]);
}

describe.each(TRANSIENT)('%s', (_, name, ...faults) => {
	it('loses no record when it passes', async () => {
		const once = faults.map((fault) => ({ ...fault, times: 1 }));
		const { records, error, hints } = await read(once, timeoutFor(name));
		expect(error).toBeUndefined();
		expect(records).toEqual(service().lists.GetCustomers.page(0, RECORDS));
		expect(hints).toEqual(['1 request was retried.']);
	});

	it('ends the read with one message after all retries when it stays', async () => {
		const outcome = await read(faults, { maxRetries: 1, ...timeoutFor(name) });
		expectMessage(name, outcome);
		expect(outcome.requests).toBe(2);
	});
});

it.each(LASTING)('%s ends the read with one message at once', async (_, name, ...faults) => {
	const outcome = await read(faults);
	expectMessage(name, outcome);
	expect(outcome.requests).toBe(1);
});

const OF_PAGES: Array<Failure['name']> = [
	...(['notAPage', 'notJson', 'otherPage', 'status404', 'timedOut'] as const),
];
const OF_ALL = [...TRANSIENT, ...LASTING].filter(([, name]) => !OF_PAGES.includes(name));

it.each(OF_ALL)('%s has the same words in the test of the credential', async (_, name, fault) => {
	service().setFaults([{ ...fault, on: 'Ping' }]);
	expect(await testCredential(credentialFor(service()))).toMatch(startOf(name));
});

it('a host that is not found has the same words in the test of the credential', async () => {
	const credential = { ...credentialFor(service()), baseUrl: 'http://nowhere.invalid/rest/v1' };
	const expected = failure('hostNotFound', {
		code: 'ENOTFOUND',
		quote: { by: 'The host is', text: 'nowhere.invalid' },
	});
	expect(await testCredential(credential)).toBe(`${expected.message}. ${whatToDo(expected)}`);
	const { error } = await readCustomers(service(), { maxRetries: 0 }, { credential });
	const description = whatToDo(expected, 'GetCustomers, offset 0');
	expect(error).toMatchObject({ message: expected.message, description });
});
