import {
	NodeConnectionTypes,
	type IBuilderHintVariation,
	type INodeProperties,
} from 'n8n-workflow';
import { userError } from '../errors/userError';
import { optionsProperty } from '../parameters/chosenOptions';
import { listNameProperty, readRequest } from '../parameters/list';
import type { GetParameter } from '../parameters/values';
import { RESOURCES } from '../resources';
import { compare } from './compare';
import { get } from './get';
import { getMany } from './getMany';
import type { Operation, WholeOperation } from './operation';
import { report } from './report';
import { search } from './search';

/** The one table of what can be done with a list, sorted by name: another operation is a row and its file. */
const OPERATIONS: readonly Operation[] = [compare, get, getMany, report, search];

const MAIN = NodeConnectionTypes.Main;

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
		[listNameProperty, ...properties, optionsProperty(value)].map((property) => {
			const show = { ...property.displayOptions?.show, operation: [value] };
			return { ...property, displayOptions: { show } };
		}),
	),
];

/** What each operation says to n8n's Assistant. */
export const operationTypeDefs: IBuilderHintVariation[] = OPERATIONS.flatMap(
	({ value, typeDefContent }) =>
		typeDefContent === undefined
			? []
			: [{ content: typeDefContent, displayOptions: { show: { operation: [value] } } }],
);

/** The outputs of the chosen operation, as n8n looks them up. */
export const operationOutputs =
	`={{ (${JSON.stringify(namedOutputs())})[$parameter["operation"]] ?? ["${MAIN}"] }}` as const;

function namedOutputs() {
	const several = OPERATIONS.flatMap((operation) => {
		if (!('outputs' in operation)) return [];
		const named = operation.outputs.map((displayName) => ({ type: MAIN, displayName }));
		return [[operation.value, named] as const];
	});
	return Object.fromEntries(several);
}

/** The chosen operation, if it takes all input items together. */
export function wholeOperation(chosen: unknown): WholeOperation | undefined {
	const operation = OPERATIONS.find(({ value }) => value === chosen);
	return operation && 'run' in operation ? operation : undefined;
}

/**
 * Reads the operation, and what an input item asks of it.
 *
 * @throws UserError that names the parameter, and says what to enter
 */
export function readQuestion(parameter: GetParameter) {
	const chosen = parameter('operation', '');
	const operation = OPERATIONS.find(({ value }) => value === chosen);
	if (!operation || 'run' in operation) {
		throw userError(`There is no operation "${chosen}"`, 'Choose one from the list.');
	}
	const { resource, request } = readRequest(operation.value, parameter);
	return { operation, question: operation.ask(request, parameter, resource) };
}
