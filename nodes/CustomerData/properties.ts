import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { LIMIT, NUMBER_OPTIONS, type WholeNumber } from './numbers';
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
	...numberProperty('limit', LIMIT),
	displayOptions: { show: { returnAll: [false] } },
};

const fields: INodeProperties = {
	displayName: 'Field Names or IDs',
	name: 'fields',
	type: 'multiOptions',
	typeOptions: {
		loadOptionsMethod: 'getFields',
		loadOptionsDependsOn: ['resource', 'operationName'],
	},
	default: [],
	description:
		'The fields to output, all of them when none is chosen. They are read from the first record of the service. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [fields, ...Object.entries(NUMBER_OPTIONS).map(numberOption)],
};

const names = Object.fromEntries(RESOURCES.map(({ value, name }) => [value, name]));

/** What stands under the name of the node on the canvas: "Get Many: Customer Group", say. */
export const subtitle = `={{ "Get Many: " + (${JSON.stringify(names)})[$parameter["resource"]] }}`;

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

function numberOption([name, number]: [string, WholeNumber]): INodeProperties {
	return numberProperty(name, number);
}

function numberProperty(name: string, number: WholeNumber): INodeProperties {
	const { displayName, min, max, default: initial, description } = number;
	return {
		displayName,
		name,
		type: 'number',
		typeOptions: { minValue: min, ...(max < Number.MAX_SAFE_INTEGER && { maxValue: max }) },
		default: initial,
		description,
	};
}
