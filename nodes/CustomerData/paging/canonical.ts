import type { JsonValue } from '../api/page';

/** Deeper values are too much for the stack sooner or later, so what differs only there is the same. */
const DEEPEST = 1_000;

/** JSON with the fields of every object sorted: a text that only values with the same content share. */
export function canonical(value: JsonValue | undefined, depth = 0): string {
	if (typeof value !== 'object' || value === null || depth === DEEPEST) {
		return JSON.stringify(typeof value === 'object' ? null : (value ?? null));
	}
	const inner = (entry: JsonValue | undefined) => canonical(entry, depth + 1);
	if (Array.isArray(value)) return `[${value.map(inner).join(',')}]`;
	const fields = Object.keys(value).sort();
	return `{${fields.map((field) => `${JSON.stringify(field)}:${inner(value[field])}`).join(',')}}`;
}
