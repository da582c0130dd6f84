import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { synchronise, TABLE_COLUMNS } from '../../demo/synchronisation.mts';
import { copyingWorkflow, READER, TABLE_MAKER, WRITER } from '../../demo/workflows.mts';
import { startService } from '../../service/server.mts';
import { assertOutput, assertSuccess, outputOf } from '../harness/n8n/execution.mts';
import type { Credential } from '../harness/n8n/rest.mts';
import type { Sandbox } from '../harness/sandbox.mts';
import { waitFor } from '../harness/script/waitFor.mts';
import {
	customerDataTrigger,
	NODE_NAME,
	NODE_TYPE,
	TRIGGER_NAME,
} from '../harness/workflow/nodes.mts';
import { withNodes, type Example } from '../harness/workflow/examples.mts';
import { OFTEN, publish } from '../harness/workflow/polling.mts';
import { credentialsOf, workflow } from '../harness/workflow/workflow.mts';
import { assertReadsAll, read, startReading } from './reading.mts';

const ICON = join(import.meta.dirname, '../../icons/customerData.svg');

/** Each proves what the package does, the rest of a sentence. */
export type Checks = Record<string, (sandbox: Sandbox) => Promise<void>>;

/** What the package promises on every n8n. */
export const CHECKS: Checks = {
	'shows the node with its icon': async ({ rest, n8n }) => {
		const nodeInfos = [{ name: NODE_TYPE, version: 1 }];
		const [node] = await rest.call('POST', '/node-types', descriptionsSchema, { nodeInfos });
		assert.equal(node?.displayName, NODE_NAME);
		const icon = await fetch(`${n8n.url}/${node.iconUrl.light}`);
		assert.equal(await icon.text(), await readFile(ICON, 'utf8'));
	},
	'refuses a wrong key in the test of the credential, in a sentence': async ({
		rest,
		credential,
	}) => {
		const data = { ...credential.data, apiKey: 'wrong' };
		const { status, message } = await rest.testCredential({ ...credential, data });
		assert.equal(status, 'Error');
		// n8n 1.123 has lost the answer by then, and has a sentence of its own for a 401.
		assert.match(
			message,
			/^The service did not accept the API key or the company ID \(status 401\)|^Authorization failed/,
		);
	},
	'offers the fields of the first record': async ({ rest, credential, service }) => {
		const fields = await rest.call('POST', '/dynamic-node-parameters/options', namedSchema, {
			path: 'parameters.options.fields',
			methodName: 'getFields',
			nodeTypeAndVersion: { name: NODE_TYPE, version: 1 },
			currentNodeParameters: { resource: 'customer', operation: 'getAll', returnAll: true },
			credentials: credentialsOf(credential),
		});
		const first = Object.keys(service.lists.GetCustomers.at(0) ?? {});
		assert.deepEqual(
			fields.map(({ name }) => name),
			first.sort(),
		);
	},
	'reads every customer once, in order': async (sandbox) => await assertReadsAll(sandbox),
	'reads up to a limit where the service has more': async (sandbox) => {
		const execution = await read(sandbox, { returnAll: false, limit: 3 });
		assertOutput(execution, NODE_NAME, sandbox.service.lists.GetCustomers.page(0, 3));
	},
	'gets over a service that is busy once in the middle': async (sandbox) => {
		const { service } = sandbox;
		const offset = 600;
		service.setFaults([{ kind: 'status', status: 503, offset, times: 1 }]);
		await assertReadsAll(sandbox);
		const answers = service.requests.filter((request) => request.offset === offset);
		assert.deepEqual(
			answers.map(({ status }) => status),
			[503, 200],
		);
	},
	'gets over a connection that breaks and an answer that is cut off': async (sandbox) => {
		sandbox.service.setFaults([
			{ kind: 'reset', offset: 600, times: 1 },
			{ kind: 'cut', offset: 800, times: 1 },
		]);
		// One page at a time, so that nothing but a retry can get over it.
		const options = { parallelRequests: 1 };
		await assertReadsAll(sandbox, { options });
	},
	'takes the key to no other host, whatever redirects say': async (sandbox) => {
		const { rest, service, credential } = sandbox;
		const other = await startService();
		try {
			// Another name of the same machine is another host.
			const to = other.baseUrl.replace('127.0.0.1', 'localhost');
			service.setFaults([
				{ kind: 'redirect', to: `${to}/GetCustomers` },
				{ kind: 'redirect', to: `${to}/Ping`, on: 'Ping' },
			]);
			const { error } = await read(sandbox);
			const { status } = await rest.testCredential(credential);
			assert.equal(error?.message, `The service points to another address: ${to}/GetCustomers`);
			assert.equal(status, 'Error');
			assert.deepEqual(other.requests, []);
		} finally {
			await other.close();
		}
	},
	'ends with a message when an answer never comes to its end': async (sandbox) => {
		sandbox.service.setFaults([{ kind: 'drip', offset: 100 }]);
		const options = { timeout: 1_000, maxRetries: 0 };
		const execution = await read(sandbox, { options });
		assert.equal(execution.error?.message, 'The service did not respond within 1 second');
		assert.deepEqual(outputOf(execution, NODE_NAME), []);
	},
	'asks no more a second after the execution was cancelled': async (sandbox) => {
		const { rest, service } = sandbox;
		service.setFaults([{ kind: 'endless' }]);
		service.latency = 20;
		const id = await startReading(sandbox);
		await waitFor(() => service.requests[19], { failure: 'There was no twentieth request' });
		await rest.call('POST', `/executions/${id}/stop`, z.unknown());
		await sleep(1_000);
		const { length } = service.requests;
		await sleep(1_000);
		assert.equal(service.requests.length, length);
		assert.equal((await rest.finished(id)).status, 'canceled');
	},
	'saves no key with an execution that failed': async (sandbox) => {
		const { rest, service } = sandbox;
		service.setFaults([{ kind: 'status', status: 403, body: 'Not for {apiKey}' }]);
		const { id, error } = await read(sandbox);
		assert.equal(error?.message, 'The API key is not allowed to read GetCustomers');
		const saved = await rest.call('GET', `/executions/${id}`, z.unknown());
		assert.ok(!JSON.stringify(saved).includes(service.apiKey));
	},
	'starts a workflow with a record that is new, within a minute or so': async (sandbox) => {
		const { rest, service } = sandbox;
		const parameters = { resource: 'customerGroup', events: ['created'], pollTimes: OFTEN };
		const trigger = customerDataTrigger(sandbox.credential, parameters);
		const watching = await publish(rest, workflow('Watch groups', [trigger]));
		service.lists.GetCustomerGroups.insert({ Code: 'NEW', Description: 'A new group' });
		const find = async () => (await rest.executionIds(watching)).at(-1);
		const id = await waitFor(find, { failure: 'No execution started', withinMs: 120_000 });
		const execution = await rest.finished(id);
		assertSuccess(execution);
		assert.deepEqual(
			outputOf(execution, TRIGGER_NAME).map(({ event, key }) => ({ event, key })),
			[{ event: 'created', key: 'NEW' }],
		);
	},
};

/** What it promises where n8n has Data Tables. */
export const WITH_TABLES: Checks = {
	'copies every customer to a table, and twice comes to the same': async (sandbox) => {
		const { rest, projectId } = sandbox;
		const tableId = await rest.createDataTable(projectId, 'CRM contacts', TABLE_COLUMNS);
		const workflow = await rest.createWorkflow(draftFor(sandbox.credential, tableId));
		await synchronise(sandbox, workflow);
		await synchronise(sandbox, workflow);
	},
};

const namedSchema = z.array(z.object({ name: z.string() }));

const descriptionsSchema = z.array(
	z.object({ displayName: z.string(), iconUrl: z.object({ light: z.string() }) }),
);

/** The demo's workflow for n8n 1.x, too: it finds nothing by its name there, and makes no tables. */
function draftFor(credential: Credential, tableId: string): Example {
	return withNodes(copyingWorkflow(), {
		[READER]: { credentials: credentialsOf(credential) },
		[TABLE_MAKER]: {
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ id: tableId }) },
		},
		[WRITER]: { parameters: { dataTableId: { __rl: true, mode: 'list', value: tableId } } },
	});
}
