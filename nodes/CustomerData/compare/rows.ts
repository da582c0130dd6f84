import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { JsonValue } from '../api/page';
import { listed, userError } from '../errors/userError';
import { textKeyOf } from '../identity/identity';
import { meantBy } from '../values/conditions';
import { isEqual } from '../values/equality';
import { valueAt } from '../values/paths';
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

/** Where a row says whether it is removed. */
export interface Mark {
	path: string;
	value: JsonValue | undefined;
	/** The field of the record that it is compared with, if any: that one says which value is right. */
	field: string | undefined;
}

/** An input item, as far as it is compared. */
export interface Row {
	/** Its index. */
	item: number;
	input: IDataObject;
	/** What identifies the record, as its JSON text; `undefined` where there is nothing. */
	key: string | undefined;
	/** Whether it has none itself, and was found to be that of the record. */
	isMatched?: true;
	/** What it has of the compared fields. */
	cells: readonly Cell[];
	/** As removed. */
	isMarked: boolean;
	mark: Mark | undefined;
}

export type KeyedRow = Row & { key: string };

export function rowsOf(items: INodeExecutionData[], columns: Columns): Row[] {
	return items.map(({ json: input }, item) => {
		const { removed: path } = columns;
		const field = columns.fields.find((one) => one.path === path)?.name;
		const mark = path === '' ? undefined : { path, value: valueAt(path, input), field };
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

/** Whether a row is marked as removed, and the mark is to be taken back because its record is in the list. */
export function isToWake({ isMarked, mark }: Row): boolean {
	return isMarked && mark?.field === undefined;
}

/** What the row has for a field of its record. */
export function valueIn({ cells }: Pick<Row, 'cells'>, name: string): JsonValue | undefined {
	return cells.find((cell) => cell.name === name)?.value;
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
