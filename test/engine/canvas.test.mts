import type { INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { NODE, nodeInWorkflow, TRIGGER } from '../../harness/engine/nodeInWorkflow.mts';
import { nodeTypes } from '../../harness/engine/packageTypes.mts';

const other = (operationName: string) => ({ resource: 'other', operationName });

it.each<[string, string, INodeParameters]>([
	['getAll: customer', NODE, {}],
	['compare: customerGroup', NODE, { resource: 'customerGroup', operation: 'compare' }],
	['search: GetSuppliers', NODE, { ...other('GetSuppliers'), operation: 'search' }],
	['getAll: other', NODE, other('')],
	['getAll: customer', NODE, { operationName: 'GetSuppliers', resource: 'customer' }],
	['customer: createdOrUpdated', TRIGGER, {}],
	['GetItems: created, removed', TRIGGER, { ...other('GetItems'), events: ['created', 'removed'] }],
])('on the canvas, n8n writes "%s" below the name of %s for %j', (words, type, parameters) => {
	const { node, workflow } = nodeInWorkflow({ credential: {}, type, parameters });
	const { subtitle = '' } = nodeTypes.getByNameAndVersion(type).description;
	expect(workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {})).toBe(words);
});
