import type { Column, Credential, WorkflowDraft } from './rest.mts';

export const WORKFLOW_NAME = 'Customers to CRM';
export const TABLE_NAME = 'CRM contacts';
export const MANUAL_TRIGGER = 'Run by hand';
export const CUSTOMER_NODE = 'Get all customers';
export const MAPPING_NODE = 'Map to CRM fields';
export const TABLE_NODE = 'Save to CRM';
const SCHEDULE_TRIGGER = 'Every day at 6';

/** Which field of a customer goes to which column of the table that stands in for the CRM. */
export const MAPPING = [
	{ field: 'Code', column: 'code', type: 'string' },
	{ field: 'Name', column: 'company', type: 'string' },
	{ field: 'ContactName', column: 'contact', type: 'string' },
	{ field: 'Email', column: 'email', type: 'string' },
	{ field: 'Phone', column: 'phone', type: 'string' },
	{ field: 'City', column: 'city', type: 'string' },
	{ field: 'CreditLimit', column: 'creditLimit', type: 'number' },
	{ field: 'Active', column: 'active', type: 'boolean' },
] as const;

export const TABLE_COLUMNS: Column[] = MAPPING.map(({ column: name, type }) => ({ name, type }));

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
			{
				id: 'note',
				name: 'Note',
				type: 'n8n-nodes-base.stickyNote',
				typeVersion: 1,
				position: [-48, -240],
				parameters: { content: NOTE, width: 864, height: 176 },
			},
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
				credentials: { [credential.type]: { id: credential.id, name: credential.name } },
			},
			{
				id: 'mapping',
				name: MAPPING_NODE,
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				position: [448, 96],
				parameters: {
					assignments: {
						assignments: MAPPING.map(({ field, column, type }) => ({
							id: column,
							name: column,
							value: `={{ $json.${field} }}`,
							type,
						})),
					},
				},
			},
			{
				id: 'table',
				name: TABLE_NODE,
				type: 'n8n-nodes-base.dataTable',
				typeVersion: 1.1,
				position: [672, 96],
				parameters: {
					resource: 'row',
					operation: 'upsert',
					dataTableId: { __rl: true, mode: 'list', value: tableId, cachedResultName: TABLE_NAME },
					matchType: 'allConditions',
					filters: {
						conditions: [{ keyName: 'code', condition: 'eq', keyValue: '={{ $json.code }}' }],
					},
					columns: { mappingMode: 'autoMapInputData', value: null },
				},
			},
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

function to(node: string) {
	return { main: [[{ node, type: 'main', index: 0 }]] };
}
