import type { INodeProperties } from 'n8n-workflow';
import { RESOURCES } from '../resources';
import { LIMIT } from './numbers';
import {
	fieldsOfTheList,
	numberOptions,
	numberProperty,
	operationName,
	resource,
	subtitleFor,
} from './shared';

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
	typeOptions: fieldsOfTheList,
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
	options: [
		fields,
		...numberOptions('maxRetries', 'offset'),
		...numberOptions('parallelRequests').map(onlyWithReturnAll),
		...numberOptions('timeout'),
	],
};

/** A single page leaves nothing to be read at the same time. */
function onlyWithReturnAll(property: INodeProperties): INodeProperties {
	return { ...property, displayOptions: { show: { '/returnAll': [true] } } };
}

/** What stands under the name of the node on the canvas. */
export const subtitle = subtitleFor('Get Many');

/** The parameters of the node, from the table of resources. */
export const properties: INodeProperties[] = [
	resource,
	...operations,
	operationName,
	returnAll,
	limit,
	options,
];
