import type { DataRecord, JsonValue } from '../../api/page';
import { canonical, type Identified, type IdentifiedRecord } from '../../identity/identity';
import { spellingsOf } from '../../identity/spelling';
import type { InputItem } from '../operation';

/** What an input item holds of a record. */
export interface Row extends InputItem {
	/** What identifies the record, as its JSON text; `undefined` where there is nothing. */
	key: string | undefined;
	/** Whether the input item has no such field. */
	isAbsent: boolean;
	/** Names of fields, each with its value in the row. */
	fields: ReadonlyArray<[name: string, value: JsonValue]>;
	/** Whether it is marked as removed. */
	isMarked: boolean;
}

type KeyedRow = Row & { key: string };

/** A row and its record. */
export interface Pair {
	row: Row;
	record: DataRecord;
}

/** What differs between a list and the rows of another system. */
export interface Differences {
	/** The records that no row has. */
	created: IdentifiedRecord[];
	/** The rows that have a record of their own. */
	paired: Pair[];
	/** Of these, the rows whose record differs, or is back. */
	updated: Pair[];
	/** The rows whose record is not in the list. */
	missing: KeyedRow[];
	/** The rows whose record may be one of those that are only spelled otherwise. */
	respelled: Array<{ row: KeyedRow; keys: string[] }>;
	/** The rows that share a key. */
	shared: Array<[KeyedRow, ...KeyedRow[]]>;
}

/** Compares rows with the list. Rows without a key, and whatever shares one, have no counterpart. */
export function differencesOf(rows: Row[], list: Identified<IdentifiedRecord>): Differences {
	const byKey = new Map<string, [KeyedRow, ...KeyedRow[]]>();
	for (const row of rows.filter(hasKey)) {
		const same = byKey.get(row.key);
		if (same) same.push(row);
		else byKey.set(row.key, [row]);
	}
	const isUnclear = (key: string) => !list.records.has(key) || byKey.get(key)?.length !== 1;
	const spellings = spellingsOf([...byKey.keys()].filter(isUnclear), list);
	const found: Differences = {
		created: [],
		paired: [],
		updated: [],
		missing: [],
		respelled: [],
		shared: [],
	};
	const held = new Set<string>();
	for (const [key, same] of byKey) {
		const [row, ...others] = same;
		const seen = list.records.get(key);
		const present = spellings.get(key) ?? [];
		// Beside a row that may be its own, a record must not be created.
		const possible = present.filter((other) => list.records.has(other) && !byKey.has(other));
		for (const other of possible) held.add(other);
		if (others.length > 0) found.shared.push(same);
		if (possible.length > 0) found.respelled.push({ row, keys: possible });
		else if (others.length > 0 || list.shared.has(key)) continue;
		else if (seen) found.paired.push({ row, record: seen.record });
		else if (!row.isMarked) {
			if (present.length === 0) found.missing.push(row);
			else found.respelled.push({ row, keys: present });
		}
	}
	found.updated = found.paired.filter(isDue);
	for (const [key, seen] of list.records) {
		if (!byKey.has(key) && !held.has(key)) found.created.push(seen);
	}
	return found;
}

function hasKey(row: Row): row is KeyedRow {
	return row.key !== undefined;
}

/** Whether the row has to be updated. */
function isDue({ row: { isMarked, fields }, record }: Pair): boolean {
	return isMarked || fields.length === 0 || !fields.every(isEqualIn(record));
}

/**
 * Whether a row has the value of the record, as a CRM would return it: numbers and lists as text, nothing as
 * empty text or null, and without the spaces at both ends.
 */
export function isEqualIn(record: DataRecord) {
	return ([name, value]: Row['fields'][number]): boolean => {
		const own = record[name];
		const [one, other] = [trimmedText(own), trimmedText(value)];
		if (one === other) return true;
		// As NocoDB stores a list.
		if (Array.isArray(own) && String(own) === other) return true;
		if (typeof own === 'object') return canonical(own) === canonical(value);
		const isNumber = typeof own === 'number' || typeof value === 'number';
		return isNumber && one !== '' && other !== '' && Number(own) === Number(value);
	};
}

/** A value as text, without spaces at both ends; empty for null and `undefined`. */
export function trimmedText(value: JsonValue | undefined): string {
	return typeof value === 'object' && value !== null
		? JSON.stringify(value)
		: String(value ?? '').trim();
}
