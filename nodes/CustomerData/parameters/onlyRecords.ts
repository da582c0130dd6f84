import type { INodeProperties } from 'n8n-workflow';
import { isObject } from '../api/json';
import { userError } from '../errors/userError';
import { PATHS_OF_LIST } from './options';
import { isEntered, parameterValue, type GetParameter } from './values';

/** The name of the parameter, in the panel and in messages. */
export const ONLY_RECORDS = 'Only Records With';

export const LEFT_OUT = `Those that '${ONLY_RECORDS}' leaves out count as not in the list.`;

/** A field of a record, or a path in it. */
export const pathProperty: INodeProperties = {
	displayName: 'Field Name or ID',
	name: 'field',
	type: 'options',
	typeOptions: PATHS_OF_LIST,
	required: true,
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

const conditionProperty = {
	displayName: 'Condition',
	name: 'condition',
	type: 'options',
	options: [
		{ name: 'Is', value: 'is', description: 'The field has this value' },
		{ name: 'Is Not', value: 'isNot', description: 'The field has another value' },
	],
	default: 'is',
} satisfies INodeProperties;

const conditionProperties: INodeProperties[] = [
	pathProperty,
	conditionProperty,
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		default: '',
		placeholder: 'e.g. true',
		description:
			'Leave empty for a field without a value. true also stands for 1 and yes; false for 0, no, and a field without a value.',
	},
];

const HOW_CONDITIONS_JOIN =
	'All conditions must hold, except that several with Is for the same field are alternatives.';

/** @param description says which records it is for, and what becomes of the others */
export function onlyRecordsProperty(description: string): INodeProperties {
	return {
		displayName: ONLY_RECORDS,
		name: 'onlyRecords',
		type: 'fixedCollection',
		// In one line, n8n would cut "Is" to its first letter (2.41).
		typeOptions: { multipleValues: true },
		placeholder: 'Add Condition',
		default: {},
		description: [description, HOW_CONDITIONS_JOIN].join(' '),
		options: [{ displayName: 'Condition', name: 'conditions', values: conditionProperties }],
	};
}

/** On the records that are wanted. */
export interface Condition {
	/** A name, or a path. */
	field: string;
	isNot: boolean;
	/** As it was entered; empty for none. */
	value: unknown;
}

/** @param evaluated when n8n evaluates an expression there, after "the expression" */
export function conditionsOf(parameter: GetParameter, evaluated = ''): Condition[] {
	const lines: unknown[] = [parameter('onlyRecords.conditions', [])].flat();
	return lines.filter(isObject).map(({ field, condition, value }) => {
		if (!isEntered(field)) {
			throw userError(
				`'${ONLY_RECORDS}' has a line without a field`,
				'Choose the field of the record, or delete that line.',
			);
		}
		if (value === undefined || value === null) {
			throw userError(
				`The expression for '${field}' in '${ONLY_RECORDS}' returns no value`,
				`Check the expression${evaluated}. To compare with an empty value, clear it.`,
			);
		}
		return { field, isNot: parameterValue(conditionProperty, condition) === 'isNot', value };
	});
}

/** The fields of conditions, each once. */
export function fieldsOfConditions(conditions: readonly Condition[]): string[] {
	return [...new Set(conditions.map(({ field }) => field))];
}
