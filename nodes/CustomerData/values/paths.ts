import type { IDataObject } from 'n8n-workflow';
import type { DataRecord, JsonValue } from '../api/page';

/** E.g. `[0]`, `[Name=Region]`, `['Zip code']`, `["Zip code"]`, or `.City`. */
const PATH_STEP =
	/\[(?:(\d+)|([^\]='"]+)=([^\]]*)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]|([^.[\]]+)/g;

/** The name of a property in what the steps before it lead to; `undefined` where there is none. */
type PathStep = (value: object) => string | undefined;

/** A path as n8n's editor writes one when a field is dragged, or with an element of a list by one of its values. */
function stepsOf(path: string, input: object): PathStep[] {
	// The first column of a CSV file can begin with a byte order mark, which nobody sees.
	const whole = [path, `\ufeff${path}`].find((name) => Object.hasOwn(input, name));
	if (whole !== undefined) return [() => whole];
	return [...path.matchAll(PATH_STEP)].map(([, index, field, wanted, single, double, plain]) => {
		if (field !== undefined) return (list) => elementWith(field, String(wanted), list);
		const name = index ?? (single ?? double)?.replace(/\\(.)/g, '$1') ?? String(plain);
		return () => name;
	});
}

function elementWith(field: string, wanted: string, list: object): string | undefined {
	if (!Array.isArray(list)) return undefined;
	const index = list.findIndex((one) => String(Object(one)[field]) === wanted);
	return index < 0 ? undefined : String(index);
}

/** The value at a path. */
export function valueAt(path: string, input: object): JsonValue | undefined {
	const steps = stepsOf(path, input);
	let value: unknown = steps.length > 0 ? input : undefined;
	for (const step of steps) {
		if (typeof value !== 'object' || value === null) return undefined;
		const name = step(value);
		if (name === undefined || !Object.hasOwn(value, name)) return undefined;
		value = Reflect.get(value, name);
	}
	return toJson(value);
}

/** A copy with another value at a path; objects that it needs are made, but no element of a list. */
export function withValueAt(path: string, input: IDataObject, value: JsonValue): IDataObject {
	const copy = structuredClone(input);
	const [last, ...before] = stepsOf(path, input).reverse();
	if (!last) return copy;
	let inner: object = copy;
	for (const step of before.reverse()) {
		const name = step(inner);
		if (name === undefined) return copy;
		const next: unknown = Object.hasOwn(inner, name) ? Reflect.get(inner, name) : undefined;
		const made = typeof next === 'object' && next !== null ? next : {};
		Object.defineProperty(inner, name, { ...PLAIN_PROPERTY, value: made });
		inner = made;
	}
	const name = last(inner);
	if (name !== undefined) Object.defineProperty(inner, name, { ...PLAIN_PROPERTY, value });
	return copy;
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
