import type { INodeProperties } from 'n8n-workflow';
import { userError } from '../errors/userError';
import { listNameProperty, readResource, wholeList } from '../parameters/list';
import { optionsProperty, readOptions } from '../parameters/optionValues';
import type { GetParameter } from '../parameters/values';
import { RESOURCES } from '../resources';
import { compare } from './compare/compare';
import { get } from './get';
import { getMany } from './getMany';
import type { Operation } from './operation';
import { search } from './search';

/** The one table of what can be done with a list, sorted by name: another operation is a row and its file. */
const OPERATIONS: readonly Operation[] = [compare, get, getMany, search];

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

/**
 * Reads the operation, and what an input item asks of it.
 *
 * @throws UserError that names the parameter, and says what to enter
 */
export function readQuestion(parameter: GetParameter) {
	const { resource, listName } = readResource(parameter);
	const chosen = parameter('operation', '');
	const operation = OPERATIONS.find(({ value }) => value === chosen);
	if (!operation) throw userError(`There is no operation "${chosen}"`, 'Choose one from the list.');
	const options = readOptions(operation.value, parameter('options', {}));
	return { operation, question: operation.ask(wholeList(listName, options), parameter, resource) };
}
