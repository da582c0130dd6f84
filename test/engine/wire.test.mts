import { describe, expect, it } from 'vitest';

import type { Failure } from '../../nodes/CustomerData/api/failures';
import type { Fault } from '../../service/server.mts';
import {
	expectMessage,
	inEachPlace,
	RECORDS,
	type Setting,
	startOf,
} from './support/faultTable.mts';
import { readCustomers } from './support/runNode.mts';
import { credentialFor, useOwnService } from './support/service.mts';
import { testCredential } from './support/testCredential.mts';
import { withoutJitter } from './support/time.mts';

const service = useOwnService({ sizes: { customers: RECORDS } });
withoutJitter();

type Row = [fault: string, name: Failure['name'], fault: Fault];

const headers = (set: Record<string, string>): Fault => ({ kind: 'headers', set });

/** What only a socket, Node's parser or its decompression brings about. */
const FAULTS: Row[] = [
	['a reset connection', 'connectionLost', { kind: 'reset' }],
	['a body that is cut off', 'connectionLost', { kind: 'cut' }],
	['headers of 20 kB', 'notHttp', headers({ 'x-large': 'x'.repeat(20_000) })],
	...['gzip', 'deflate', 'br'].map((encoding): Row => {
		const fault = `a body that is not compressed with ${encoding}, as declared`;
		return [fault, 'notJson', headers({ 'content-encoding': encoding })];
	}),
];

/** @returns how often the page that fails was requested, too */
async function read(fault: Fault, { offset, parallel }: Setting, maxRetries: number) {
	// On no other page.
	service().setFaults([{ ...fault, offset: offset === 0 ? 0 : offset + 5 }]);
	const outcome = await readCustomers(service(), { parallelRequests: parallel, maxRetries });
	expect(outcome.saved).not.toContain(service().apiKey);
	const requests = service().requests.filter((request) => request.offset === offset);
	return { ...outcome, requests: requests.length };
}

describe.each(inEachPlace(FAULTS))('%s', (_, name, fault, setting) => {
	const where = `the ${setting.page} page, ${setting.parallel} at a time`;

	it(`loses no record when it passes: ${where}`, async () => {
		const { records, error, hints } = await read({ ...fault, times: 2 }, setting, 5);
		expect(error).toBeUndefined();
		expect(records).toEqual(service().lists.GetCustomers.page(0, RECORDS));
		expect(hints).toEqual(['2 requests were retried.']);
	});

	it(`ends the read with one message after all retries when it stays: ${where}`, async () => {
		const outcome = await read(fault, setting, 1);
		expectMessage(name, setting, outcome);
		expect(outcome.requests).toBe(2);
	});
});

it.each(FAULTS.filter(([, name]) => name !== 'notJson'))(
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
	async (status, name) => {
		const encoding = { 'content-encoding': 'gzip' };
		const fault: Fault = { kind: 'status', status, body: 'Pong', headers: encoding, on: 'Ping' };
		service().setFaults([fault]);
		expect(await testCredential(credentialFor(service()))).toMatch(startOf(name));
	},
);
