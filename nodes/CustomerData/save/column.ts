import { isObject, numberIn } from '../api/json';
import type { JsonValue } from '../api/page';
import { groupedBy } from '../identity/groups';
import { meantBy } from '../values/conditions';
import { hasContent } from '../values/content';
import { FALSE, plainText, TRUE } from '../values/equality';
import { pathIn, valueAt, type FieldPath } from '../values/paths';

type ColumnType = 'flag' | 'list' | 'number' | 'object' | 'text';

interface Otherwise {
	/** The values that the list has for it, where no row shows a type. */
	values?: Array<JsonValue | undefined>;
	/** What is empty, where no row shows it in this column. */
	empty: JsonValue;
}

/** How the rows of another system hold the values of one column, learned from those that are there. */
export class Column {
	readonly path: FieldPath;
	private readonly type: ColumnType | undefined;
	private readonly empty: JsonValue;

	/** @param inputs all rows @param path such as `city` or `address.city` */
	constructor(inputs: object[], path: string, { values = [], empty }: Otherwise) {
		const own = inputs.map((input) => valueAt(path, input));
		this.path = pathIn(inputs.find((_, index) => own[index] !== undefined) ?? {}, path);
		const content = values.filter(hasContent);
		// Odoo returns false for an empty field, also where all rows are empty.
		const areFlags =
			own.every((value) => typeof value === 'boolean' || !hasContent(value)) &&
			(own.includes(true) || content.every((value) => typeof flagOf(value) === 'boolean'));
		const isEmpty = (value: JsonValue | undefined) =>
			!hasContent(value) || (value === false && !areFlags);
		const seen = new Set(own.filter((value) => !isEmpty(value)).map(typeOf));
		const listed = new Set(content.map(typeOf));
		const [type] = seen.size === 1 ? seen : [];
		this.type = type ?? (listed.size > 1 ? 'text' : undefined);
		const most = mostIn(own.filter(isEmpty));
		this.empty = most === undefined ? emptyOf(this.type, empty) : most;
	}

	/** A value of the list, as rows hold it; where it cannot be one of theirs, as it is. */
	held(value: JsonValue | undefined): JsonValue {
		if (value === undefined || !hasContent(value)) return copyOf(this.empty);
		switch (this.type) {
			case 'flag':
				return flagOf(value);
			case 'list':
				return Array.isArray(value) ? value : [value];
			case 'number':
				return numberOf(value);
			case 'text':
				return textOf(value);
			default:
				return value;
		}
	}

	/** The same of a text that somebody entered, in which true and false are flags. */
	entered(text: string): JsonValue {
		return this.held(this.type === 'text' ? text : meantBy(text));
	}
}

function typeOf(value: JsonValue | undefined): ColumnType {
	if (Array.isArray(value)) return 'list';
	if (isObject(value)) return 'object';
	if (typeof value === 'number') return 'number';
	return typeof value === 'boolean' ? 'flag' : 'text';
}

function emptyOf(type: ColumnType | undefined, other: JsonValue): JsonValue {
	if (type === 'flag') return false;
	if (type === 'list') return [];
	// What the system has elsewhere is often empty text, which only a column of text takes.
	return type === 'number' || type === 'object' ? null : other;
}

function flagOf<Value extends JsonValue | undefined>(value: Value): Value | boolean {
	const text = plainText(value);
	return TRUE.test(text) || (FALSE.test(text) ? false : value);
}

function numberOf(value: JsonValue): JsonValue {
	if (typeof value === 'boolean') return Number(value);
	return (typeof value === 'string' ? numberIn(value.trim()) : undefined) ?? value;
}

/** E.g. "a, b" for a list. */
function textOf(value: JsonValue): string {
	if (typeof value !== 'object') return String(value);
	const isPlain =
		Array.isArray(value) &&
		value.every((one) => typeof one !== 'object' && !/[,;\n]/.test(String(one)));
	return isPlain ? value.join(', ') : JSON.stringify(value);
}

/** The value that most of them are, of those that are there. */
export function mostIn(values: Array<JsonValue | undefined>): JsonValue | undefined {
	const there = values.filter((value) => value !== undefined);
	const groups = [...groupedBy(there, (value) => JSON.stringify(value)).values()];
	return groups.sort((one, other) => other.length - one.length)[0]?.[0];
}

/** So that no two rows share a list or an object. */
export function copyOf(value: JsonValue): JsonValue {
	return typeof value === 'object' ? structuredClone(value) : value;
}
