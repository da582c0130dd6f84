import type { INodeProperties } from 'n8n-workflow';
import type { DataRecord, JsonValue } from './api/page';
import type { Client } from './api/client';
import { optionsProperty, readOptions } from './parameters/options';
import {
	keyFieldProperty,
	type ListRequest,
	listNameProperty,
	readKeyField,
	readResource,
	wholeList,
} from './parameters/resource';
import { type GetParameter, readValue } from './parameters/values';
import { FieldPicker } from './read/fieldPicker';
import type { Operation, Reads } from './read/reads';
import { refusal } from './refusal';

const KEY_FIELD = {
	displayName: 'Look Up By',
	description: 'Field to look in, such as the customer code',
};

const KEY_VALUE = {
	displayName: 'Value',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. B1001',
	description: 'Exact value of the field. All input items are looked up in one read of the list.',
	builderHint: {
		propertyHint: 'Usually an expression for each input item. No loop is needed.',
	},
} as const;

export const getProperties: INodeProperties[] = [
	listNameProperty,
	keyFieldProperty(KEY_FIELD, 'searchFields'),
	{ name: 'keyValue', ...KEY_VALUE },
	optionsProperty('get'),
];

/** One read of a list, for all input items that look in the same field of it. */
interface Lookup {
	client: Client;
	/** Of whole records; the chosen fields are picked from those that are found. */
	list: ListRequest;
	keyField: string;
	fields: string[];
	/** What the input items look for. */
	values: Set<string>;
	/** By value. */
	found?: Promise<Map<string, DataRecord[]>>;
}

/** @throws UserError that names the parameter, and says what to enter */
export function readGetRequest(parameter: GetParameter) {
	const { listName } = readResource(parameter);
	const options = readOptions('get', parameter('options', {}));
	const value = parameter('keyValue', '');
	if (readValue(KEY_VALUE, value) === '') {
		throw refusal(`'${KEY_VALUE.displayName}' is empty`, 'Enter the value to look for.');
	}
	return {
		value: String(value),
		list: wholeList(listName, options),
		keyField: readKeyField(KEY_FIELD, 'Choose the field to look in.', parameter),
		fields: options.fields,
	};
}

/** Looks up the values of all input items in one read of the list, which keeps only what they ask for. */
export const askGet: Operation = (context, reads) => {
	const lookups = new Map<string, Lookup>();
	return async (itemIndex) => {
		const { value, ...request } = readGetRequest((name, fallback, options) =>
			context.getNodeParameter(name, itemIndex, fallback, options),
		);
		const client = await reads.clientFor(itemIndex);
		const key = JSON.stringify([request, client.connection]);
		const lookup = lookups.get(key) ?? { ...request, client, values: new Set() };
		lookups.set(key, lookup);
		lookup.values.add(value);
		return async () => {
			lookup.found ??= lookUp(lookup, reads);
			const records = (await lookup.found).get(value);
			// Input items share no object.
			if (records) return structuredClone(records);
			const miss = notFound(value, lookup.keyField);
			if (lookup.list.options.ifNotFound === 'error') throw miss;
			reads.notFound.push(miss.message);
			return [];
		};
	};
};

async function lookUp({ client, list, keyField, fields, values }: Lookup, reads: Reads) {
	const keyPicker = new FieldPicker([keyField], KEY_FIELD.displayName);
	const picker = new FieldPicker(fields);
	const { records } = await reads.read(client, list, (record) => {
		keyPicker.notice(record);
		picker.notice(record);
		return values.has(textOf(record[keyField]));
	});
	keyPicker.check();
	picker.check();
	const found = new Map<string, DataRecord[]>();
	for (const record of records) {
		const value = textOf(record[keyField]);
		const same = found.get(value) ?? [];
		same.push(picker.pick(record));
		found.set(value, same);
	}
	return found;
}

export function notFound(value: string, field: string) {
	return refusal(
		`No record has ${JSON.stringify(value)} in '${field}'`,
		"Letter case, spaces and leading zeros count. To go on without the record, set 'If Not Found' under 'Options' to 'Return Nothing'.",
	);
}

/** Empty for what cannot be looked for. */
function textOf(value: JsonValue | undefined): string {
	return typeof value === 'object' || value === undefined ? '' : String(value);
}
