import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { userError } from './userError';
import { answerGet, askGet, getProperties } from './get';
import {
	answerGetMany,
	askGetMany,
	askSearch,
	getManyProperties,
	searchProperties,
} from './getMany';
import { type ListRequest, listNameProperty, readResource, wholeList } from './parameters/list';
import { optionsProperty, readOptions } from './parameters/options';
import type { GetParameter } from './parameters/values';
import type { Answer, Question, Reads } from './read/reads';
import { type Resource, RESOURCES } from './resources';

interface Operation {
	/** Of the `operation` parameter; saved workflows depend on it, so it never changes. */
	value: 'get' | 'getAll' | 'search';
	name: string;
	/** What n8n shows in its panel, and tells agents. */
	action: (resource: Resource) => string;
	description: (resource: Resource) => string;
	/** Its parameters, between 'List Name' and 'Options'. */
	properties: INodeProperties[];
	/** What an input item asks for. @throws UserError that names the parameter, and says what to enter */
	ask: (list: ListRequest, parameter: GetParameter) => Question;
	answer: Answer;
}

/** The one table of what can be done with a list: another operation is a row and its file. */
const OPERATIONS: readonly Operation[] = [
	{
		value: 'get',
		name: 'Get',
		action: ({ record }) => `Get ${record}`,
		description: ({ records }) =>
			`Retrieve ${records} by the exact value of a field, such as a code`,
		properties: getProperties,
		ask: askGet,
		answer: answerGet,
	},
	{
		value: 'getAll',
		name: 'Get Many',
		action: ({ records }) => `Get many ${records}`,
		description: ({ records }) => `Retrieve many ${records}`,
		properties: getManyProperties,
		ask: askGetMany,
		answer: answerGetMany,
	},
	{
		value: 'search',
		name: 'Search',
		action: ({ records }) => `Search ${records}`,
		description: ({ records }) => `Retrieve ${records} that contain given words in any field`,
		properties: searchProperties,
		ask: askSearch,
		answer: answerGetMany,
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
		[listNameProperty, ...properties, optionsProperty(value)].map((property) => {
			const show = { ...property.displayOptions?.show, operation: [value] };
			return { ...property, displayOptions: { show } };
		}),
	),
];

/** The name of the operation, as an expression for a subtitle on the canvas. */
export const OPERATION_NAME = `(${JSON.stringify(
	Object.fromEntries(OPERATIONS.map(({ value, name }) => [value, name])),
)})[$parameter["operation"]]`;

/** @throws UserError that names the parameter, and says what to enter */
export function readQuestion(parameter: GetParameter) {
	const { listName } = readResource(parameter);
	const chosen = parameter('operation', '');
	const operation = OPERATIONS.find(({ value }) => value === chosen);
	if (!operation) throw userError(`There is no operation "${chosen}"`, 'Choose one from the list.');
	const options = readOptions(operation.value, parameter('options', {}));
	return { operation, question: operation.ask(wholeList(listName, options), parameter) };
}

/** Takes in what an input item asks. @throws UserError that names the parameter, and says what to enter */
export async function ask(context: IExecuteFunctions, reads: Reads, itemIndex: number) {
	const { operation, question } = readQuestion((name, fallback, options) =>
		context.getNodeParameter(name, itemIndex, fallback, options),
	);
	return await reads.ask(operation, question, itemIndex);
}
