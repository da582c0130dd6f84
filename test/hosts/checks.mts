import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { synchronise, TABLE_COLUMNS } from '../../demo/synchronisation.mts';
import { copyingWorkflow, READER, TABLE_MAKER, WRITER } from '../../demo/workflows.mts';
import { startService } from '../../service/server.mts';
import { credentialFor } from '../harness/n8n/credential.mts';
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
import {
	assertReadsAll,
	assertReadsUntouched,
	read,
	requestsFor,
	startReading,
} from './reading.mts';

const ICON = join(import.meta.dirname, '../../icons/customerData.svg');

/** By name, which says what the package does; a check throws if that is not so. */
export const CHECKS: Record<string, (sandbox: Sandbox) => Promise<void>> = {
	'copies every customer to a table, with no duplicates on a second run': async (sandbox) => {
		const { rest, projectId } = sandbox;
		const tableId = await rest.createDataTable(projectId, 'CRM contacts', TABLE_COLUMNS);
		const workflow = await rest.createWorkflow(draftFor(sandbox.credential, tableId));
		await synchronise(sandbox, workflow);
		await synchronise(sandbox, workflow);
	},
	'shows the node with its icon': async ({ rest, n8n }) => {
		const nodeInfos = [{ name: NODE_TYPE, version: 1 }];
		const [node] = await rest.call('POST', '/node-types', descriptionsSchema, { nodeInfos });
		assert.equal(node?.displayName, NODE_NAME);
		const icon = await fetch(`${n8n.url}/${node.iconUrl.light}`);
		assert.equal(await icon.text(), await readFile(ICON, 'utf8'));
	},
	'explains in the credential test why a wrong key was refused': async ({ rest, credential }) => {
		const data = { ...credential.data, apiKey: 'wrong' };
		const { status, message } = await rest.testCredential({ ...credential, data });
		assert.equal(status, 'Error');
		assert.match(
			message,
			/^The service did not accept the API key or the company ID \(status 401\)/,
		);
	},
	'says in the credential test that nobody listens': async ({ rest, credential }) => {
		const data = { ...credential.data, baseUrl: 'http://127.0.0.1:9/rest/v1' };
		const { status, message } = await rest.testCredential({ ...credential, data });
		assert.equal(status, 'Error');
		assert.match(message, /^Could not reach the service\. Check 'Base URL'/);
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
	'reads every record that nobody touched once while others change the list': async (sandbox) => {
		const service = await startService({ sizes: { customers: 3_000 }, changes: 0.2, latency: 10 });
		try {
			const credential = await sandbox.rest.createCredential(credentialFor(service));
			await assertReadsUntouched({ ...sandbox, service, credential });
		} finally {
			await service.close();
		}
	},
	'stops at the limit when the service has more records': async (sandbox) => {
		const execution = await read(sandbox, { returnAll: false, limit: 3 });
		assertOutput(execution, NODE_NAME, sandbox.service.lists.GetCustomers.page(0, 3));
	},
	'retries a page when the service is briefly unavailable': async (sandbox) => {
		const { service } = sandbox;
		service.setFaults([{ kind: 'status', status: 503, offset: 600, times: 1 }]);
		await assertReadsAll(sandbox);
		assert.deepEqual(
			requestsFor(600, service).map(({ status }) => status),
			[503, 200],
		);
	},
	'retries a page after a lost connection or a truncated response': async (sandbox) => {
		sandbox.service.setFaults([
			{ kind: 'reset', offset: 600, times: 1 },
			{ kind: 'cut', offset: 800, times: 1 },
		]);
		// One request at a time, so only a retry can recover the page.
		const options = { parallelRequests: 1 };
		await assertReadsAll(sandbox, { options });
	},
	'does not send the key to another host when redirected': async (sandbox) => {
		const { rest, service, credential } = sandbox;
		const other = await startService();
		try {
			// A different name for the same machine counts as another host.
			const to = other.baseUrl.replace('127.0.0.1', 'localhost');
			service.setFaults([
				{ kind: 'redirect', to: `${to}/GetCustomers` },
				{ kind: 'redirect', to: `${to}/Ping`, on: 'Ping' },
			]);
			const { error } = await read(sandbox);
			const { status } = await rest.testCredential(credential);
			assert.equal(error?.message, 'The service redirects to another address');
			assert.ok(error.description?.includes(`${to}/GetCustomers`));
			assert.equal(status, 'Error');
			assert.deepEqual(other.requests, []);
		} finally {
			await other.close();
		}
	},
	'fails with a message when a response never ends': async (sandbox) => {
		sandbox.service.setFaults([{ kind: 'drip', offset: 100 }]);
		const options = { timeout: 1_000, maxRetries: 0 };
		const execution = await read(sandbox, { options });
		assert.equal(execution.error?.message, 'The service did not respond within 1 second');
		assert.deepEqual(outputOf(execution, NODE_NAME), []);
	},
	'fails with a message when a response is not compressed as declared': async (sandbox) => {
		const set = { 'content-encoding': 'gzip' };
		sandbox.service.setFaults([{ kind: 'headers', set, offset: 100 }]);
		const options = { timeout: 1_000, maxRetries: 0 };
		const execution = await read(sandbox, { options });
		assert.equal(execution.error?.message, 'The service did not return a complete page of records');
		assert.deepEqual(outputOf(execution, NODE_NAME), []);
	},
	'stops sending requests within a second of cancelling the execution': async (sandbox) => {
		const { rest, service } = sandbox;
		service.setFaults([{ kind: 'endless' }]);
		service.latency = 20;
		const id = await startReading(sandbox);
		await waitFor(() => service.requests[19], { failure: 'Request 20 did not arrive' });
		await rest.call('POST', `/executions/${id}/stop`, z.unknown());
		await sleep(1_000);
		const { length } = service.requests;
		await sleep(1_000);
		assert.equal(service.requests.length, length);
		assert.equal((await rest.finished(id)).status, 'canceled');
	},
	'keeps the key out of the data of a failed execution': async (sandbox) => {
		const { rest, service } = sandbox;
		service.setFaults([{ kind: 'status', status: 403, body: 'Not for {apiKey}' }]);
		const { id, error } = await read(sandbox);
		assert.equal(error?.message, 'The API key is not allowed to use GetCustomers (status 403)');
		const saved = await rest.call('GET', `/executions/${id}`, z.unknown());
		assert.ok(!JSON.stringify(saved).includes(service.apiKey));
	},
	'starts a workflow within two minutes of a new record': async (sandbox) => {
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

const namedSchema = z.array(z.object({ name: z.string() }));

const descriptionsSchema = z.array(
	z.object({ displayName: z.string(), iconUrl: z.object({ light: z.string() }) }),
);

/** The demo's workflow with IDs filled in: n8n 1.x cannot look up by name or create tables. */
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
