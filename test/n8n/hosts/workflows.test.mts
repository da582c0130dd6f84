import assert from 'node:assert/strict';
import {
	assertSuccess,
	outputOf,
	outputsOf,
	type Execution,
} from '../../../harness/n8n/execution.mts';
import type { N8nRest } from '../../../harness/n8n/rest.mts';
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
import { credentialsOf, workflow } from '../../../harness/workflow/workflow.mts';
import { onEachHost, test } from './hosts.mts';

const NODE_OF_CRM = { type: 'n8n-nodes-base.code', typeVersion: 2 };
const SAME_NAME = { pairs: [{ field: 'Name', value: 'Name' }] };

onEachHost((quick) => {
	test(
		'compares rows with the list, and names at Held Back what has no identifier',
		quick,
		async ({ scene: { rest, credential, service } }) => {
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
			const look = { name: 'Look', type: 'n8n-nodes-base.noOp' };
			const draft = workflow('Compare', [MANUAL_TRIGGER, rows, compare, look]);
			const toLook = { node: look.name, type: 'main', index: 0 };
			draft.connections = {
				...draft.connections,
				[NODE_NAME]: { main: [[], [], [], [toLook]] },
			};
			const execution = await rest.run(await rest.createWorkflow(draft), MANUAL_TRIGGER.name);
			list.remove(list.length - 1);
			const [created = [], updated = [], removed = [], held = []] = outputsOf(execution, NODE_NAME);
			assert.deepEqual(
				created.map(({ Code }) => Code),
				[1, 2, 3].map((number) => `C00000${number}`),
			);
			assert.equal(updated.length, list.length - 3);
			assert.equal(Object(updated[0]?.input).Code, updated[0]?.Code);
			assert.deepEqual(removed, []);
			assert.deepEqual(
				held.map(({ note }) => String(note).replace(/\. .*/, '')),
				[`Record ${list.length + 1} in the list (No code) has no value in 'Code'`],
			);
		},
	);

	test('names who was not saved in changes-to-crm.json', quick, async ({ scene }) => {
		const { rest, credential } = scene;
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
	});

	test('creates who is missing with keep-the-crm-in-step.json', quick, async ({ scene }) => {
		const { rest, credential } = scene;
		const credentials = credentialsOf(credential);
		const reading = { operation: 'getAll', returnAll: true, options: { offset: 2 } };
		const jsCode = 'return $input.all();';
		const saved = { ...NODE_OF_CRM, parameters: { mode: 'runOnceForAllItems', jsCode } };
		const keeping = withNodes(readExample('keep-the-crm-in-step.json'), {
			'Read the CRM': { type: NODE_TYPE, typeVersion: 1, parameters: reading, credentials },
			'What differs?': {
				parameters: {
					...{ inputKey: 'Code', idField: 'Code', compareFields: SAME_NAME },
					...{ matchBy: [], removedField: '' },
				},
				credentials,
			},
			...Object.fromEntries(['Create in', 'Update in'].map((name) => [`${name} CRM`, saved])),
			'Mark inactive': saved,
		});
		const execution = await runExample(rest, keeping);
		assertSuccess(execution);
		const codes = outputOf(execution, 'Create in CRM').map(({ Code }) => Code);
		assert.deepEqual(codes, ['C000001', 'C000002']);
	});

	test('starts a workflow within two minutes of a new record', async ({ scene }) => {
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
		await rest.deactivate(watching);
	});
});

async function runExample(rest: N8nRest, example: Example): Promise<Execution> {
	return await rest.run(await rest.createWorkflow(example), triggerOf(example));
}
