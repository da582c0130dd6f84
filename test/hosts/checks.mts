import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { outputOf } from '../harness/n8n/execution.mts';
import type { Workflow } from '../harness/n8n/rest.mts';
import type { Stage } from '../harness/sandbox.mts';
import { deviations, synchronise } from '../../demo/synchronisation.mts';
import { exampleWorkflow } from '../../demo/workflow.mts';
import { credentialOf, TABLE_COLUMNS, TABLE_NAME } from '../../demo/workflowParts.mts';
import { startService } from '../../service/server.mts';
import { assertEveryCustomer, assertSuccess } from './assertions.mts';
import {
	EVERY_CUSTOMER,
	NODE,
	NODE_TYPE,
	read,
	startReading,
	TRIGGER,
	untilThereIs,
	watch,
} from './workflows.mts';

export interface Check {
	/** What the package does, as the rest of a sentence. */
	behaviour: string;
	prove: (stage: Stage) => Promise<void>;
}

/** What the package promises on every n8n. */
export const CHECKS: Check[] = [
	{
		behaviour: 'shows the node with its icon',
		prove: async ({ rest, n8n }) => {
			const nodeInfos = [{ name: NODE_TYPE, version: 1 }];
			const [node] = await rest.call('POST', '/node-types', descriptionsSchema, { nodeInfos });
			assert.equal(node?.displayName, NODE);
			const icon = await fetch(`${n8n.url}/${node.iconUrl.light}`);
			assert.match(await icon.text(), /^<svg/);
		},
	},
	{
		behaviour: 'refuses a wrong key in the test of the credential, in a sentence',
		prove: async ({ rest, credential }) => {
			const data = { ...credential.data, apiKey: 'wrong' };
			const { status, message } = await rest.testCredential({ ...credential, data });
			assert.equal(status, 'Error');
			// n8n 1.123 has lost the answer by then, and has a sentence of its own for a 401.
			assert.match(
				message,
				/^The API key or the company ID was not accepted|^Authorization failed/,
			);
		},
	},
	{
		behaviour: 'offers the fields of the first record',
		prove: async ({ rest, credential, service }) => {
			const fields = await rest.call('POST', '/dynamic-node-parameters/options', namedSchema, {
				path: 'parameters.options.fields',
				methodName: 'getFields',
				nodeTypeAndVersion: { name: NODE_TYPE, version: 1 },
				currentNodeParameters: EVERY_CUSTOMER,
				credentials: credentialOf(credential),
			});
			const first = Object.keys(service.lists.GetCustomers.at(0) ?? {});
			assert.deepEqual(
				fields.map(({ name }) => name),
				first.sort(),
			);
		},
	},
	{
		behaviour: 'reads every customer once, in order',
		prove: async (stage) => assertEveryCustomer(await read(stage, EVERY_CUSTOMER), stage),
	},
	{
		behaviour: 'reads up to a limit where the service has more',
		prove: async (stage) => {
			const execution = await read(stage, { ...EVERY_CUSTOMER, returnAll: false, limit: 3 });
			assertSuccess(execution);
			assert.equal(outputOf(execution, NODE).length, 3);
		},
	},
	{
		behaviour: 'gets over a service that is busy once in the middle',
		prove: async (stage) => {
			const { service } = stage;
			const offset = 600;
			service.setFaults([{ kind: 'status', status: 503, offset, times: 1 }]);
			assertEveryCustomer(await read(stage, EVERY_CUSTOMER), stage);
			const answers = service.requests.filter((request) => request.offset === offset);
			assert.deepEqual(
				answers.map(({ status }) => status),
				[503, 200],
			);
		},
	},
	{
		behaviour: 'gets over a connection that breaks and an answer that is cut off',
		prove: async (stage) => {
			stage.service.setFaults([
				{ kind: 'reset', offset: 600, times: 1 },
				{ kind: 'cut', offset: 800, times: 1 },
			]);
			// One page at a time, so that nothing but a retry can get over it.
			const options = { parallelRequests: 1 };
			assertEveryCustomer(await read(stage, { ...EVERY_CUSTOMER, options }), stage);
		},
	},
	{
		behaviour: 'takes the key to no other host, whatever redirects say',
		prove: async (stage) => {
			const { rest, service, credential } = stage;
			const other = await startService();
			try {
				// Another name of the same machine is another host.
				const to = other.baseUrl.replace('127.0.0.1', 'localhost');
				service.setFaults([
					{ kind: 'redirect', to: `${to}/GetCustomers` },
					{ kind: 'redirect', to: `${to}/Ping`, on: 'Ping' },
				]);
				const { error } = await read(stage, EVERY_CUSTOMER);
				const { status } = await rest.testCredential(credential);
				assert.equal(error?.message, `The service points to another address: ${to}/GetCustomers`);
				assert.equal(status, 'Error');
				assert.deepEqual(other.requests, []);
			} finally {
				await other.close();
			}
		},
	},
	{
		behaviour: 'ends with a message when an answer never comes to its end',
		prove: async (stage) => {
			stage.service.setFaults([{ kind: 'drip', offset: 100 }]);
			const options = { timeout: 1_000, maxRetries: 0 };
			const execution = await read(stage, { ...EVERY_CUSTOMER, options });
			assert.equal(execution.error?.message, 'The service did not answer within 1 seconds');
			assert.deepEqual(outputOf(execution, NODE), []);
		},
	},
	{
		behaviour: 'asks no more a second after the execution was cancelled',
		prove: async (stage) => {
			const { rest, service } = stage;
			service.setFaults([{ kind: 'endless' }]);
			service.setLatency(20);
			const id = await startReading(stage, EVERY_CUSTOMER);
			await untilThereIs('twentieth request', () => service.requests[19]);
			await rest.call('POST', `/executions/${id}/stop`, z.unknown());
			await sleep(1_000);
			const { length } = service.requests;
			await sleep(1_000);
			assert.equal(service.requests.length, length);
			assert.equal((await rest.finished(id)).status, 'canceled');
		},
	},
	{
		behaviour: 'saves no key with an execution that failed',
		prove: async (stage) => {
			const { rest, service } = stage;
			service.setFaults([{ kind: 'status', status: 403, body: 'Not for {apiKey}' }]);
			const { id, error } = await read(stage, EVERY_CUSTOMER);
			assert.equal(error?.message, 'The API key is not allowed to read GetCustomers');
			const saved = await rest.call('GET', `/executions/${id}`, z.unknown());
			assert.ok(!JSON.stringify(saved).includes(service.apiKey));
		},
	},
	{
		behaviour: 'starts a workflow with a record that is new, within a minute or so',
		prove: async (stage) => {
			const { rest, service } = stage;
			const workflow = await watch(stage, { resource: 'customerGroup', events: ['created'] });
			service.lists.GetCustomerGroups.insert({ Code: 'NEW', Description: 'A new group' });
			const id = await untilThereIs('execution', () => firstExecution(stage, workflow), 120_000);
			const execution = await rest.finished(id);
			assertSuccess(execution);
			assert.deepEqual(
				outputOf(execution, TRIGGER).map(({ json: { event, key } }) => ({ event, key })),
				[{ event: 'created', key: 'NEW' }],
			);
		},
	},
];

/** What it promises where n8n has Data Tables. */
export const WITH_TABLES: Check = {
	behaviour: 'copies every customer to a table, and twice comes to the same',
	prove: async (stage) => {
		const { rest, credential, projectId, service } = stage;
		const tableId = await rest.createDataTable(projectId, TABLE_NAME, TABLE_COLUMNS);
		const workflow = await rest.createWorkflow(exampleWorkflow(credential, tableId));
		for (let run = 1; run <= 2; run++) {
			const figures = await synchronise(stage, workflow, tableId);
			assert.deepEqual(deviations(figures, service), []);
		}
	},
};

const namedSchema = z.array(z.object({ name: z.string() }));

const descriptionsSchema = z.array(
	z.object({ displayName: z.string(), iconUrl: z.object({ light: z.string() }) }),
);

async function firstExecution({ rest }: Stage, workflow: Workflow): Promise<string | undefined> {
	return (await rest.executionIds(workflow)).at(-1);
}
