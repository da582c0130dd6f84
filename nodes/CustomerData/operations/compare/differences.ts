import type { DataRecord } from '../../api/page';
import { groupedBy, type Group } from '../../identity/groups';
import { canonical, type Identified, type IdentifiedRecord } from '../../identity/identity';
import { spellingsOf } from '../../identity/spelling';
import { isEqual } from './equality';
import type { Row } from './rows';

export type KeyedRow = Row & { key: string };

/** A row and its record. */
export interface Pair {
	row: KeyedRow;
	record: DataRecord;
	/** The names of the fields that differ. */
	differing: string[];
}

/** What differs between a list and the rows of another system. */
export interface Differences {
	/** The records that no row has. */
	created: Array<{ key: string; record: DataRecord }>;
	/** The rows that have a record, whether it differs or not. */
	paired: Pair[];
	/** The rows whose record is not in the list. */
	missing: KeyedRow[];
	/** The rows whose record may be one of those that are only spelled otherwise. */
	respelled: Array<{ row: KeyedRow; keys: string[] }>;
	/** The rows that share a key. */
	shared: Array<Group<KeyedRow>>;
	/** The keys that exactly one row has. */
	owned: Set<string>;
}

/**
 * Compares rows with the list. Rows without a key, and whatever shares one, have no counterpart.
 *
 * @param timeZone for dates without one
 */
export function differencesOf(
	rows: Row[],
	list: Identified<IdentifiedRecord>,
	timeZone: string,
): Differences {
	const byKey = byKeyIn(rows);
	const isUnclear = (key: string) => !list.records.has(key) || byKey.get(key)?.length !== 1;
	const spellings = spellingsOf([...byKey.keys()].filter(isUnclear), list);
	const found: Differences = {
		created: [],
		paired: [],
		missing: [],
		respelled: [],
		shared: [],
		owned: new Set(),
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
		else found.owned.add(key);
		if (possible.length > 0) found.respelled.push({ row, keys: possible });
		else if (others.length > 0 || list.shared.has(key)) continue;
		else if (seen) {
			const { record } = seen;
			found.paired.push({ row, record, differing: differingIn(row, record, timeZone) });
		} else if (!row.isMarked) {
			if (present.length === 0) found.missing.push(row);
			else found.respelled.push({ row, keys: present });
		}
	}
	for (const [key, { record }] of list.records) {
		if (!byKey.has(key) && !held.has(key)) found.created.push({ key, record });
	}
	return found;
}

/**
 * A node that reads pages can return one row twice. Of rows with one key, one that is not marked as removed counts
 * beside those that are.
 */
function byKeyIn(rows: Row[]): Map<string, Group<KeyedRow>> {
	const byKey = groupedBy(rows.filter(hasKey), ({ key }) => key);
	for (const [key, same] of byKey) {
		if (same.length === 1) continue;
		const different = new Map(same.map((row) => [JSON.stringify(row.input), row])).values();
		const [first = same[0], ...others] = different;
		const [active, ...further] = [first, ...others].filter(({ isMarked }) => !isMarked);
		byKey.set(key, active && further.length === 0 ? [active] : [first, ...others]);
	}
	return byKey;
}

function hasKey(row: Row): row is KeyedRow {
	return row.key !== undefined;
}

function differingIn(row: Row, record: DataRecord, timeZone: string): string[] {
	return row.fields.flatMap(([name, value]) =>
		isEqual(record[name], value, timeZone) ? [] : [name],
	);
}

/** What is compared of a record. */
export function comparedIn(record: DataRecord, names: string[]): string {
	return canonical(names.map((name) => record[name] ?? null));
}
