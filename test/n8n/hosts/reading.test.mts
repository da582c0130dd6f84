import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { assertOutput, type Execution } from '../../../harness/n8n/execution.mts';
import type { Scene } from '../../../harness/sandbox.mts';
import { waitFor } from '../../../harness/script/waitFor.mts';
import { customerData, MANUAL_TRIGGER, NODE_NAME } from '../../../harness/workflow/nodes.mts';
import { customersOf } from '../../../harness/workflow/rows.mts';
import { workflow } from '../../../harness/workflow/workflow.mts';
import type { Fault } from '../../../service/server.mts';
import { onEachHost, test } from './hosts.mts';

onEachHost((quick) => {
	test('reads every customer once, in order', quick, async ({ scene }) => {
		assertOutput(await read(scene), NODE_NAME, customersOf(scene.service));
	});

	test(
		'retries what an unavailable service or a lost connection costs, and says so',
		quick,
		async ({ scene }) => {
			scene.service.setFaults([
				{ kind: 'status', status: 503, offset: 400, times: 1 },
				{ kind: 'reset', offset: 600, times: 1 },
				{ kind: 'cut', offset: 800, times: 1 },
			]);
			// One request at a time, so only a retry can recover the page.
			const execution = await read(scene, { parallelRequests: 1 });
			assertOutput(execution, NODE_NAME, customersOf(scene.service));
			assert.match(execution.runData[NODE_NAME]?.[0]?.hints[0]?.message ?? '', /^3 requests/);
		},
	);

	test('keeps the key out of the data of a failed execution', quick, async ({ scene }) => {
		const { rest, service } = scene;
		service.setFaults([{ kind: 'status', status: 403, body: 'Not for {apiKey}' }]);
		const { id, error } = await read(scene);
		assert.match(error?.message ?? '', /status 403/);
		const saved = await rest.call('GET', `/executions/${id}`, z.unknown());
		assert.ok(!JSON.stringify(saved).includes(service.apiKey));
	});

	test('does not send the key to another host when redirected', async ({ scene }) => {
		const { rest, service, credential } = scene;
		// A different name for the same machine counts as another host.
		const to = service.baseUrl.replace('127.0.0.1', 'localhost');
		service.setFaults([
			{ kind: 'redirect', to: `${to}/GetCustomers` },
			{ kind: 'redirect', to: `${to}/Ping`, on: 'Ping' },
		]);
		const { error } = await read(scene);
		const { status } = await rest.testCredential(credential);
		assert.match(error?.message ?? '', /redirects/);
		assert.equal(status, 'Error');
		const hosts = new Set(service.requests.map(({ headers }) => headers.host));
		assert.deepEqual([...hosts], [new URL(service.baseUrl).host]);
	});

	test('says that a response never ended or was not compressed as declared', async ({ scene }) => {
		const notCompressed: Fault = { kind: 'headers', set: { 'content-encoding': 'gzip' } };
		for (const [fault, reason] of [
			[{ kind: 'slow', bytesPerSecond: 50 }, /within 1 second/],
			[notCompressed, /complete page/],
		] satisfies Array<[Fault, RegExp]>) {
			scene.service.setFaults([{ ...fault, offset: 100 }]);
			const { error } = await read(scene, { timeout: 1_000, maxRetries: 0 });
			assert.match(error?.message ?? '', reason);
		}
	});

	test('stops sending requests within a second of canceling the execution', async ({ scene }) => {
		const { rest, service } = scene;
		service.setFaults([{ kind: 'endless' }]);
		service.latency = 20;
		const id = await startReading(scene);
		await waitFor(() => service.requests[19], { failure: 'Request 20 did not arrive' });
		await rest.call('POST', `/executions/${id}/stop`, z.unknown());
		await sleep(1_000);
		const { length } = service.requests;
		await sleep(1_000);
		assert.equal(service.requests.length, length);
		assert.equal((await rest.finished(id)).status, 'canceled');
	});
});

/** Reads every customer with our node. */
async function read(scene: Scene, options?: object): Promise<Execution> {
	return await scene.rest.finished(await startReading(scene, options));
}

async function startReading({ rest, credential }: Scene, options = {}): Promise<string> {
	const node = customerData(credential, { returnAll: true, options });
	const draft = workflow('Read customers', [MANUAL_TRIGGER, node]);
	return await rest.startRun(await rest.createWorkflow(draft), MANUAL_TRIGGER.name);
}
