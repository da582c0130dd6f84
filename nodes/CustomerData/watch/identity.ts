import { shortHash } from '../api/hash';
import type { DataRecord, JsonValue } from '../api/page';
import type { WatchedFields } from '../parameters/watchRequest';

/** Gives the part of a record that is watched. */
export function watchedPart({ fields, ignored }: WatchedFields) {
	const isWatched = (field: string) =>
		(fields.length === 0 || fields.includes(field)) && !ignored.includes(field);
	return (record: DataRecord): DataRecord => {
		if (fields.length === 0 && ignored.length === 0) return record;
		return Object.fromEntries(Object.entries(record).filter(([field]) => isWatched(field)));
	};
}

/** Gives the hash of what is watched of a record, whatever the order of its fields. */
export function hasherFor(watched: WatchedFields): (record: DataRecord) => string {
	const partOf = watchedPart(watched);
	return (record) => shortHash(canonical(partOf(record)));
}

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
