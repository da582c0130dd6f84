import type { IExecuteFunctions, INodeProperties, NodeExecutionHint } from 'n8n-workflow';
import type { DataRecord } from './api/page';
import { Get, getProperties } from './get';
import { GetMany, getManyProperties, searchProperties } from './getMany';
import { readRow } from './parameters/resource';
import { refusal } from './refusal';
import { type Resource, RESOURCES } from './resources';

/** What an operation does in one execution of the node. */
interface ItemRunner {
	/** @throws PageNotRead for what the service did, UserError for what the user entered */
	run(itemIndex: number): Promise<DataRecord[]>;
	/** What to show beside the output. */
	hints(): NodeExecutionHint[];
}

/** The one table of what can be done with a resource: another operation is a row and its file. */
const OPERATIONS: ReadonlyArray<{
	/** Of the `operation` parameter; saved workflows depend on it, so it never changes. */
	value: string;
	name: string;
	/** What n8n shows in its panel, and tells agents. */
	action: (resource: Resource) => string;
	description: (resource: Resource) => string;
	properties: INodeProperties[];
	runnerFor: (context: IExecuteFunctions) => ItemRunner;
}> = [
	{
		value: 'get',
		name: 'Get',
		action: ({ record }) => `Get ${record}`,
		description: ({ records }) =>
			`Retrieve ${records} by the exact value of a field, such as a code`,
		properties: getProperties,
		runnerFor: (context) => new Get(context),
	},
	{
		value: 'getAll',
		name: 'Get Many',
		action: ({ records }) => `Get many ${records}`,
		description: ({ records }) => `Retrieve a list of ${records}`,
		properties: getManyProperties,
		runnerFor: (context) => new GetMany(context, 'getAll'),
	},
	{
		value: 'search',
		name: 'Search',
		action: ({ records }) => `Search ${records}`,
		description: ({ records }) => `Retrieve ${records} that contain given words in any field`,
		properties: searchProperties,
		runnerFor: (context) => new GetMany(context, 'search'),
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

/** Hands each input item to the operation that it names. */
export function operationRunner(context: IExecuteFunctions): ItemRunner {
	const runners = OPERATIONS.map(({ value, runnerFor }) => ({ value, runner: runnerFor(context) }));
	return {
		async run(itemIndex) {
			// Of another resource, n8n gives no operation.
			readRow(context.getNodeParameter('resource', itemIndex, ''));
			const chosen: unknown = context.getNodeParameter('operation', itemIndex, '');
			const found = runners.find(({ value }) => value === chosen);
			if (!found) throw refusal(`There is no operation "${chosen}"`, 'Choose one from the list.');
			return await found.runner.run(itemIndex);
		},
		hints: () => runners.flatMap(({ runner }) => runner.hints()),
	};
}
