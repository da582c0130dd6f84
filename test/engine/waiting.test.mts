import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import { customersRun, readCustomers, startNode } from '../../harness/engine/runNode.mts';
import type { Fault } from '../../service/server.mts';
import { useOwnService } from './support/service.mts';
import { skipWaits, withoutJitter } from './support/time.mts';

const RECORDS = 480;
const service = useOwnService({ sizes: { customers: RECORDS } });
withoutJitter();

const CLOSED: Fault = { kind: 'status', status: 503, headers: { 'retry-after': '60' } };

it('Interval Between Requests lies between all requests, of several input items, too', async () => {
	const waited = skipWaits();
	service().setFaults([{ kind: 'status', status: 503, offset: 0, times: 2 }]);
	const options = { requestInterval: 60_000, offset: '={{ $json.offset }}' };
	await readCustomers(service(), options, { input: [{ offset: 0 }, { offset: 470 }] });
	const { length } = service().requests;
	expect(length).toBeGreaterThan(RECORDS / 50);
	expect(waited()).toBeGreaterThan((length - 1) * 59_000);
});

it('a response that does not end in time leaves no connection open', async () => {
	service().setFaults([{ kind: 'slow', bytesPerSecond: 50 }]);
	// Long enough for the request to arrive from a busy machine.
	await readCustomers(service(), { timeout: 1_000, maxRetries: 0 });
	// The service logs a status when the connection is closed.
	const isClosed = () => expect(service().requests).toMatchObject([{ status: 200 }]);
	await vi.waitFor(isClosed, { timeout: 30_000 });
});

describe('canceling the execution', () => {
	it.each<[string, Fault[], INodeParameters, number]>([
		['a read that never ends', [{ kind: 'endless' }], { parallelRequests: 1 }, 10],
		['parallel requests without an end', [{ kind: 'endless' }], { parallelRequests: 16 }, 10],
		['waiting for a response', [{ kind: 'hang' }], { timeout: 60_000 }, 1],
		['waiting for a retry', [CLOSED], {}, 1],
		['waiting between requests', [], { requestInterval: 60_000 }, 1],
	])('ends %s within a second, and all requests', async (_, faults, options, requests) => {
		service().setFaults(faults);
		const running = startNode(customersRun(service(), options));
		const hasBegun = () => expect(service().requests.length).toBeGreaterThanOrEqual(requests);
		await vi.waitFor(hasBegun, { timeout: 30_000 });
		const before = performance.now();
		running.cancel();
		const { items } = await running.outcome;
		expect(performance.now() - before).toBeLessThan(1_000);
		expect(items).toEqual([]);
		// What had left before may still arrive.
		await new Promise((resolve) => setTimeout(resolve, 50));
		const seen = service().requests.length;
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(service().requests).toHaveLength(seen);
	});
});
