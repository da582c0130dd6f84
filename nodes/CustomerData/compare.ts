import type { INodeProperties } from 'n8n-workflow';
import { isObject } from './api/json';
import type { JsonValue } from './api/page';
import { compareItems } from './compare/compareItems';
import { identifierProperty, readIdentifier } from './parameters/list';
import { FIELDS_OF_LIST } from './parameters/options';
import type { GetParameter } from './parameters/values';
import { textKeyOf } from './read/identity';
import type { Operation } from './read/reads';
import { userError } from './userError';

const NOTICE: INodeProperties = {
	displayName:
		"Input items are the rows of your CRM: its own node reads them. On that node's 'Settings' tab, turn on 'Always Output Data', because without an input item this node does not run.",
	name: 'compareNotice',
	type: 'notice',
	default: '',
};

const INPUT_KEY: INodeProperties = {
	displayName: 'Value in Input Item',
	name: 'inputKey',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. {{ $json.code }}',
	description:
		'The same value in the input item: drag its field here. Input items without a value are left alone.',
};

const PAIR: INodeProperties[] = [
	{
		displayName: 'Field Name or ID',
		name: 'field',
		type: 'options',
		typeOptions: FIELDS_OF_LIST,
		default: '',
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
	{
		displayName: 'Value in Input Item',
		name: 'value',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.city }}',
		description: 'The same value in the input item: drag its field here',
	},
];

const COMPARE_FIELDS: INodeProperties = {
	displayName: 'Fields to Compare',
	name: 'compareFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Field',
	default: {},
	description:
		'If one of these fields differs in the input item, that is output as updated. Without any, every known one is. A number and its text count as equal, and so do empty values.',
	options: [{ displayName: 'Field', name: 'pairs', values: PAIR }],
};

export const compare: Operation = {
	value: 'compare',
	name: 'Compare',
	action: ({ records }) => `Compare ${records} with input items`,
	description: ({ records }) =>
		`Find out which ${records} to create, update or remove in another system, whose rows are the input items`,
	properties: [NOTICE, identifierProperty, INPUT_KEY, COMPARE_FIELDS],

	ask(list, parameter, resource) {
		const { isRemoved: isMarked } = list.options;
		const value = parameter('inputKey', undefined);
		if (!['string', 'number', 'undefined'].includes(typeof value) && value !== null) {
			throw userError(
				`'${INPUT_KEY.displayName}' must be text or a number`,
				'Drag the field there that holds the identifier, such as the customer code.',
			);
		}
		const key = textKeyOf(toJson(value));
		const row = { key, isAbsent: value === undefined, fields: readPairs(parameter), isMarked };
		// Whatever the options of the others: a second comparison would take the rows of this one for missing.
		return {
			list,
			field: readIdentifier(resource, parameter),
			value: '',
			share: list.listName,
			row,
		};
	},

	answer: compareItems,
};

function readPairs(parameter: GetParameter): Array<[name: string, value: JsonValue]> {
	const pairs: unknown[] = [parameter('compareFields.pairs', [])].flat();
	return pairs.filter(isObject).map(({ field, value }) => {
		if (typeof field === 'string' && field.trim() !== '') return [field, toJson(value)];
		throw userError(
			"'Field Name or ID' is empty",
			`Under '${COMPARE_FIELDS.displayName}', choose the field of the record, or delete that line.`,
		);
	});
}

/** Expressions can return what JSON has not, such as a date. */
function toJson(value: unknown): JsonValue {
	return JSON.parse(JSON.stringify(value) ?? 'null');
}
