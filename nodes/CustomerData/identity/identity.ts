import type { DataRecord, JsonValue } from '../api/page';
import { IDENTIFIER } from '../parameters/list';
import { checkFieldsExist } from '../read/seenFields';
import { hasContent } from '../values/content';

/** A record where it was read. */
export interface Sighting {
	key: string | undefined;
	/** Tells different records with one key apart. */
	wholeHash: string;
	offset: number;
}

/** A list that was read to its end, by what identifies its records. */
export interface KeyedList {
	/** The records with a key of their own, by that. Of equal records, the last. */
	records: ReadonlyMap<string, unknown>;
	/** Different records that share a key, by that. */
	shared: ReadonlyMap<string, unknown>;
}

/** Whether a record has the key, or several share it. */
export function isListed({ records, shared }: KeyedList, key: string): boolean {
	return records.has(key) || shared.has(key);
}

/** A keyed list with its records, and with the records that have no key. */
export interface Identified<Seen extends Sighting = IdentifiedRecord> extends KeyedList {
	records: ReadonlyMap<string, Seen>;
	shared: ReadonlyMap<string, [Seen, Seen, ...Seen[]]>;
	/** The records without a key. */
	keyless: Seen[];
}

/** The one place that decides which records are identified. @param sightings as they were read, in order */
export function identify<Seen extends Sighting>(sightings: Iterable<Seen>): Identified<Seen> {
	const records = new Map<string, Seen>();
	const keyless: Seen[] = [];
	const shared = new Map<string, [Seen, Seen, ...Seen[]]>();
	for (const seen of sightings) {
		const { key } = seen;
		if (key === undefined) {
			keyless.push(seen);
			continue;
		}
		const others = shared.get(key);
		const earlier = records.get(key);
		records.delete(key);
		if (others) others.push(seen);
		else if (earlier && earlier.wholeHash !== seen.wholeHash) shared.set(key, [earlier, seen]);
		// A record that others moved during the read stands where it was read last.
		else records.set(key, seen);
	}
	return { records, keyless, shared };
}

export interface IdentifiedRecord extends Sighting {
	record: DataRecord;
}

/** Whole records by the text of a field, each with its place in the list. */
export function sightingsOf(field: string, records: DataRecord[]): IdentifiedRecord[] {
	return records.map((record, offset) => ({
		key: textKeyOf(record[field]),
		offset,
		record,
		// Only records that share a key are compared.
		get wholeHash() {
			return canonical(record);
		},
	}));
}

/** @throws UserError where no record has the field that is to identify them */
export function identifyBy(field: string, records: DataRecord[]): Identified {
	checkIdentifier(field, records);
	return identify(sightingsOf(field, records));
}

export function checkIdentifier(field: string, records: DataRecord[]): void {
	checkFieldsExist([field], records, IDENTIFIER.displayName);
}

/**
 * A key as the JSON text of its text: a number and its text are the same, and so is a text that a database pads
 * with spaces, as in a column of the type char(10). `undefined` for a value that cannot identify a record.
 */
export function textKeyOf(value: JsonValue | undefined): string | undefined {
	// Number.isFinite: JSON.parse reads 1e400 as Infinity, which JSON cannot write.
	const identifies = typeof value === 'string' || Number.isFinite(value);
	const text = identifies ? String(value).trim() : '';
	return text === '' ? undefined : JSON.stringify(text);
}

/**
 * A text that only values with the same content share, whatever the order of their fields. A number is its text, and a
 * field that is null, empty text, or an empty list or object is left out: a service that begins to write one for the
 * other changes nothing.
 */
export function canonical(value: JsonValue): string {
	return JSON.stringify(inOrder(value));
}

/** Objects become [name, value, …], sorted; lists are wrapped once more, so the two differ. */
function inOrder(value: JsonValue): JsonValue {
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return [value.map(inOrder)];
	return Object.keys(value)
		.sort()
		.flatMap((field) => {
			const inner = value[field] ?? '';
			const isEmpty = inner === '' || (typeof inner === 'object' && !hasContent(inner));
			return isEmpty ? [] : [field, inOrder(inner)];
		});
}
