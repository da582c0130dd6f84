import type { DataRecord } from '../paging/answer';
import { everyField, type FieldFilter } from '../paging/identity';
import type { WatchedFields } from '../parameters/trigger';
import { hashPart } from './hash';

export function filterFor({ fields, ignored }: WatchedFields): FieldFilter {
	if (fields.length === 0 && ignored.length === 0) return everyField;
	const chosen = new Set(fields);
	const left = new Set(ignored);
	return (field) => (chosen.size === 0 || chosen.has(field)) && !left.has(field);
}

/** Gives the hash of what is watched of a record, whatever the order of its fields. */
export function hasherFor(watched: WatchedFields): (record: DataRecord) => string {
	const counts = filterFor(watched);
	return (record) => hashPart(record, counts);
}

export function sameFields(one: WatchedFields, other: WatchedFields): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}
