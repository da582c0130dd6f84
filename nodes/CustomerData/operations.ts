import type { IExecuteFunctions, INodeProperties, NodeExecutionHint } from 'n8n-workflow';
import type { DataRecord } from './api/page';
import { GetMany, getManyProperties } from './getMany';
import { readRow } from './parameters/resource';
import { refusal } from './refusal';
import { RESOURCES } from './resources';

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
	action: string;
	properties: INodeProperties[];
	Runner: new (context: IExecuteFunctions) => ItemRunner;
}> = [
	{
		value: 'getAll',
		name: 'Get Many',
		action: 'Get many',
		properties: getManyProperties,
		Runner: GetMany,
	},
];

/** A selector for each resource, then the parameters of each operation, shown with it alone. */
export const operationProperties: INodeProperties[] = [
	...RESOURCES.map(({ value: resource, records }): INodeProperties => ({
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: OPERATIONS.map(({ value, name, action }) => {
			const text = `${action} ${records}`;
			return { value, name, description: text, action: text };
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

/** Hands each input item to the operation that it names. */
export function operationRunner(context: IExecuteFunctions): ItemRunner {
	const runners = OPERATIONS.map(({ value, Runner }) => ({ value, runner: new Runner(context) }));
	return {
		async run(itemIndex) {
			// Of another resource, n8n gives no operation.
			readRow(context.getNodeParameter('resource', itemIndex, ''));
			const chosen: unknown = context.getNodeParameter('operation', itemIndex, '');
			const found = runners.find(({ value }) => value === chosen);
			if (!found) throw refusal(`There is no operation "${chosen}"`, 'Choose Get Many.');
			return await found.runner.run(itemIndex);
		},
		hints: () => runners.flatMap(({ runner }) => runner.hints()),
	};
}
