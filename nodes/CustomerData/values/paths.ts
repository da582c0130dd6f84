import type { IDataObject } from 'n8n-workflow';
import type { DataRecord, JsonValue } from '../api/page';

/** E.g. `[0]`, `[Name=Region]`, `['Zip code']`, `["Zip code"]`, or `.City`. */
const PATH_STEP =
	/\[(?:(\d+)|([^\]='"]+)=([^\]]*)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]|([^.[\]]+)/g;

/** The name of a property or, with a field, the element of a list that has this name there. */
interface PathStep {
	name: string;
	field?: string;
	isElement: boolean;
}

export type FieldPath = readonly PathStep[];

/** A path as n8n's editor writes one when a field is dragged, or with an element of a list by one of its values. */
export function pathIn(input: object, path: string): FieldPath {
	// The first column of a CSV file can begin with a byte order mark, which nobody sees.
	const whole = [path, `\ufeff${path}`].find((name) => Object.hasOwn(input, name));
	if (whole !== undefined) return [{ name: whole, isElement: false }];
	return [...path.matchAll(PATH_STEP)].map(([, index, field, wanted, single, double, plain]) => {
		if (field !== undefined) return { name: String(wanted), field, isElement: true };
		if (index !== undefined) return { name: index, isElement: true };
		const quoted = (single ?? double)?.replace(/\\(.)/g, '$1');
		return { name: quoted ?? String(plain), isElement: false };
	});
}

function propertyOf(value: object, { name, field }: PathStep): string | undefined {
	if (field === undefined) return name;
	if (!Array.isArray(value)) return undefined;
	const index = value.findIndex((one) => String(Object(one)[field]) === name);
	return index < 0 ? undefined : String(index);
}

/** The value at a path. */
export function valueAt(path: string, input: object): JsonValue | undefined {
	return valueOn(pathIn(input, path), input);
}

/** A copy of the value at a path. */
export function valueOn(path: FieldPath, input: object): JsonValue | undefined {
	let value: unknown = path.length > 0 ? input : undefined;
	for (const step of path) {
		if (typeof value !== 'object' || value === null) return undefined;
		const name = propertyOf(value, step);
		if (name === undefined || !Object.hasOwn(value, name)) return undefined;
		value = Reflect.get(value, name);
	}
	return toJson(value);
}

/** A copy with another value at a path. */
export function withValueAt(path: string, input: IDataObject, value: JsonValue): IDataObject {
	const copy = structuredClone(input);
	putOn(pathIn(input, path), copy, value);
	return copy;
}

/** Puts a value at a path; objects, lists and their elements that it needs are made. */
export function putOn(
	[step, ...others]: FieldPath,
	target: object,
	value: JsonValue | undefined,
): void {
	const name = step && (propertyOf(target, step) ?? addedTo(target, step));
	if (name === undefined) return;
	const [next] = others;
	if (!next) {
		Object.defineProperty(target, name, { ...PLAIN_PROPERTY, value });
		return;
	}
	const found: unknown = Object.hasOwn(target, name) ? Reflect.get(target, name) : undefined;
	const made = next.isElement ? [] : {};
	const inner = typeof found === 'object' && found !== null ? found : made;
	Object.defineProperty(target, name, { ...PLAIN_PROPERTY, value: inner });
	putOn(others, inner, value);
}

/** E.g. `{ Name: 'Region' }`. @returns its index */
function addedTo(list: object, { name, field = '' }: PathStep): string | undefined {
	return Array.isArray(list) ? String(list.push({ [field]: name }) - 1) : undefined;
}

/** Also where the name is `__proto__`. */
const PLAIN_PROPERTY = { configurable: true, enumerable: true, writable: true };

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
	if (value === undefined || value === null || typeof value === 'string') return value;
	if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
		return value;
	return JSON.parse(JSON.stringify(value) ?? 'null');
}
