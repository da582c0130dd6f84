import type { Credential, WorkflowDraft } from '../test/harness/n8n/rest.mts';
import { credentialOf, deleteNode, mappingNode, note, to, upsertNode } from './workflowParts.mts';

export const FOLLOWING_WORKFLOW_NAME = 'Keep the CRM in step';
export const TRIGGER_NODE = 'When customers change';
const SWITCH_NODE = 'What happened?';
const MAPPING_NODE = 'Map to CRM fields';
const SAVE_NODE = 'Save to CRM';
const REMOVE_NODE = 'Remove from CRM';

const NOTE = `## The CRM follows the customers
1. **When customers change** reads the list every minute and starts this workflow with the customers that are new, changed or gone.
2. **What happened?** sorts them by event.
3. New and changed customers are mapped and saved under their code; those that are gone are removed. A data table stands in for the CRM here.

Publish the workflow to start. The first poll only remembers what there is.`;

/** How often it polls: in n8n's form for Poll Times. */
export type PollTimes = Array<{ mode: 'everyMinute' } | { mode: 'custom'; cronExpression: string }>;

/** The trigger → a switch by event → save or remove the row of the customer's code. */
export function followingWorkflow(
	credential: Credential,
	tableId: string,
	pollTimes: PollTimes = [{ mode: 'everyMinute' }],
): WorkflowDraft {
	return {
		name: FOLLOWING_WORKFLOW_NAME,
		nodes: [
			note(NOTE, [-48, -256], 1072, 176),
			{
				id: 'trigger',
				name: TRIGGER_NODE,
				type: 'n8n-nodes-customer-data.customerDataTrigger',
				typeVersion: 1,
				position: [0, 96],
				parameters: {
					pollTimes: { item: pollTimes },
					resource: 'customer',
					keyField: { __rl: true, mode: 'name', value: 'Code' },
					events: ['created', 'updated', 'removed'],
				},
				credentials: credentialOf(credential),
			},
			{
				id: 'switch',
				name: SWITCH_NODE,
				type: 'n8n-nodes-base.switch',
				typeVersion: 3.2,
				position: [224, 80],
				parameters: { rules: { values: ['created', 'updated', 'removed'].map(whenEventIs) } },
			},
			mappingNode(MAPPING_NODE, [512, 0], '$json.record'),
			upsertNode(SAVE_NODE, [800, 0], tableId),
			deleteNode(REMOVE_NODE, [512, 224], tableId, '$json.key'),
		],
		connections: {
			[TRIGGER_NODE]: to(SWITCH_NODE),
			[SWITCH_NODE]: to(MAPPING_NODE, MAPPING_NODE, REMOVE_NODE),
			[MAPPING_NODE]: to(SAVE_NODE),
		},
		settings: { executionOrder: 'v1' },
	};
}

function whenEventIs(event: string) {
	return {
		outputKey: event,
		renameOutput: true,
		conditions: {
			combinator: 'and',
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
			conditions: [
				{
					id: event,
					leftValue: '={{ $json.event }}',
					rightValue: event,
					operator: { type: 'string', operation: 'equals' },
				},
			],
		},
	};
}
