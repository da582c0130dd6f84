import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { MAX_PAGE_SIZE } from './api/headers';
import { RESOURCES, type Resource } from './resources';

const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: RESOURCES.map(({ value, name, description }) => ({ value, name, description })),
	default: 'customer',
};

const operations: INodeProperties[] = RESOURCES.map(({ value, records }) => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [value] } },
	options: [
		{
			value: 'getAll',
			name: 'Get Many',
			description: `Read ${records}, all of them or up to a limit`,
			action: `Get many ${records}`,
		},
	],
	default: 'getAll',
}));

const operationName: INodeProperties = {
	displayName: 'Operation Name',
	name: 'operationName',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. GetSuppliers',
	description:
		'Name of the list operation, as the documentation of the service has it. Letters, digits, "_", "-" and "/" between names.',
	displayOptions: { show: { resource: valuesOf((row) => row.operationName === undefined) } },
};

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_PAGE_SIZE },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Offset',
			name: 'offset',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'Number of records to skip before the first one that is read',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 30000,
			description: 'Time in milliseconds that the service may take to answer one request',
		},
	],
};

/** The parameters of the node, from the table of resources. */
export const properties: INodeProperties[] = [
	resource,
	...operations,
	operationName,
	returnAll,
	limit,
	options,
];

function valuesOf(condition: (row: Resource) => boolean): INodePropertyOptions['value'][] {
	return RESOURCES.filter(condition).map(({ value }) => value);
}
