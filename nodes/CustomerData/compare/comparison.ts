import { isObject } from '../api/json';
import { userError } from '../errors/userError';
import { readIdentifier, readRequest, type ListRequest } from '../parameters/list';
import { OPTIONS } from '../parameters/options';
import { readValue, type GetParameter, type Place } from '../parameters/values';
import {
	compareFieldsProperty,
	conditionProperty,
	inputKeyProperty,
	onlyRecordsProperty,
} from './properties';
import type { Columns } from './rows';
import type { Condition } from './wanted';

export interface Comparison {
	request: ListRequest;
	/** Identifies a record. */
	field: string;
	columns: Columns;
	/** On the records that the other system should have. */
	conditions: Condition[];
}

export function readComparison(place: Place, parameter: GetParameter): Comparison {
	const { resource, request } = readRequest(place, parameter);
	const { removedField, removedValue } = request.options;
	const key = readValue(inputKeyProperty, parameter('inputKey', ''));
	if (key === '') {
		throw userError(
			`'${inputKeyProperty.displayName}' is empty`,
			'Drag the field there that holds the identifier, such as the code.',
		);
	}
	const fields = readPairs(parameter);
	checkMatchBy(request.options.matchBy, fields);
	const field = readIdentifier(resource, parameter);
	const columns = { key, fields, removed: removedField, removedValue };
	return { request, field, columns, conditions: readConditions(parameter) };
}

function readPairs(parameter: GetParameter): Columns['fields'] {
	const pairs: unknown[] = [parameter('compareFields.pairs', [])].flat();
	return pairs.filter(isObject).map(({ field, value }) => {
		if (isEntered(field) && isEntered(value)) return [field, value];
		throw userError(
			`'${compareFieldsProperty.displayName}' has a line that is not complete`,
			'Choose the field of the record, and drag the field of the input items beside it, or delete that line.',
		);
	});
}

function checkMatchBy(names: string[], fields: Columns['fields']): void {
	const name = names.find((one) => fields.every(([field]) => field !== one));
	if (name === undefined) return;
	throw userError(
		`'${OPTIONS.matchBy.displayName}' has the field '${name}', which is not compared`,
		`Add it to '${compareFieldsProperty.displayName}', beside the field of the input items that holds the same value.`,
	);
}

function readConditions(parameter: GetParameter): Condition[] {
	const lines: unknown[] = [parameter('onlyRecords.conditions', [])].flat();
	return lines.filter(isObject).map(({ field, condition, value }) => {
		if (isEntered(field))
			return { field, isNot: readValue(conditionProperty, condition) === 'isNot', value };
		throw userError(
			`'${onlyRecordsProperty.displayName}' has a line without a field`,
			'Choose the field of the record, or delete that line.',
		);
	});
}

function isEntered(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}
