import type { DataRecord, JsonValue } from './answer';

/** How a record is known again: by its content, but for fields that may differ with each read. */
export interface Identity {
	/** Quick where the records differ. */
	same(one: DataRecord, other: DataRecord): boolean;
	/** A text that only records with the same content share. */
	textOf(record: DataRecord): string;
}

/** Whether a field of a record counts. */
export type FieldFilter = (field: string) => boolean;

export const everyField: FieldFilter = () => true;

export function identityBy(counts: FieldFilter): Identity {
	const textOf = (record: DataRecord) => canonical(partOf(record, counts));
	return {
		textOf,
		same(one, other) {
			const first = Object.keys(one).find(counts);
			// Most records differ in their first field already.
			if (first !== undefined && canonical(one[first]) !== canonical(other[first])) return false;
			return textOf(one) === textOf(other);
		},
	};
}

/** The record with the fields that count alone. */
export function partOf(record: DataRecord, counts: FieldFilter): DataRecord {
	if (counts === everyField) return record;
	return Object.fromEntries(Object.entries(record).filter(([field]) => counts(field)));
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
