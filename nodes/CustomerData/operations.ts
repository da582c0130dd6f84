import type { INodeProperties } from 'n8n-workflow';
import { askGet, getProperties } from './get';
import { askMany, getManyProperties, searchProperties } from './getMany';
import { readRow } from './parameters/resource';
import type { Operation } from './read/reads';
import { refusal } from './refusal';
import { type Resource, RESOURCES } from './resources';

/** The one table of what can be done with a resource: another operation is a row and its file. */
const OPERATIONS: ReadonlyArray<{
	/** Of the `operation` parameter; saved workflows depend on it, so it never changes. */
	value: string;
	name: string;
	/** What n8n shows in its panel, and tells agents. */
	action: (resource: Resource) => string;
	description: (resource: Resource) => string;
	properties: INodeProperties[];
	start: Operation;
}> = [
	{
		value: 'get',
		name: 'Get',
		action: ({ record }) => `Get ${record}`,
		description: ({ records }) =>
			`Retrieve ${records} by the exact value of a field, such as a code`,
		properties: getProperties,
		start: askGet,
	},
	{
		value: 'getAll',
		name: 'Get Many',
		action: ({ records }) => `Get many ${records}`,
		description: ({ records }) => `Retrieve many ${records}`,
		properties: getManyProperties,
		start: askMany('getAll'),
	},
	{
		value: 'search',
		name: 'Search',
		action: ({ records }) => `Search ${records}`,
		description: ({ records }) => `Retrieve ${records} that contain given words in any field`,
		properties: searchProperties,
		start: askMany('search'),
	},
];

/** A selector for each resource, then the parameters of each operation, shown with it alone. */
export const operationProperties: INodeProperties[] = [
	...RESOURCES.map((resource): INodeProperties => ({
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: OPERATIONS.map(({ value, name, action, description }) => {
			return { value, name, description: description(resource), action: action(resource) };
		}),
		default: 'getAll',
	})),
	...OPERATIONS.flatMap(({ value, properties }) =>
		properties.map((property) => {
			const show = { ...property.displayOptions?.show, operation: [value] };
			return { ...property, displayOptions: { show } };
		}),
	),
];

/** The name of the operation, as an expression for a subtitle on the canvas. */
export const OPERATION_NAME = `(${JSON.stringify(
	Object.fromEntries(OPERATIONS.map(({ value, name }) => [value, name])),
)})[$parameter["operation"]]`;

/** Each input item asks the operation that it names. */
export const startOperations: Operation = (context, reads) => {
	const operations = new Map(OPERATIONS.map(({ value, start }) => [value, start(context, reads)]));
	return async (itemIndex) => {
		const chosen = context.getNodeParameter('operation', itemIndex, '');
		const ask = operations.get(String(chosen));
		if (ask) return await ask(itemIndex);
		// For a resource that it does not know, n8n gives no operation.
		readRow(context.getNodeParameter('resource', itemIndex, ''));
		throw refusal(`There is no operation "${chosen}"`, 'Choose one from the list.');
	};
};
