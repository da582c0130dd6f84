import {
	NodeConnectionTypes,
	type IBuilderHintVariation,
	type INodeProperties,
} from 'n8n-workflow';
import { optionsProperty } from '../parameters/chosenOptions';
import { listNameProperty } from '../parameters/list';
import { DEFAULT_RESOURCE, RESOURCES } from '../resources';
import { compare } from './compare';
import { forEachItem } from './eachItem';
import { get } from './get';
import { getMany } from './getMany';
import type { Operation } from './operation';
import { report } from './report';
import { search } from './search';

/** The one table of what can be done with a list, sorted by name: another operation is a row and its file. */
export const OPERATIONS: readonly Operation[] = [
	compare,
	forEachItem(get),
	forEachItem(getMany),
	report,
	forEachItem(search),
];

const MAIN = NodeConnectionTypes.Main;

/** A selector for each resource, then the parameters of each operation, shown with it alone. */
export const operationProperties: INodeProperties[] = [
	...RESOURCES.map((resource): INodeProperties => ({
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: OPERATIONS.map(({ value, name, action, description, example }) => ({
			...{ value, name, description: description(resource), action: action(resource) },
			...(resource.value === DEFAULT_RESOURCE && { builderHint: { propertyHint: example } }),
		})),
		default: 'getAll',
	})),
	...OPERATIONS.flatMap(({ value, properties }) =>
		[listNameProperty, ...properties, optionsProperty(value)].map((property) => {
			const show = { ...property.displayOptions?.show, operation: [value] };
			return { ...property, displayOptions: { show } };
		}),
	),
];

/** What each operation says to n8n's Assistant: once, because n8n shows it all resources at the same time. */
export const operationTypeDefs: IBuilderHintVariation[] = OPERATIONS.flatMap(
	({ value, typeDefContent }) =>
		typeDefContent === undefined
			? []
			: [
					{
						content: typeDefContent,
						displayOptions: { show: { resource: [DEFAULT_RESOURCE], operation: [value] } },
					},
				],
);

/** The outputs of the chosen operation, as n8n looks them up. */
export const operationOutputs =
	`={{ (${JSON.stringify(namedOutputs())})[$parameter["operation"]] ?? ["${MAIN}"] }}` as const;

function namedOutputs() {
	const several = OPERATIONS.flatMap(({ value, outputs }) =>
		outputs ? [[value, outputs.map((displayName) => ({ type: MAIN, displayName }))]] : [],
	);
	return Object.fromEntries(several);
}
