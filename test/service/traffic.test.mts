import { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { startService, type RunningService, type ServiceOptions } from '../../service/server.mts';
import { ask } from '../contract/support/ask.mts';

let service: RunningService | undefined;
afterEach(() => service?.close());

async function start(options: ServiceOptions): Promise<RunningService> {
	service = await startService(options);
	return service;
}

async function milliseconds(action: () => Promise<unknown>): Promise<number> {
	const begin = performance.now();
	await action();
	return performance.now() - begin;
}

it('the log has the operation, the paging and the status of every request', async () => {
	const { requests, ...rest } = await start({});
	await ask(rest, 'GetCustomers', { 'x-page-offset': '50', 'x-page-limit': '10' });
	await ask(rest, 'Ping', { 'x-page-offset': undefined, 'x-page-limit': 'ten' });

	expect(requests).toMatchObject([
		{ operation: 'GetCustomers', offset: 50, limit: 10, status: 200 },
		{ operation: 'Ping', offset: undefined, limit: undefined, status: 400 },
	]);
	expect(requests[0]?.headers).toHaveProperty('x-api-key', rest.apiKey);
	expect(Math.abs(Date.now() - (requests[0]?.at ?? 0))).toBeLessThan(10_000);
});

it('latency delays parallel requests at the same time, and can be changed', async () => {
	const running = await start({ latency: 500 });
	const all = () => Promise.all(Array.from({ length: 10 }, () => ask(running, 'GetCustomers')));
	const delayed = await milliseconds(all);
	expect(delayed).toBeGreaterThan(490);
	expect(delayed).toBeLessThan(2000);
	running.latency = 0;
	expect(await milliseconds(() => ask(running, 'Ping'))).toBeLessThan(400);
});

describe('a limit of concurrent requests', () => {
	it.each([429, 503] as const)('refuses further requests with %d', async (status) => {
		const running = await start({ latency: 100, maxConcurrent: 2, maxConcurrentStatus: status });
		const replies = await Promise.all([1, 2, 3].map(() => ask(running, 'GetCustomers')));
		expect(replies.map((reply) => reply.status).sort()).toEqual([200, 200, status]);
	});

	it('does not count a client that has disconnected', async () => {
		const running = await start({ maxConcurrent: 1, faults: [{ kind: 'hang', times: 1 }] });
		await expect(ask(running, 'GetCustomers', {}, AbortSignal.timeout(100))).rejects.toThrow();
		await expect.poll(async () => (await ask(running, 'GetCustomers')).status).toBe(200);
	});
});

it('sends nothing more soon after the client has disconnected', async () => {
	const running = await start({ faults: [{ kind: 'drip' }] });
	const write = vi.spyOn(ServerResponse.prototype, 'write');
	await expect(ask(running, 'GetCustomers', {}, AbortSignal.timeout(150))).rejects.toThrow();
	expect(write).toHaveBeenCalled();
	// A byte can be on its way when the client leaves.
	const writesIn200Milliseconds = async () => {
		write.mockClear();
		await new Promise((resolve) => setTimeout(resolve, 200));
		return write.mock.calls.length;
	};
	await expect.poll(writesIn200Milliseconds, { timeout: 5_000 }).toBe(0);
});

it.each<[string, ServiceOptions]>([
	['hangs', { faults: [{ kind: 'hang' }] }],
	['drips', { faults: [{ kind: 'drip' }] }],
	['waits', { latency: 10_000 }],
])('closing is immediate, even while a request %s', async (_state, options) => {
	const running = await start(options);
	const ended = expect(ask(running, 'GetCustomers')).rejects.toThrow();
	await expect.poll(() => running.requests.length).toBe(1);

	expect(await milliseconds(() => running.close())).toBeLessThan(2000);
	await ended;
});
