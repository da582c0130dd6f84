import type { JsonValue } from './page';

/** A text that only values with the same content share, whatever the order of their fields. */
export function canonical(value: JsonValue): string {
	return JSON.stringify(inOrder(value));
}

/** An object becomes a list of its fields, sorted, each before its value; a list stands in one of its own. */
function inOrder(value: JsonValue): JsonValue {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return [value.map(inOrder)];
	const list: JsonValue[] = [];
	for (const field of Object.keys(value).sort()) list.push(field, inOrder(value[field] ?? null));
	return list;
}
