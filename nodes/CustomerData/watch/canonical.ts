import type { JsonValue } from '../api/page';

/** JSON with the fields of every object sorted: a text that only values with the same content share. */
export function canonical(value: JsonValue | undefined): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
	if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
	const fields = Object.keys(value).sort();
	return `{${fields.map((field) => `${JSON.stringify(field)}:${canonical(value[field])}`).join(',')}}`;
}
