import type { Column, Credential } from '../test/harness/n8n/rest.mts';

export const TABLE_NAME = 'CRM contacts';

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

type Position = [x: number, y: number];

export function note(content: string, position: Position, width: number, height: number) {
	return {
		id: 'note',
		name: 'Note',
		type: 'n8n-nodes-base.stickyNote',
		typeVersion: 1,
		position,
		parameters: { content, width, height },
	};
}

/** Sets the columns of the CRM from the customer that the expression gives. */
export function mappingNode(name: string, position: Position, customer: string) {
	return {
		id: 'mapping',
		name,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		position,
		parameters: {
			assignments: {
				assignments: MAPPING.map(({ field, column, type }) => ({
					id: column,
					name: column,
					value: `={{ ${customer}.${field} }}`,
					type,
				})),
			},
		},
	};
}

/** Adds or updates the row with the customer's code. */
export function upsertNode(name: string, position: Position, tableId: string) {
	return tableNode('upsert', name, position, {
		...rowsWhereCodeIs('$json.code', tableId),
		operation: 'upsert',
		columns: { mappingMode: 'autoMapInputData', value: null },
	});
}

/** Deletes the row with the code that the expression gives. */
export function deleteNode(name: string, position: Position, tableId: string, code: string) {
	return tableNode('delete', name, position, {
		...rowsWhereCodeIs(code, tableId),
		operation: 'deleteRows',
	});
}

function tableNode(id: string, name: string, position: Position, parameters: object) {
	return { id, name, type: 'n8n-nodes-base.dataTable', typeVersion: 1.1, position, parameters };
}

function rowsWhereCodeIs(code: string, tableId: string) {
	return {
		resource: 'row',
		dataTableId: { __rl: true, mode: 'list', value: tableId, cachedResultName: TABLE_NAME },
		matchType: 'allConditions',
		filters: { conditions: [{ keyName: 'code', condition: 'eq', keyValue: `={{ ${code} }}` }] },
	};
}

export function credentialOf({ id, name, type }: Credential) {
	return { [type]: { id, name } };
}

/** The connections of a node's outputs, each to one node. */
export function to(...nodes: string[]) {
	return { main: nodes.map((node) => [{ node, type: 'main', index: 0 }]) };
}
