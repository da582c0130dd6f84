import type { DataRecord, JsonValue } from '../api/page';

const PATH_STEP = /\[(?:(\d+)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]|([^.[\]]+)/g;

/** The value at a path, as n8n's editor writes one when a field is dragged. */
export function valueAt(path: string, input: object): JsonValue | undefined {
	if (Object.hasOwn(input, path)) return toJson(Reflect.get(input, path));
	const steps = [...path.matchAll(PATH_STEP)];
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
	if (value === undefined || value === null || typeof value === 'string') return value;
	return JSON.parse(JSON.stringify(value) ?? 'null');
}
