import type { IDataObject } from 'n8n-workflow';
import type { JsonValue } from '../api/page';
import type { Compared, Created, Pair } from '../compare/fates';
import { givenIn, type KeyedRow } from '../compare/rows';
import { hasContent } from '../values/content';
import { fieldOf, fieldsOfNone, pathIn, putOn, valueOn, type FieldPath } from '../values/paths';
import { Column, copyOf } from './column';
import { isToMark, markingIn, type Marking } from './mark';

interface SavedField {
	name: string;
	/** The place of its cell in a row. */
	index: number;
	column: Column;
}

/**
 * What is due, as rows of the other system: with its names and types, whole, and with nothing else. Values are those of
 * the record, also where they are equal, because a row can be read otherwise than it is stored: n8n reads a date of
 * PostgreSQL as midnight in its own time zone.
 */
export class RowsToSave {
	private readonly key: Column;
	/** What the identifier stands in, if not in the row itself. */
	private readonly around: FieldPath;
	private readonly fields: SavedField[];
	private readonly marking: Marking | undefined;

	/** @param idField where a row has its own ID, such as `id` */
	constructor(
		{ rows, records, columns, request: { options } }: Compared,
		private readonly idField: string,
	) {
		const given = givenIn(rows);
		const inputs = given.map(({ input }) => input);
		this.key = new Column(inputs, columns.key, { empty: '' });
		this.around = this.key.path.slice(0, -1);
		const empty = emptyIn(inputs, this.around, options.emptyAsNull ? null : '');
		// A field that no record has is misspelled, or empty in all of them: nothing is cleared for it.
		const names = columns.fields.map(({ name }) => name);
		const missing = new Set(fieldsOfNone(records, names));
		this.fields = columns.fields
			.map(({ name, path }, index): SavedField => {
				const values = records.map((record) => fieldOf(record, name));
				return { name, index, column: new Column(inputs, path, { values, empty }) };
			})
			.filter(({ name }) => !missing.has(name));
		if (columns.removed === '') return;
		const mark = new Column(inputs, columns.removed, { empty });
		this.marking = markingIn(given, mark, columns, options.presentValue);
	}

	created({ key, record }: Created): IDataObject {
		const saved: IDataObject = {};
		putOn(this.key.path, saved, this.identifierOf(key));
		for (const { name, column } of this.fields) {
			const value = fieldOf(record, name);
			if (hasContent(value)) putOn(column.path, saved, column.held(value));
		}
		this.mark(saved, 'present');
		return saved;
	}

	updated({ row, record }: Pair): IDataObject {
		const saved = this.found(row);
		for (const { name, index, column } of this.fields) {
			const own = row.cells[index]?.value;
			const value = fieldOf(record, name);
			const isEmpty = !hasContent(value) && !hasContent(own);
			const next = isEmpty ? own : column.held(value);
			if (next !== undefined) this.put(saved, column, next, row);
		}
		if (isToMark(row)) this.mark(saved, 'present', row);
		return saved;
	}

	removed(row: KeyedRow): IDataObject {
		const saved = this.found(row);
		this.mark(saved, 'gone', row);
		return saved;
	}

	/** What finds the row. */
	private found({ input, key, isMatched }: KeyedRow): IDataObject {
		const saved: IDataObject = {};
		const id = pathIn(input, this.idField);
		putOn(id, saved, valueOn(id, input));
		const own = isMatched ? undefined : valueOn(this.key.path, input);
		putOn(this.key.path, saved, own ?? this.identifierOf(key));
		return saved;
	}

	/** A code is text, unless all rows hold numbers. Odoo has false where none of them has a code. */
	private identifierOf(key: string): JsonValue {
		const code = String(JSON.parse(key));
		const held = this.key.held(code);
		return typeof held === 'boolean' ? code : held;
	}

	private mark(saved: IDataObject, as: 'present' | 'gone', row?: KeyedRow): void {
		const { column, [as]: value } = this.marking ?? {};
		if (column && value !== undefined) this.put(saved, column, copyOf(value), row);
	}

	/**
	 * With what else stands in the same object or list, which many systems would drop; but for where the identifier
	 * stands: that holds the whole row, and what the system computes, which it refuses to save.
	 */
	private put(saved: IDataObject, { path }: Column, value: JsonValue, row?: KeyedRow): void {
		const { around } = this;
		const own = path.findIndex(({ name, field }, index) => {
			return around[index]?.name !== name || around[index]?.field !== field;
		});
		const outer = path.slice(0, own + 1);
		if (row && own < path.length - 1 && valueOn(outer, saved) === undefined) {
			const kept = valueOn(outer, row.input);
			if (typeof kept === 'object' && kept !== null) putOn(outer, saved, kept);
		}
		putOn(path, saved, value);
	}
}

/** What is empty in the rows, in what stands around the identifier. @param other where nothing is */
function emptyIn(inputs: IDataObject[], around: FieldPath, other: '' | null): '' | null {
	const values = new Set<unknown>();
	for (const input of inputs) {
		const fields = around.length > 0 ? Object(valueOn(around, input)) : input;
		for (const value of Object.values(fields)) values.add(value);
	}
	if (values.has(null)) return null;
	return values.has('') ? '' : other;
}
