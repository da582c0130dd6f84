import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../api/json';
import type { DataRecord } from '../api/page';
import { userError } from '../errors/userError';
import type { Identified } from '../identity/identity';
import type { Doubt } from '../identity/missing';
import { readIdentifier, readRequest, type ListRequest } from '../parameters/list';
import { OPTIONS } from '../parameters/options';
import { readValue, type GetParameter, type Place } from '../parameters/values';
import type { Fate } from './fates';
import {
	compareFieldsProperty,
	conditionProperty,
	inputKeyProperty,
	onlyRecordsProperty,
} from './properties';
import type { Columns, Row } from './rows';
import type { Condition } from './wanted';

/** What to compare, and how. */
export interface Comparison {
	request: ListRequest;
	/** Identifies a record. */
	field: string;
	columns: Columns;
	/** Of the compared fields. */
	names: string[];
	/** On the records that the other system should have. */
	conditions: Condition[];
	/** An IANA name, for dates without one. */
	timeZone: string;
	/** Whether nobody looks at what is output before it is saved. */
	isUnattended: boolean;
}

/** What was read of both sides, and what becomes of each record and row so far. */
export interface Compared extends Comparison {
	rows: Row[];
	/** The list as it was read last. */
	list: Identified;
	/** All of its records, in their order. */
	records: DataRecord[];
	/** Why a record that no read showed may be there all the same. */
	doubt: Doubt | undefined;
	fates: Fate[];
}

export function readComparison(
	place: Place,
	parameter: GetParameter,
	context: Pick<IExecuteFunctions, 'getMode' | 'getTimezone'>,
): Comparison {
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
	return {
		request,
		field,
		columns: { key, fields, removed: removedField, removedValue },
		names: fields.map(({ name }) => name),
		conditions: readConditions(parameter),
		timeZone: context.getTimezone(),
		isUnattended: context.getMode() !== 'manual',
	};
}

function readPairs(parameter: GetParameter): Columns['fields'] {
	const pairs: unknown[] = [parameter('compareFields.pairs', [])].flat();
	return pairs.filter(isObject).map(({ field: name, value: path }) => {
		if (isEntered(name) && isEntered(path)) return { name, path };
		throw userError(
			`'${compareFieldsProperty.displayName}' has a line that is not complete`,
			'Choose the field of the record, and drag the field of the input items beside it, or delete that line.',
		);
	});
}

function checkMatchBy(names: string[], fields: Columns['fields']): void {
	const other = names.find((one) => fields.every(({ name }) => name !== one));
	if (other === undefined) return;
	throw userError(
		`'${OPTIONS.matchBy.displayName}' has the field '${other}', which is not compared`,
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
