import type { DataRecord, JsonValue } from './answer';

/** How a record is known again: by its content, but for fields that may differ with each read. */
export interface Identity {
	/** Quick where the records differ. */
	same(one: DataRecord, other: DataRecord): boolean;
	/** A text that only records with the same content share. */
	textOf(record: DataRecord): string;
}

export function identityWithout(ignoredFields: ReadonlySet<string>): Identity {
	const textOf = (record: DataRecord) => canonical(without(record, ignoredFields));
	return {
		textOf,
		same(one, other) {
			const first = Object.keys(one).find((field) => !ignoredFields.has(field));
			// Most records differ in their first field already.
			if (first !== undefined && canonical(one[first]) !== canonical(other[first])) return false;
			return textOf(one) === textOf(other);
		},
	};
}

export function without(record: DataRecord, fields: ReadonlySet<string>): DataRecord {
	if (fields.size === 0) return record;
	return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.has(field)));
}

/** Deeper values are too much for the stack sooner or later, so what differs only there is the same. */
const DEEPEST = 1_000;

/** JSON with the fields of every object sorted. */
export function canonical(value: JsonValue | undefined, depth = 0): string {
	if (typeof value !== 'object' || value === null || depth === DEEPEST) {
		return JSON.stringify(typeof value === 'object' ? null : (value ?? null));
	}
	const inner = (entry: JsonValue | undefined) => canonical(entry, depth + 1);
	if (Array.isArray(value)) return `[${value.map(inner).join(',')}]`;
	const fields = Object.keys(value).sort();
	return `{${fields.map((field) => `${JSON.stringify(field)}:${inner(value[field])}`).join(',')}}`;
}
