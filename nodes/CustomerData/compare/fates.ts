import type { UserError } from 'n8n-workflow';
import type { DataRecord } from '../api/page';
import { groupedBy, type Group } from '../identity/groups';
import type { Identified, IdentifiedRecord } from '../identity/identity';
import type { Doubt } from '../identity/missing';
import { spellingsOf } from '../identity/spelling';
import { isEqual } from './equality';
import { givenIn, type Row } from './rows';

export type KeyedRow = Row & { key: string };

/**
 * What becomes of a record of the list, a row of the other system, or both. Not one comparison with the trigger's: rows
 * are written by others, so they can lack a key, share one, be marked, or be wrong, and have values to know a record
 * by. What the trigger remembers is its own, but it sees one list after the other, and what it misses may come back.
 */
export type Fate = Created | Updated | Same | Removed | Missed | LeftAlone | Held;

/** A record that no row has. */
export interface Created {
	fate: 'created';
	key: string;
	record: DataRecord;
}

/** A row and its record. */
export interface Pair {
	row: KeyedRow;
	record: DataRecord;
	/** The names of the fields that differ. */
	differing: string[];
}

/** A row whose record differs, or is back. */
export interface Updated extends Pair {
	fate: 'updated';
}

/** A row whose record is the same. */
export interface Same extends Pair {
	fate: 'same';
}

/** A row whose record is not in the list. */
export interface Removed {
	fate: 'removed';
	row: KeyedRow;
}

/** A row whose record only the last read missed. */
export interface Missed {
	fate: 'missed';
	row: KeyedRow;
}

/** A row without an identifier, or marked as removed already, or whose identifier several records share. */
export interface LeftAlone {
	fate: 'leftAlone';
	row: Row;
}

/** What is not touched, and why: somebody has to look. */
export type Held = { fate: 'held' } & (
	| { why: 'unidentified'; error: UserError }
	| { why: 'shared'; rows: Group<KeyedRow> }
	| { why: 'respelled'; row: KeyedRow; keys: string[] }
	| { why: 'inDoubt'; row: KeyedRow; doubt: Doubt }
	| { why: 'twin'; row: Row; key: string; record: DataRecord }
	| { why: 'overwritten'; row: KeyedRow; fields: Overwritten[] }
);

/** A field in which many rows would get another value. */
export interface Overwritten {
	name: string;
	/** How many rows these are. */
	count: number;
	/** How many have a record, and a value in the field. */
	of: number;
	/** Whether no record has a value in it. */
	isEmptied: boolean;
}

/** Those with this fate, in their order. */
export function withFate<Name extends Fate['fate']>(name: Name, fates: Fate[]) {
	type One = Extract<Fate, { fate: Name }>;
	return fates.filter((one): one is One => one.fate === name);
}

/**
 * Compares rows with the list. Rows without a key, and whatever shares one, have no counterpart.
 *
 * @param timeZone for dates without one
 */
export function fatesOf(rows: Row[], list: Identified<IdentifiedRecord>, timeZone: string): Fate[] {
	const byKey = byKeyIn(rows);
	const isUnclear = (key: string) => !list.records.has(key) || byKey.get(key)?.length !== 1;
	const spellings = spellingsOf([...byKey.keys()].filter(isUnclear), list);
	const fates: Fate[] = givenIn(rows)
		.filter((row) => !hasKey(row))
		.map(leftAlone);
	const held = new Set<string>();
	for (const [key, same] of byKey) {
		const [row, ...others] = same;
		const seen = list.records.get(key);
		const present = spellings.get(key) ?? [];
		// Beside a row that may be its own, a record must not be created.
		const possible = present.filter((other) => list.records.has(other) && !byKey.has(other));
		for (const other of possible) held.add(other);
		if (others.length > 0) fates.push({ fate: 'held', why: 'shared', rows: same });
		if (possible.length > 0) fates.push({ fate: 'held', why: 'respelled', row, keys: possible });
		else if (others.length > 0) continue;
		else if (list.shared.has(key)) fates.push(leftAlone(row));
		else if (seen) fates.push(paired(row, seen.record, timeZone));
		else if (row.isMarked) fates.push(leftAlone(row));
		else if (present.length === 0) fates.push({ fate: 'removed', row });
		else fates.push({ fate: 'held', why: 'respelled', row, keys: present });
	}
	for (const [key, { record }] of list.records) {
		if (!byKey.has(key) && !held.has(key)) fates.push({ fate: 'created', key, record });
	}
	return fates;
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

function leftAlone(row: Row): LeftAlone {
	return { fate: 'leftAlone', row };
}

/** One for all, because most rows are the same as their records. */
const NOTHING: string[] = [];

function paired(row: KeyedRow, record: DataRecord, timeZone: string): Updated | Same {
	const differing = row.fields.flatMap(([name, value]) =>
		isEqual(record[name], value, timeZone) ? [] : [name],
	);
	const isDue = row.isMarked || row.fields.length === 0 || differing.length > 0;
	return isDue
		? { fate: 'updated', row, record, differing }
		: { fate: 'same', row, record, differing: NOTHING };
}
