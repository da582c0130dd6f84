import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { DataRecord, JsonValue } from '../api/page';
import { listed, userError } from '../errors/userError';
import { textKeyOf } from '../identity/identity';
import { isEqual } from './equality';
import { inputKeyProperty } from './properties';

/** Where a row has what is compared: paths, such as `code` or `address.city`. */
export interface Columns {
	key: string;
	/** By the field of the record. */
	fields: ReadonlyArray<{ name: string; path: string }>;
	/** Where a row is marked as removed; empty if nowhere. */
	removed: string;
	removedValue: string;
}

/** What a row has in place of a field of its record. */
export interface Cell {
	/** Of the field. */
	name: string;
	value: JsonValue | undefined;
}

/** An input item, as far as it is compared. */
export interface Row {
	/** Its index. */
	item: number;
	input: IDataObject;
	/** What identifies the record, as its JSON text; `undefined` where there is nothing. */
	key: string | undefined;
	/** What it has of the compared fields. */
	cells: readonly Cell[];
	/** As removed. */
	isMarked: boolean;
	mark: { path: string; value: JsonValue | undefined } | undefined;
}

export type KeyedRow = Row & { key: string };

export function rowsOf(items: INodeExecutionData[], columns: Columns): Row[] {
	return items.map(({ json: input }, item) => {
		const { removed: path } = columns;
		const mark = path === '' ? undefined : { path, value: valueAt(path, input) };
		return {
			item,
			input,
			key: keyIn(input, columns.key, item),
			cells: columns.fields.map(({ name, path }) => ({ name, value: valueAt(path, input) })),
			isMarked: mark !== undefined && isMark(mark.value, columns),
			mark,
		};
	});
}

/** An empty item stands for a system without rows. */
export function givenIn(rows: Row[]): Row[] {
	return rows.filter(({ input }) => Object.keys(input).length > 0);
}

export function hasKey(row: Row): row is KeyedRow {
	return row.key !== undefined;
}

/** The names of its first fields, in words. */
export function fieldsOf({ input }: Pick<Row, 'input'>): string {
	return listed(Object.keys(input).slice(0, 20));
}

function keyIn(input: IDataObject, path: string, item: number): string | undefined {
	const value = valueAt(path, input);
	// Some CRMs put the one value of a linked field into a list. Odoo returns false for an empty field, which is no key.
	const [one, ...others] = Array.isArray(value) ? value : [value];
	const isText = one !== true && (typeof one !== 'object' || one === null);
	if (isText && others.length === 0) return textKeyOf(one);
	throw userError(
		`Input item ${item + 1} has neither text nor a number in '${path}'`,
		`In '${inputKeyProperty.displayName}', choose a field that holds the identifier itself, such as the code.`,
	);
}

/** A box that is not ticked can be missing from a row; one that is there, but empty, was never touched. */
function isMark(value: JsonValue | undefined, { removedValue }: Columns): boolean {
	if (value === null || value === '') return removedValue === '';
	return removedValue !== '' && isEqual(meantBy(removedValue), value, 'UTC');
}

/** What somebody means who enters this: true and false are flags, however a system writes them. */
export function meantBy(entered: string): boolean | string {
	const isTrue = /^true$/i.test(entered);
	return isTrue || /^false$/i.test(entered) ? isTrue : entered;
}

const STEP = /\[(?:(\d+)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]|([^.[\]]+)/g;

/** The value at a path, as n8n's editor writes one when a field is dragged. */
export function valueAt(path: string, input: IDataObject): JsonValue | undefined {
	if (Object.hasOwn(input, path)) return toJson(input[path]);
	const steps = [...path.matchAll(STEP)];
	let value: unknown = steps.length > 0 ? input : undefined;
	for (const [, index, single, double, plain] of steps) {
		const name = index ?? (single ?? double)?.replace(/\\(.)/g, '$1') ?? String(plain);
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
			return undefined;
		value = Reflect.get(value, name);
	}
	return toJson(value);
}

/** The value of a field of a record, or at a path in it, such as `Address.City`. */
export function fieldOf(record: DataRecord, name: string): JsonValue | undefined {
	return Object.hasOwn(record, name) ? record[name] : valueAt(name, record);
}

/** Those of these fields, or paths, that no record has. */
export function fieldsOfNone(records: DataRecord[], names: Iterable<string>): string[] {
	return [...new Set(names)].filter((name) =>
		records.every((record) => fieldOf(record, name) === undefined),
	);
}

/** Nodes can hand on what JSON has not, such as a date. */
function toJson(value: unknown): JsonValue | undefined {
	return value === undefined ? undefined : JSON.parse(JSON.stringify(value) ?? 'null');
}
