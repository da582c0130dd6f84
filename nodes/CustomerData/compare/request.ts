import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../api/json';
import { userError } from '../errors/userError';
import { identifierOf, listRequestOf, type ListRequest } from '../parameters/list';
import { conditionsOf, type Condition } from '../parameters/onlyRecords';
import {
	isEntered,
	parameterValue,
	type GetParameter,
	type OptionUser,
	type Property,
} from '../parameters/values';
import {
	compareFieldsProperty,
	idFieldProperty,
	inputKeyProperty,
	matchByProperty,
	outputProperty,
	removedFieldProperty,
	removedValueProperty,
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
	/** Those of them that connect a row without an identifier to its record, the most reliable one first. */
	matchBy: string[];
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
	const read = <Type extends 'string' | 'multiOptions'>(
		property: Property<Type> & { name: string },
	) => parameterValue(property, parameter(property.name, property.default));
	const key = read(inputKeyProperty);
	if (key === '') {
		throw userError(
			`'${inputKeyProperty.displayName}' is empty`,
			'Drag the field there that holds the identifier, such as the code.',
		);
	}
	const fields = pairsOf(parameter);
	const matchBy = read(matchByProperty);
	checkMatchBy(matchBy, fields);
	const field = identifierOf(resource, parameter);
	return {
		request,
		field,
		columns: {
			...{ key, fields },
			removed: read(removedFieldProperty),
			removedValue: read(removedValueProperty),
		},
		names: fields.map(({ name }) => name),
		matchBy,
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
			'Choose the field of the application, and drag the field of your CRM below it, or delete both.',
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
		`'${matchByProperty.displayName}' has the field '${other}', which is not compared`,
		`Add it to '${compareFieldsProperty.displayName}', beside the field of your CRM that holds the same value.`,
	);
}
