import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import type { Fault } from '../../service/server.mts';
import { customersRun, readCustomers, startNode } from './support/runNode.mts';
import { ownService, useOwnService } from './support/service.mts';
import { skipWaits, withoutJitter } from './support/time.mts';

const RECORDS = 480;
const service = useOwnService({ sizes: { customers: RECORDS } });
withoutJitter();

describe('Interval Between Requests', () => {
	it.each([1, 4, 16])('lies between all requests, %d at a time', async (parallelRequests) => {
		const waited = skipWaits();
		service().setFaults([{ kind: 'status', status: 503, offset: 0, times: 2 }]);
		const options = { requestInterval: 60_000, parallelRequests };
		const { records } = await readCustomers(service(), options);
		expect(records).toHaveLength(RECORDS);
		const { length } = service().requests;
		expect(length).toBeGreaterThan(RECORDS / 50);
		expect(waited()).toBeGreaterThan((length - 1) * 59_000);
	});

	it('lies between the requests of two input items, too', async () => {
		const waited = skipWaits();
		const options = { requestInterval: 60_000, offset: '={{ $json.offset }}' };
		await readCustomers(service(), options, { input: [{ offset: 470 }, { offset: 471 }] });
		expect(service().requests).toHaveLength(2);
		expect(waited()).toBeGreaterThan(59_000);
	});
});

describe('a service that asks to wait', () => {
	it.each([{ retryAfter: 50 }, { retryAfterDate: 50 }])(
		'is asked again after that: %j',
		async (wait) => {
			const waited = skipWaits();
			service().setFaults([{ kind: 'status', status: 503, offset: 250, times: 1, ...wait }]);
			const { records } = await readCustomers(service(), { parallelRequests: 1 });
			expect(records).toHaveLength(RECORDS);
			expect(waited()).toBeGreaterThan(48_000);
			expect(waited()).toBeLessThan(51_000);
		},
	);

	it('because it takes one request at a time is read whole', async () => {
		const own = await ownService({ sizes: { customers: 1_000 }, maxConcurrent: 1, latency: 2 });
		const { error, records } = await readCustomers(own, { parallelRequests: 16 });
		expect(error).toBeUndefined();
		expect(records).toEqual(own.lists.GetCustomers.page(0, 1_000));
	});
});

describe('cancelling the execution', () => {
	it.each<[string, Fault[], INodeParameters, number]>([
		['a read that never ends', [{ kind: 'endless' }], { parallelRequests: 1 }, 10],
		['parallel requests without an end', [{ kind: 'endless' }], { parallelRequests: 16 }, 10],
		['waiting for a response', [{ kind: 'hang' }], { timeout: 60_000 }, 1],
		['waiting for a retry', [{ kind: 'status', status: 503, retryAfter: 60 }], {}, 1],
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
