import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { runNode, startNode } from './support/runNode.mts';
import { credentialFor, useService } from './support/service.mts';

const service = useService({ sizes: { customers: 480 } });

const run = (options: INodeParameters) => ({
	credential: credentialFor(service()),
	parameters: { resource: 'customer', operation: 'getAll', returnAll: true, options },
});

/** However late requests arrive, starts that lie apart make a run last so long. */
async function expectApart(work: () => Promise<unknown>, milliseconds: number): Promise<void> {
	const start = performance.now();
	await work();
	const lasted = performance.now() - start;
	expect(service().requests.length).toBeGreaterThan(2);
	expect(lasted).toBeGreaterThan((service().requests.length - 1) * milliseconds);
}

describe('Interval Between Requests', () => {
	it.each([1, 4, 16])(
		'keeps the starts of requests apart, %d at a time',
		async (parallelRequests) => {
			await expectApart(async () => {
				const { items } = await runNode(run({ requestInterval: 50, parallelRequests }));
				expect(items).toHaveLength(480);
			}, 50);
		},
	);

	it('keeps retries apart, too', async () => {
		service().setFaults([{ kind: 'status', status: 503, retryAfter: 0, times: 4 }]);
		await expectApart(async () => {
			const { items } = await runNode(run({ requestInterval: 50, maxRetries: 10 }));
			expect(items).toHaveLength(480);
		}, 50);
	});

	it('sends nothing while the service asks to wait, whatever is waiting for its turn', async () => {
		const fault = { kind: 'status', status: 429, retryAfter: 1, offset: 250, times: 1 } as const;
		service().setFaults([fault]);
		const { items } = await runNode(run({ requestInterval: 50, parallelRequests: 16 }));
		expect(items).toHaveLength(480);
		const { requests } = service();
		const refused = requests.findIndex(({ status }) => status === 429);
		const [before, after] = requests.slice(refused, refused + 2);
		expect((after?.at ?? 0) - (before?.at ?? 0)).toBeGreaterThan(900);
	});

	it('holds from one input item to the next', async () => {
		const options = { requestInterval: 80, offset: '={{ $json.offset }}' };
		const input = [{ offset: 470 }, { offset: 471 }, { offset: 472 }];
		await expectApart(async () => await runNode({ ...run(options), input }), 80);
		expect(service().requests).toHaveLength(3);
	});

	it('ends with the execution', async () => {
		const running = startNode(run({ requestInterval: 60_000 }));
		while (service().requests.length === 0) await new Promise((next) => setTimeout(next, 10));
		const before = performance.now();
		running.cancel();
		await running.outcome;
		expect(performance.now() - before).toBeLessThan(2_000);
		expect(service().requests).toHaveLength(1);
	});

	it('is refused when it is no number of milliseconds', async () => {
		const { error } = await runNode(run({ requestInterval: -1 }));
		expect(error?.message).toBe(
			"'Interval Between Requests' must be a whole number from 0 to 60000",
		);
	});
});
