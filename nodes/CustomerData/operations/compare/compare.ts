import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { isObject } from '../../api/json';
import type { JsonValue } from '../../api/page';
import { asError } from '../../errors/nodeErrors';
import { userError } from '../../errors/userError';
import { textKeyOf } from '../../identity/identity';
import {
	checkRemovals,
	doubtIn,
	DOUBTS,
	notRemoved,
	stillHeldBack,
	type Doubt,
} from '../../identity/missing';
import {
	IDENTIFIER,
	identifierProperty,
	readIdentifier,
	type ListRequest,
} from '../../parameters/list';
import type { GetParameter } from '../../parameters/values';
import { FieldPicker } from '../../read/fieldPicker';
import type { Asked, InputItem, ItemError, Operation, Question } from '../operation';
import type { IdentifiedRead, Reads } from '../reads';
import { checkCreated, checkFields, checkKnown, checkRows, DRAG, rowErrors } from './checks';
import { differencesOf, type Differences, type Row } from './differences';
import { IN_STEP, suspicions } from './notes';
import { compareFieldsProperty, inputKeyProperty, noticeProperty } from './properties';

interface Comparison extends Question, Omit<Row, keyof InputItem> {
	request: ListRequest;
	/** The one that identifies a record. */
	field: string;
}

/** Finds what differs between the list and the rows of another system, which are the input items. */
export const compare: Operation<Comparison> = {
	value: 'compare',
	name: 'Compare',
	action: ({ records }) => `Compare ${records} with input items`,
	description: () =>
		'Find out what to create, update or remove in another system, whose rows are the input items',
	properties: [noticeProperty, identifierProperty, inputKeyProperty, compareFieldsProperty],

	ask(request, parameter, resource) {
		const value = parameter('inputKey', undefined);
		if (!['string', 'number', 'undefined'].includes(typeof value) && value !== null) {
			throw userError(`'${inputKeyProperty.displayName}' must be text or a number`, DRAG);
		}
		return {
			// Whatever the options of the others: a second comparison would take the rows of this one for missing.
			share: request.listName,
			request,
			field: readIdentifier(resource, parameter),
			key: textKeyOf(toJson(value)),
			isAbsent: value === undefined,
			fields: readPairs(parameter),
			isMarked: request.options.isRemoved,
		};
	},

	async answer(reads, client, asked) {
		const [first] = asked;
		// One error for all rows.
		const failed = (error: unknown): Changes => {
			return { ...NOTHING, errors: [{ error: asError(error), item: first.item }] };
		};
		const { unpaired, byItem, errors } = await changesIn(reads, client, asked).catch(failed);
		return asked.map(({ item }) => {
			const change = byItem.get(item);
			const answer = { item, records: change ? [change] : [] };
			// What is of no input item comes with the first.
			return item === first.item ? { ...answer, unpaired, errors } : answer;
		});
	},
};

function readPairs(parameter: GetParameter): Array<[name: string, value: JsonValue]> {
	const pairs: unknown[] = [parameter('compareFields.pairs', [])].flat();
	return pairs.filter(isObject).map(({ field, value }) => {
		if (typeof field === 'string' && field.trim() !== '') return [field, toJson(value)];
		throw userError(
			"'Field Name or ID' is empty",
			`Under '${compareFieldsProperty.displayName}', choose the field of the record, or delete that line.`,
		);
	});
}

/** Expressions can return what JSON has not, such as a date. */
function toJson(value: unknown): JsonValue {
	return JSON.parse(JSON.stringify(value) ?? 'null');
}

interface Changes {
	/** What no input item has. */
	unpaired: IDataObject[];
	/** By the index of the input item. */
	byItem: Map<number, IDataObject>;
	errors: ItemError[];
}

const NOTHING: Changes = { unpaired: [], byItem: new Map(), errors: [] };

async function changesIn(reads: Reads, client: Client, rows: Asked<Comparison>): Promise<Changes> {
	// The record of a row that could not be read would seem to be new.
	if (reads.isRefused) return NOTHING;
	const [{ request, field }] = rows;
	const { options } = request;
	checkRows(rows);
	const { displayName } = IDENTIFIER;
	const read = async () => await reads.readIdentified(client, request, field, displayName);
	const { result, list, errors: ofList, found, doubt } = await readDifferences(read, rows);
	const { created, updated, missing } = found;
	const isKnown = checkKnown(rows, list, options);
	// What does not identify the records says nothing of the rows.
	reads.stopAt(ofList);
	const errors = [...ofList, ...rowErrors(found)];
	reads.stopAt(errors);
	checkCreated(created.length, list.records.size, options.maxCreated, isKnown);
	const known = rows.filter(({ key, isMarked }) => key !== undefined && !isMarked).length;
	const notes = doubt ? [stillHeldBack(doubt)] : [];
	checkRemovals(missing.length, known, options.maxRemovals, 'execution', notes);
	const keys = missing.map(({ key }) => key);
	const heldBack = doubt && keys.length > 0 ? [{ error: notRemoved(keys, doubt) }] : [];
	reads.stopAt(heldBack);
	reads.notes.push(...suspicions(found.paired));
	if (errors.length + created.length + updated.length + missing.length === 0) {
		reads.notes.push(IN_STEP);
	}
	const removed = doubt ? [] : missing;

	const picker = new FieldPicker(options.fields, { ...options, identifier: field });
	picker.checkAll(result.records);
	const byItem = new Map<number, IDataObject>();
	for (const { row, record } of updated) {
		const { item, input } = row;
		byItem.set(item, { event: 'updated', key: record[field], record: picker.pick(record), input });
	}
	for (const { key, item, input } of removed) {
		byItem.set(item, { event: 'removed', key: JSON.parse(key), record: null, input });
	}
	const counts = [`${created.length} to create`, `${updated.length} to update`];
	reads.log(`${rows.length} compared: ${counts.join(', ')}, ${removed.length} to remove`);
	const unpaired = created.map(({ record }) => {
		return { event: 'created', key: record[field], record: picker.pick(record), input: null };
	});
	return { unpaired, byItem, errors: [...errors, ...heldBack] };
}

/** Reads the list, and again where a row seems to have no record: one that others move can be missed. */
async function readDifferences(
	read: () => Promise<IdentifiedRead>,
	rows: Row[],
): Promise<IdentifiedRead & { found: Differences; doubt?: Doubt | undefined }> {
	const first = await read();
	checkFields(rows, first.result.records);
	const before = differencesOf(rows, first.list);
	if (before.missing.length === 0) return { ...first, found: before };
	const second = await read();
	const found = differencesOf(rows, second.list);
	const missedBefore = new Set(before.missing);
	found.missing = found.missing.filter((row) => missedBefore.has(row));
	return { ...second, found, doubt: doubtOf(first) ?? doubtOf(second) };
}

function doubtOf({ result, errors }: IdentifiedRead): Doubt | undefined {
	return result.records.length === 0 ? DOUBTS.isEmpty : doubtIn(errors.length > 0, result);
}
