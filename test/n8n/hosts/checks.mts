import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
	assertOutput,
	assertSuccess,
	outputOf,
	outputsOf,
	type Execution,
} from '../../../harness/n8n/execution.mts';
import type { Credential, N8nRest } from '../../../harness/n8n/rest.mts';
import type { Scene } from '../../../harness/sandbox.mts';
import { waitFor } from '../../../harness/script/waitFor.mts';
import {
	readExample,
	triggerOf,
	withNodes,
	type Example,
} from '../../../harness/workflow/examples.mts';
import {
	customerData,
	customerDataTrigger,
	MANUAL_TRIGGER,
	NODE_NAME,
	NODE_TYPE,
	TRIGGER_NAME,
} from '../../../harness/workflow/nodes.mts';
import { publish } from '../../../harness/workflow/polling.mts';
import { customersOf } from '../../../harness/workflow/rows.mts';
import { credentialsOf, workflow } from '../../../harness/workflow/workflow.mts';
import type { Fault } from '../../../service/server.mts';

const ICON = join(import.meta.dirname, '../../../icons/customerData.svg');

const fieldsSchema = z.array(z.object({ name: z.string() }));

const nodeTypesSchema = z.array(
	z.object({ displayName: z.string(), iconUrl: z.object({ light: z.string() }) }),
);

const NODE_OF_CRM = { type: 'n8n-nodes-base.code', typeVersion: 2 };
const SAME_NAME = { pairs: [{ field: 'Name', value: 'Name' }] };

async function runExample(rest: N8nRest, example: Example): Promise<Execution> {
	return await rest.run(await rest.createWorkflow(example), triggerOf(example));
}

/** What can differ between hosts, by name. A check throws if it is not so. */
export const CHECKS: Record<string, (scene: Scene) => Promise<void>> = {
	'shows the node with its icon': async ({ rest }) => {
		const nodeInfos = [{ name: NODE_TYPE, version: 1 }];
		const [node] = await rest.call('POST', '/node-types', nodeTypesSchema, { nodeInfos });
		assert.equal(node?.displayName, NODE_NAME);
		const icon = await fetch(`${rest.url}/${node.iconUrl.light}`);
		assert.equal(await icon.text(), await readFile(ICON, 'utf8'));
	},
	'offers the fields of the first record': async ({ rest, credential, service }) => {
		const asked = fieldsOf(credential);
		const fields = await rest.call('POST', '/dynamic-node-parameters/options', fieldsSchema, asked);
		const names = Object.keys(service.lists.GetCustomers.at(0) ?? {});
		const offered = fields.map(({ name }) => name);
		assert.deepEqual(offered, names.sort());
	},
	'says in the credential test what is wrong': async ({ rest, credential }) => {
		for (const [changed, reason] of [
			[{ apiKey: 'wrong' }, /status 401/],
			[{ baseUrl: 'http://127.0.0.1:9' }, /Could not reach .* the container itself/],
		] as const) {
			const data = { ...credential.data, ...changed };
			const { status, message } = await rest.testCredential({ ...credential, data });
			assert.equal(status, 'Error');
			assert.match(message, reason);
		}
	},
	'reads every customer once, in order': async (scene) => {
		assertOutput(await read(scene), NODE_NAME, customersOf(scene.service));
	},
	'compares rows with the list, and names at the error output what has no identifier': async ({
		rest,
		credential,
		service,
	}) => {
		const { GetCustomers: list } = service.lists;
		list.insert({ Name: 'No code' });
		const options = { offset: 3 };
		const rows = { ...customerData(credential, { returnAll: true, options }), name: 'Rows' };
		const compare = customerData(credential, {
			operation: 'compare',
			keyField: { __rl: true, mode: 'list', value: 'Code' },
			inputKey: 'Code',
			compareFields: { pairs: [{ field: 'Name', value: 'Email' }] },
			options: { fields: ['Code'] },
		});
		const naming = { ...compare, onError: 'continueErrorOutput' };
		const draft = workflow('Compare', [MANUAL_TRIGGER, rows, naming]);
		const execution = await rest.run(await rest.createWorkflow(draft), MANUAL_TRIGGER.name);
		list.remove(list.length - 1);
		const [created = [], updated = [], removed = [], errors = []] = outputsOf(execution, NODE_NAME);
		assert.deepEqual(
			created.map(({ Code }) => Code),
			[1, 2, 3].map((number) => `C00000${number}`),
		);
		assert.equal(updated.length, list.length - 3);
		assert.equal(Object(updated[0]?.input).Code, updated[0]?.Code);
		assert.deepEqual(removed, []);
		assert.deepEqual(
			errors.map(({ error }) => error),
			[`Record ${list.length + 1} in the list (No code) has no value in 'Code'`],
		);
	},
	'runs the examples that are drawn, and names who was left out': async ({ rest, credential }) => {
		const credentials = credentialsOf(credential);
		const refusing =
			"if ($json.record.Code === 'C000002') throw new Error('Refused'); return [{ json: { id: 1 } }];";
		const following = withNodes(readExample('changes-to-crm.json'), {
			'When customers change': { credentials },
			'Save to CRM': {
				...NODE_OF_CRM,
				parameters: { mode: 'runOnceForAllItems', jsCode: refusing },
			},
			'Mark inactive': { ...NODE_OF_CRM, parameters: { jsCode: 'return [];' } },
		});
		const notSaved = await runExample(rest, following);
		assert.equal(notSaved.error?.message, 'Not saved: updated C000002: Refused [line 1].');

		const reading = { operation: 'getAll', returnAll: true, options: { offset: 2 } };
		const jsCode = 'return $input.all();';
		const saved = { ...NODE_OF_CRM, parameters: { mode: 'runOnceForAllItems', jsCode } };
		const keeping = withNodes(readExample('keep-the-crm-in-step.json'), {
			'Read the CRM': { type: NODE_TYPE, typeVersion: 1, parameters: reading, credentials },
			'What differs?': {
				parameters: { inputKey: 'Code', compareFields: SAME_NAME, options: {} },
				credentials,
			},
			...Object.fromEntries(['Create in', 'Update in'].map((name) => [`${name} CRM`, saved])),
			'Mark inactive': saved,
		});
		const execution = await runExample(rest, keeping);
		assertSuccess(execution);
		const codes = outputOf(execution, 'Create in CRM').map(({ Code }) => Code);
		assert.deepEqual(codes, ['C000001', 'C000002']);
	},
	'retries what an unavailable service or a lost connection costs, and says so': async (scene) => {
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
	'keeps the key out of the data of a failed execution': async (scene) => {
		const { rest, service } = scene;
		service.setFaults([{ kind: 'status', status: 403, body: 'Not for {apiKey}' }]);
		const { id, error } = await read(scene);
		assert.match(error?.message ?? '', /status 403/);
		const saved = await rest.call('GET', `/executions/${id}`, z.unknown());
		assert.ok(!JSON.stringify(saved).includes(service.apiKey));
	},
	'does not send the key to another host when redirected': async (scene) => {
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
	},
	'says that a response never ended or was not compressed as declared': async (scene) => {
		const notCompressed: Fault = { kind: 'headers', set: { 'content-encoding': 'gzip' } };
		for (const [fault, reason] of [
			[{ kind: 'slow', bytesPerSecond: 50 }, /within 1 second/],
			[notCompressed, /complete page/],
		] satisfies Array<[Fault, RegExp]>) {
			scene.service.setFaults([{ ...fault, offset: 100 }]);
			const { error } = await read(scene, { timeout: 1_000, maxRetries: 0 });
			assert.match(error?.message ?? '', reason);
		}
	},
	'stops sending requests within a second of canceling the execution': async (scene) => {
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
	},
	'says that fields cannot be listed where the credential has an expression': async ({
		rest,
		credential,
	}) => {
		for (const companyId of ['={{ $json.companyId }}', '={{ $("Companies").item.json.id }}']) {
			const { name, type, data } = credential;
			const draft = { name: `${name} ${companyId}`, type, data: { ...data, companyId } };
			const asked = fieldsOf(await rest.createCredential(draft));
			const path = '/dynamic-node-parameters/options';
			const loading = rest.call('POST', path, fieldsSchema, asked);
			await assert.rejects(loading, /because the credential contains an expression\. .*Type/);
		}
	},
	'starts a workflow within two minutes of a new record': async (scene) => {
		const { rest, service } = scene;
		const trigger = customerDataTrigger(scene.credential, { resource: 'customerGroup' });
		const watching = await publish(rest, workflow('Watch groups', [trigger]));
		service.lists.GetCustomerGroups.insert({ Code: 'NEW', Description: 'A new group' });
		const find = async () => (await rest.executionIds(watching)).at(-1);
		const id = await waitFor(find, { failure: 'No execution started', withinMs: 120_000 });
		const execution = await rest.finished(id);
		assertSuccess(execution);
		const events = outputOf(execution, TRIGGER_NAME).map(({ event, key }) => ({ event, key }));
		assert.deepEqual(events, [{ event: 'created', key: 'NEW' }]);
	},
};

/** What the editor sends to list the fields to choose from. */
function fieldsOf(credential: Credential) {
	return {
		path: 'parameters.options.fields',
		methodName: 'getFields',
		nodeTypeAndVersion: { name: NODE_TYPE, version: 1 },
		currentNodeParameters: { resource: 'customer', operation: 'getAll', returnAll: true },
		credentials: credentialsOf(credential),
	};
}

/** Reads every customer with our node. */
async function read(scene: Scene, options?: object): Promise<Execution> {
	return await scene.rest.finished(await startReading(scene, options));
}

async function startReading({ rest, credential }: Scene, options = {}): Promise<string> {
	const node = customerData(credential, { returnAll: true, options });
	const draft = workflow('Read customers', [MANUAL_TRIGGER, node]);
	return await rest.startRun(await rest.createWorkflow(draft), MANUAL_TRIGGER.name);
}
