import type { INodeProperties } from 'n8n-workflow';
import type { DataRecord, JsonValue } from '../api/page';
import { userError } from '../errors/userError';
import {
	keyFieldProperty,
	readKeyField,
	withAllFields,
	type ListRequest,
} from '../parameters/list';
import { readValue } from '../parameters/values';
import { FieldPicker } from '../read/fieldPicker';
import type { Operation, Question } from './operation';

interface Lookup extends Question {
	request: ListRequest;
	/** The field to look in, and what to look for there. */
	field: string;
	value: string;
}

const KEY_FIELD = {
	displayName: 'Look Up By',
	description: 'Field to look in, such as the customer code',
};

const keyValueProperty = {
	displayName: 'Value',
	name: 'keyValue',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. B1001',
	description: 'Exact value of the field. All input items are looked up in one read of the list.',
	builderHint: {
		propertyHint: 'Usually an expression for each input item. No loop is needed.',
	},
} satisfies INodeProperties;

/** Finds records by the exact value of a field. One read serves all input items that look in the same field. */
export const get: Operation<Lookup> = {
	value: 'get',
	name: 'Get',
	action: ({ record }) => `Get ${record}`,
	description: ({ records }) => `Retrieve ${records} by the exact value of a field, such as a code`,
	properties: [keyFieldProperty(KEY_FIELD, 'searchFields'), keyValueProperty],

	ask(request, parameter) {
		const value = parameter('keyValue', '');
		if (readValue(keyValueProperty, value) === '') {
			throw userError(
				`'${keyValueProperty.displayName}' is empty`,
				'Enter the value to look for. If an expression gives it, leave out the items that have none, e.g. with a Filter node before this one.',
			);
		}
		const field = readKeyField(KEY_FIELD, 'Choose the field to look in.', parameter);
		return { share: [request, field], request, field, value: String(value) };
	},

	async answer(reads, client, asked) {
		const [{ request, field }] = asked;
		const values = new Set(asked.map(({ value }) => value));
		const fieldPicker = new FieldPicker([field], { parameter: KEY_FIELD.displayName });
		const picker = new FieldPicker(request.options.fields, request.options);
		const { records } = await reads.read(client, withAllFields(request), (record) => {
			fieldPicker.notice(record);
			picker.notice(record);
			return values.has(lookupText(record[field]));
		});
		fieldPicker.check();
		picker.check();
		const found = new Map<string, DataRecord[]>();
		for (const record of records) {
			const value = lookupText(record[field]);
			const same = found.get(value) ?? [];
			same.push(picker.pick(record));
			found.set(value, same);
		}
		return asked.map(({ value, item }) => {
			const same = found.get(value);
			// Input items share no object.
			if (same) return { item, records: structuredClone(same) };
			const error = notFound(value, field);
			if (request.options.ifNotFound === 'error') {
				return { item, records: [], errors: [{ error, item }] };
			}
			reads.notes.push(error.message);
			return { item, records: [] };
		});
	},
};

/** What the node stops at, or notes, for a value that no record has. */
export function notFound(value: string, field: string) {
	return userError(
		`No record has ${JSON.stringify(value)} in '${field}'`,
		"Letter case, spaces and leading zeros count. To go on without the record, set 'If Not Found' under 'Options' to 'Return Nothing'.",
	);
}

/** Empty for what cannot be looked for. */
function lookupText(value: JsonValue | undefined): string {
	return typeof value === 'object' || value === undefined ? '' : String(value);
}
