import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../api/json';
import { userError } from '../errors/userError';
import { identifierOf, listRequestOf, type ListRequest } from '../parameters/list';
import { conditionsOf, type Condition } from '../parameters/onlyRecords';
import { OPTIONS } from '../parameters/options';
import {
	isEntered,
	parameterValue,
	type GetParameter,
	type OptionUser,
} from '../parameters/values';
import {
	compareFieldsProperty,
	idFieldProperty,
	inputKeyProperty,
	outputProperty,
} from './properties';
import type { Columns } from './rows';

/** What to compare, and how. */
export interface CompareRequest {
	request: ListRequest;
	/** Identifies a record. */
	field: string;
	columns: Columns;
	/** Of the compared fields. */
	names: string[];
	/** On the records that the other system should have. */
	conditions: Condition[];
	/** Where a row has the ID of its own, if rows are output that are ready to save. */
	idField: string | undefined;
	/** An IANA name, for dates without one. */
	timeZone: string;
	/** Whether nobody looks at what is output before it is saved. */
	isUnattended: boolean;
}

export function compareRequestOf(
	user: OptionUser,
	parameter: GetParameter,
	context: Pick<IExecuteFunctions, 'getMode' | 'getTimezone'>,
): CompareRequest {
	const { resource, request } = listRequestOf(user, parameter);
	const { removedField, removedValue } = request.options;
	const key = parameterValue(inputKeyProperty, parameter('inputKey', ''));
	if (key === '') {
		throw userError(
			`'${inputKeyProperty.displayName}' is empty`,
			'Drag the field there that holds the identifier, such as the code.',
		);
	}
	const fields = pairsOf(parameter);
	checkMatchBy(request.options.matchBy, fields);
	const field = identifierOf(resource, parameter);
	return {
		request,
		field,
		columns: { key, fields, removed: removedField, removedValue },
		names: fields.map(({ name }) => name),
		conditions: conditionsOf(parameter, ', which is evaluated for the first input item'),
		idField: user === 'compare' ? idFieldOf(parameter) : undefined,
		timeZone: context.getTimezone(),
		isUnattended: context.getMode() !== 'manual',
	};
}

function pairsOf(parameter: GetParameter): Columns['fields'] {
	const pairs: unknown[] = [parameter('compareFields.pairs', [])].flat();
	return pairs.filter(isObject).map(({ field: name, value: path }) => {
		if (isEntered(name) && isEntered(path)) return { name, path };
		throw userError(
			`'${compareFieldsProperty.displayName}' has a line that is not complete`,
			'Choose the field of the record, and drag the field of the input items beside it, or delete that line.',
		);
	});
}

function idFieldOf(parameter: GetParameter): string | undefined {
	const { default: records } = outputProperty;
	if (parameterValue(outputProperty, parameter('output', records)) === records) return undefined;
	const path = parameterValue(idFieldProperty, parameter('idField', idFieldProperty.default));
	if (path !== '') return path;
	throw userError(
		`'${idFieldProperty.displayName}' is empty`,
		"Drag the field there that holds your CRM's own ID. If it has none, drag the field that holds the identifier.",
	);
}

function checkMatchBy(names: string[], fields: Columns['fields']): void {
	const other = names.find((one) => fields.every(({ name }) => name !== one));
	if (other === undefined) return;
	throw userError(
		`'${OPTIONS.matchBy.displayName}' has the field '${other}', which is not compared`,
		`Add it to '${compareFieldsProperty.displayName}', beside the field of the input items that holds the same value.`,
	);
}
