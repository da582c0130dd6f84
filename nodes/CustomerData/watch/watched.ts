import type { DataRecord } from '../api/page';
import { canonical } from './canonical';
import type { WatchedFields } from './request';
import { shortHash } from './hash';

/** Gives the part of a record that is watched. */
export function watchedPart({
	fields,
	ignored,
}: WatchedFields): (record: DataRecord) => DataRecord {
	if (fields.length === 0 && ignored.length === 0) return (record) => record;
	const chosen = new Set(fields);
	const left = new Set(ignored);
	const isCompared = (field: string) =>
		(chosen.size === 0 || chosen.has(field)) && !left.has(field);
	return (record) =>
		Object.fromEntries(Object.entries(record).filter(([field]) => isCompared(field)));
}

/** Gives the hash of what is watched of a record, whatever the order of its fields. */
export function hasherFor(watched: WatchedFields): (record: DataRecord) => string {
	const partOf = watchedPart(watched);
	return (record) => shortHash(canonical(partOf(record)));
}

export function sameFields(one: WatchedFields, other: WatchedFields): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}
