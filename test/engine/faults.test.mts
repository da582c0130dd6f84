import { expect, it } from 'vitest';
import { readCustomers } from '../../harness/engine/runNode.mts';
import { FAILURES, type Failure } from '../../nodes/CustomerData/errors/failures';
import type { Fault } from '../../service/server.mts';
import { credentialFor, useOwnService } from './support/service.mts';
import { testCredential } from './support/testCredential.mts';
import { withoutJitter } from './support/time.mts';

const service = useOwnService({ sizes: { customers: 180 } });
withoutJitter();

const status = (code: number, more = {}): Fault => ({ kind: 'status', status: code, ...more });
const headers = (set: Record<string, string>): Fault => ({ kind: 'headers', set });
const unclosed = (milliseconds: number, hasLength: boolean): Fault => {
	return { kind: 'unclosed', milliseconds, hasLength };
};
const compressed = (encoding: string) => headers({ 'content-encoding': encoding });

const REDIRECT: Fault = { kind: 'redirect', to: 'https://elsewhere.example/X' };

/** What n8n and Node.js do not hand on as it came. Unit tests have the rest, the networks what comes before. */
const FAULTS: Array<[what: string, name: Failure['name'], fault: Fault]> = [
	['a reset connection', 'connectionLost', { kind: 'reset' }],
	['a body that is cut off', 'connectionLost', { kind: 'cut' }],
	['no response', 'timedOut', { kind: 'hang' }],
	['little bandwidth', 'timedOut', { kind: 'slow', bytesPerSecond: 10_000 }],
	['a body that only the end of the connection ends, late', 'timedOut', unclosed(60_000, false)],
	['headers of 20 kB', 'notHttp', headers({ 'x-large': 'x'.repeat(20_000) })],
	['a body that is not compressed with gzip, as declared', 'notJson', compressed('gzip')],
	['a body that is not compressed with deflate, as declared', 'notJson', compressed('deflate')],
	['a body that is not compressed with br, as declared', 'notJson', compressed('br')],
	['status 407', 'proxyFailed', status(407)],
	['status 429', 'rateLimited', status(429)],
	['status 503', 'unavailable', status(503)],
	['a response from a cache', 'cached', headers({ age: '30', vary: 'accept-encoding' })],
	['status 204', 'unexpected', status(204)],
	['a redirect', 'redirected', REDIRECT],
];

const startOf = (name: Failure['name']) => new RegExp(`^${FAILURES[name].message.split('{')[0]}`);

it.each(FAULTS)('%s ends the read with one message when it stays', async (_, name, fault) => {
	// On the third page alone, which begins with the last two records of the second.
	service().setFaults([{ ...fault, offset: 101 }]);
	const timeout = name === 'timedOut' ? { timeout: 500 } : {};
	const { error, items, saved } = await readCustomers(service(), { maxRetries: 1, ...timeout });
	expect(error?.message).toMatch(startOf(name));
	const end = / \(GetCustomers, offset 98(, \w+)?(, 1 retry)?\)$/;
	expect(error?.description).toMatch(end);
	expect(items).toEqual([]);
	expect(saved).not.toContain(service().apiKey);
	const requests = service().requests.filter(({ offset }) => offset === 96);
	expect(requests).toHaveLength(FAILURES[name].isTransient ? 2 : 1);
});

it.each<[string, Fault]>([
	['with little bandwidth', { kind: 'slow', bytesPerSecond: 100_000 }],
	['on a connection that is closed a minute after its declared length', unclosed(60_000, true)],
	['that only the end of the connection ends, soon', unclosed(200, false)],
])('reads a body %s', async (_, fault) => {
	service().setFaults([{ ...fault, offset: 101 }]);
	const { records } = await readCustomers(service(), { maxRetries: 0, timeout: 5_000 });
	expect(records).toEqual(service().lists.GetCustomers.page(0, 180));
});

const spoiled = (code: number) =>
	status(code, { body: 'Pong', headers: { 'content-encoding': 'gzip' } });

// n8n gives the test of a credential another helper.
it.each<[string, Failure['name'], Fault]>([
	['a reset connection', 'connectionLost', { kind: 'reset' }],
	['a body that is cut off', 'connectionLost', { kind: 'cut' }],
	['a redirect', 'redirected', REDIRECT],
	['a body that is not compressed as declared', 'connectionLost', spoiled(200)],
	['such a body with status 503', 'unavailable', spoiled(503)],
])('the test of the credential has the same words for %s', async (_, name, fault) => {
	service().setFaults([{ ...fault, on: 'Ping' }]);
	expect(await testCredential(credentialFor(service()))).toMatch(startOf(name));
});
