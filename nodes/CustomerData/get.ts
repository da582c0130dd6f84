import type { IExecuteFunctions, INodeProperties, NodeExecutionHint } from 'n8n-workflow';
import { type DataRecord, type JsonValue, MAX_PAGE_SIZE } from './api/page';
import { type Client, connect } from './api/request';
import { keyFieldProperty, readKeyField } from './parameters/keyField';
import { optionsProperty, readOptions } from './parameters/options';
import { operationName, readResource } from './parameters/resource';
import { type GetParameter, readValue } from './parameters/values';
import { FieldPicker } from './read/fieldPicker';
import { hintsFor } from './read/hints';
import { type ListRequest, newGate, summaryOf } from './read/listPages';
import { type ReadResult, readRecords } from './read/readRecords';
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
	operationName,
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
	const { operationName } = readResource(parameter);
	const options = readOptions('get', parameter('options', {}));
	const value = parameter('keyValue', '');
	if (readValue(KEY_VALUE, value) === '') {
		throw refusal(`'${KEY_VALUE.displayName}' is empty`, 'Enter the value to look for.');
	}
	const all = { search: '', returnAll: true, limit: MAX_PAGE_SIZE };
	return {
		value: String(value),
		list: { operationName, ...all, options: { ...options, fields: [] } },
		keyField: readKeyField(KEY_FIELD, 'Choose the field to look in.', parameter),
		fields: options.fields,
	};
}

/** Looks up the values of all input items in one read of the list, which keeps only what they ask for. */
export class Get {
	private asked?: Promise<void>;
	private readonly questions = new Map<number, Promise<{ value: string; lookup: Lookup }>>();
	private readonly lookups = new Map<string, Lookup>();
	private readonly results: ReadResult[] = [];
	private readonly misses: string[] = [];
	private readonly gate = newGate();

	constructor(private readonly context: IExecuteFunctions) {}

	async run(itemIndex: number): Promise<DataRecord[]> {
		this.asked ??= this.askAll();
		await this.asked;
		const { value, lookup } = await this.ask(itemIndex);
		lookup.found ??= this.read(lookup);
		const records = (await lookup.found).get(value);
		// Input items share no object.
		if (records) return structuredClone(records);
		const miss = notFound(value, lookup.keyField);
		if (lookup.list.options.ifNotFound === 'error') throw miss;
		this.misses.push(miss.message);
		return [];
	}

	hints(): NodeExecutionHint[] {
		return hintsFor(this.results, this.misses);
	}

	private async askAll(): Promise<void> {
		// A refused item is told when its turn comes.
		for (const item of this.context.getInputData().keys()) await this.ask(item).catch(() => {});
	}

	private ask(itemIndex: number): Promise<{ value: string; lookup: Lookup }> {
		const question = this.questions.get(itemIndex) ?? this.readQuestion(itemIndex);
		this.questions.set(itemIndex, question);
		return question;
	}

	private async readQuestion(itemIndex: number): Promise<{ value: string; lookup: Lookup }> {
		const { context, lookups } = this;
		const { value, ...request } = readGetRequest((name, fallback, options) =>
			context.getNodeParameter(name, itemIndex, fallback, options),
		);
		const client = await connect(context, itemIndex);
		const signal = context.getExecutionCancelSignal();
		const key = JSON.stringify([request, client.connection]);
		const newLookup = { ...request, client: { ...client, signal }, values: new Set<string>() };
		const lookup = lookups.get(key) ?? newLookup;
		lookups.set(key, lookup);
		lookup.values.add(value);
		return { value, lookup };
	}

	private async read({ client, list, keyField, fields, values }: Lookup) {
		const keyPicker = new FieldPicker([keyField], KEY_FIELD.displayName);
		const picker = new FieldPicker(fields);
		const result = await readRecords(client, list, this.gate, (record) => {
			keyPicker.notice(record);
			picker.notice(record);
			return values.has(textOf(record[keyField]));
		});
		keyPicker.check();
		picker.check();
		this.results.push(result);
		this.context.logger.debug(`${this.context.getNode().name}: ${summaryOf(result.read, result)}`);
		const found = new Map<string, DataRecord[]>();
		for (const record of result.records) {
			const value = textOf(record[keyField]);
			const same = found.get(value) ?? [];
			same.push(picker.pick(record));
			found.set(value, same);
		}
		return found;
	}
}

export function notFound(value: string, field: string) {
	return refusal(
		`No record has ${JSON.stringify(value)} in '${field}'`,
		"Capitals, spaces and leading zeros count. To go on without the record, set 'If Not Found' under 'Options' to 'Return Nothing'.",
	);
}

/** No value that is looked for is empty. */
function textOf(value: JsonValue | undefined): string {
	return typeof value === 'object' || value === undefined ? '' : String(value);
}
