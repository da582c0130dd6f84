import { isObject } from './api/json';
import type { JsonValue } from './api/page';
import { DRAG } from './compare/checks';
import { compareItems } from './compare/compareItems';
import { COMPARE_FIELDS, INPUT_KEY, NOTICE } from './compare/properties';
import { identifierProperty, readIdentifier } from './parameters/list';
import type { GetParameter } from './parameters/values';
import { textKeyOf } from './read/identity';
import type { Operation } from './read/reads';
import { userError } from './userError';

export const compare: Operation = {
	value: 'compare',
	name: 'Compare',
	action: ({ records }) => `Compare ${records} with input items`,
	description: () =>
		'Find out what to create, update or remove in another system, whose rows are the input items',
	properties: [NOTICE, identifierProperty, INPUT_KEY, COMPARE_FIELDS],

	ask(list, parameter, resource) {
		const { isRemoved: isMarked } = list.options;
		const value = parameter('inputKey', undefined);
		if (!['string', 'number', 'undefined'].includes(typeof value) && value !== null) {
			throw userError(`'${INPUT_KEY.displayName}' must be text or a number`, DRAG);
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
