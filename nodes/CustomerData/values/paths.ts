import type { IDataObject } from 'n8n-workflow';
import type { DataRecord, JsonValue } from '../api/page';

const PATH_STEP = /\[(?:(\d+)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]|([^.[\]]+)/g;

/** The names and indexes of a path, as n8n's editor writes one when a field is dragged. */
function stepsOf(path: string, input: object): string[] {
	if (Object.hasOwn(input, path)) return [path];
	return [...path.matchAll(PATH_STEP)].map(
		([, index, single, double, plain]) =>
			index ?? (single ?? double)?.replace(/\\(.)/g, '$1') ?? String(plain),
	);
}

/** The value at a path. */
export function valueAt(path: string, input: object): JsonValue | undefined {
	const steps = stepsOf(path, input);
	let value: unknown = steps.length > 0 ? input : undefined;
	for (const name of steps) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
			return undefined;
		value = Reflect.get(value, name);
	}
	return toJson(value);
}

/** A copy with another value at a path; objects that it needs are made. */
export function withValueAt(path: string, input: IDataObject, value: JsonValue): IDataObject {
	const copy = structuredClone(input);
	const [last = path, ...before] = stepsOf(path, input).reverse();
	let inner: object = copy;
	for (const name of before.reverse()) {
		const next: unknown = Object.hasOwn(inner, name) ? Reflect.get(inner, name) : undefined;
		const made = typeof next === 'object' && next !== null ? next : {};
		Object.defineProperty(inner, name, { ...PLAIN_PROPERTY, value: made });
		inner = made;
	}
	Object.defineProperty(inner, last, { ...PLAIN_PROPERTY, value });
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
	return JSON.parse(JSON.stringify(value) ?? 'null');
}
