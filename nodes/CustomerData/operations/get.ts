import type { INodeProperties, UserError } from 'n8n-workflow';
import { numberIn } from '../api/json';
import type { DataRecord, JsonValue } from '../api/page';
import type { Words } from '../errors/nodeErrors';
import { named, userError } from '../errors/userError';
import { looseKey } from '../identity/spelling';
import { keyFieldOf, keyFieldProperty, withAllFields, type ListRequest } from '../parameters/list';
import { parameterValue } from '../parameters/values';
import { FieldPicker } from '../read/fieldPicker';
import { SeenFields } from '../read/seenFields';
import type { ItemOperation } from './eachItem';

interface Lookup {
	share: { request: ListRequest; field: string };
	/** What to look for in the field. */
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
	description:
		'Exact value of the field. All records that have it are returned, so you can also filter, e.g. by Country with the value NL. All input items are looked up in one read of the list.',
	builderHint: {
		propertyHint: 'Usually an expression for each input item. No loop is needed.',
	},
} satisfies INodeProperties;

/** One read serves all input items that look in the same field. */
export const get: ItemOperation<Lookup> = {
	value: 'get',
	name: 'Get',
	action: ({ record }) => `Get ${record}`,
	description: ({ records }) =>
		`Retrieve ${records} by the exact value of any field, such as a code`,
	properties: [keyFieldProperty(KEY_FIELD, 'searchFields'), keyValueProperty],
	example:
		"keyField: { __rl: true, mode: 'list', value: 'Code' }, keyValue: '={{ $json.code }}', options: { ifNotFound: 'nothing' }",
	typeDefContent:
		"An empty keyValue always fails, also where options.ifNotFound is 'nothing': filter such items out before this node. With 'nothing', an item whose value no record has outputs no item, so the nodes after this one do not see it.",

	ask(request, parameter) {
		const entered = parameter('keyValue', '');
		if (parameterValue(keyValueProperty, entered) === '') {
			throw userError(
				`'${keyValueProperty.displayName}' is empty`,
				'Enter the value to look for. If an expression gives it, leave out the items that have none, e.g. with a Filter node before this one.',
			);
		}
		const field = keyFieldOf(KEY_FIELD, 'Choose the field to look in.', parameter);
		return { share: { request, field }, value: String(entered) };
	},

	async answer(reads, client, asked) {
		const [{ share }] = asked;
		const { request, field } = share;
		const wanted = new Wanted(asked.map(({ value }) => value));
		const seen = new SeenFields();
		const picker = new FieldPicker(request.options.fields, request.options);
		const { records } = await reads.read(client, withAllFields(request), (record) => {
			seen.notice(record);
			wanted.notice(record[field]);
			return wanted.matching(record[field]).length > 0;
		});
		seen.check([field], KEY_FIELD.displayName);
		seen.check(request.options.fields);
		const found = new Map<string, DataRecord[]>();
		for (const record of records) {
			for (const value of wanted.matching(record[field])) {
				const same = found.get(value) ?? [];
				same.push(picker.pick(record));
				found.set(value, same);
			}
		}
		return asked.map(({ value, item }) => {
			const same = found.get(value);
			// Input items share no object.
			if (same) return { item, records: structuredClone(same) };
			const error = notFound(value, field, wanted.otherSpellings(value));
			if (request.options.ifNotFound === 'error') {
				return { item, records: [], error };
			}
			reads.notes.push(notFoundNote(error));
			return { item, records: [] };
		});
	},
};

/** @param spellings what the list has in its place */
export function notFound(value: string, field: string, spellings: string[] = []) {
	const others = named(spellings.map((text) => JSON.stringify(text)));
	const instead = others && `, but the list has ${others}`;
	return userError(
		`No record has ${JSON.stringify(value)} in '${field}'${instead}`,
		"Letter case, spaces and leading zeros count. To go on without the record, set 'If Not Found' under 'Options' to 'Return Nothing'.",
	);
}

/** What to say of that beside the output, where the node goes on. */
export function notFoundNote({ message }: UserError): Words {
	const description =
		'If a record should be there, check the value: letter case, spaces and leading zeros count.';
	return { message, description };
}

/** The values to look for in a field. */
class Wanted {
	/** By what a record has: text exactly, and a number in whatever form it was written. */
	private readonly values = new Map<JsonValue | undefined, string[]>();
	/** What records have, by what the spellings of one value share. */
	private readonly seen = new Map<string, Set<string>>();

	constructor(values: string[]) {
		for (const value of new Set(values)) {
			this.seen.set(looseKeyOf(value), new Set());
			for (const own of [value, numberIn(value)]) {
				if (own !== undefined) this.values.set(own, [...this.matching(own), value]);
			}
		}
	}

	/** Those that are the same as what a record has. */
	matching(own: JsonValue | undefined): string[] {
		return this.values.get(typeof own === 'boolean' ? String(own) : own) ?? [];
	}

	notice(own: JsonValue | undefined): void {
		if (typeof own === 'object' || own === undefined || own === '') return;
		this.seen.get(looseKeyOf(String(own)))?.add(String(own));
	}

	otherSpellings(value: string): string[] {
		return [...new Set(this.seen.get(looseKeyOf(value)))];
	}
}

function looseKeyOf(text: string): string {
	return looseKey(JSON.stringify(text));
}
