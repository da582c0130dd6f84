import type { Credential, WorkflowDraft } from '../test/harness/n8n/rest.mts';
import { credentialOf, mappingNode, note, to, upsertNode } from './workflowParts.mts';

export const WORKFLOW_NAME = 'Customers to CRM';
export const MANUAL_TRIGGER = 'Run by hand';
export const CUSTOMER_NODE = 'Get all customers';
export const MAPPING_NODE = 'Map to CRM fields';
export const TABLE_NODE = 'Save to CRM';
const SCHEDULE_TRIGGER = 'Every day at 6';

const NOTE = `## Every customer, once, in the CRM
1. **Get all customers** reads the whole list, page by page.
2. **Map to CRM fields** says which field goes where: change it to suit your CRM.
3. **Save to CRM** adds a row for a new customer code and updates the row of a known one, so it can run as often as you like. A data table stands in for the CRM here: put your CRM's node in its place.

Run it with **Execute workflow**, or publish it and it runs every day at 6.`;

/** Two triggers → all customers → the fields of the CRM → one row for each customer code. */
export function exampleWorkflow(credential: Credential, tableId: string): WorkflowDraft {
	return {
		name: WORKFLOW_NAME,
		nodes: [
			note(NOTE, [-48, -240], 864, 176),
			{
				id: 'manual',
				name: MANUAL_TRIGGER,
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'schedule',
				name: SCHEDULE_TRIGGER,
				type: 'n8n-nodes-base.scheduleTrigger',
				typeVersion: 1.2,
				position: [0, 192],
				parameters: { rule: { interval: [{ field: 'days', triggerAtHour: 6 }] } },
			},
			{
				id: 'customers',
				name: CUSTOMER_NODE,
				type: 'n8n-nodes-customer-data.customerData',
				typeVersion: 1,
				position: [224, 96],
				parameters: { resource: 'customer', operation: 'getAll', returnAll: true },
				credentials: credentialOf(credential),
			},
			mappingNode(MAPPING_NODE, [448, 96], '$json'),
			upsertNode(TABLE_NODE, [672, 96], tableId),
		],
		connections: {
			[MANUAL_TRIGGER]: to(CUSTOMER_NODE),
			[SCHEDULE_TRIGGER]: to(CUSTOMER_NODE),
			[CUSTOMER_NODE]: to(MAPPING_NODE),
			[MAPPING_NODE]: to(TABLE_NODE),
		},
		settings: { executionOrder: 'v1' },
	};
}
