import type { UserError } from 'n8n-workflow';
import type { DataRecord } from '../api/page';
import { groupedBy } from '../identity/groups';
import type { Identified, IdentifiedRecord } from '../identity/identity';
import type { Doubt } from '../identity/missing';
import type { Condition } from '../parameters/onlyRecords';
import type { CompareRequest } from './request';
import { hasKey, type Cell, type KeyedRow, type Row } from './rows';

/** What was read of both sides, and what becomes of each record and row so far. */
export interface Compared extends CompareRequest {
	rows: Row[];
	/** The list as it was read last. */
	list: Identified;
	/** All of its records that are wanted, in their order. */
	records: DataRecord[];
	/** The others. */
	leftOut: IdentifiedRecord[];
	/** Conditions that lost their field: a record that one of them left out would now come in. */
	emptied: Condition[];
	/** Conditions whose value no record has. */
	unmet: Condition[];
	/** Why a record that no read showed may be there all the same. */
	doubt: Doubt | undefined;
	fates: Fate[];
}

/** One step of the comparison: the fates that it leaves, and those that it changes. */
export type CompareStep = (compared: Compared) => Fate[];

/**
 * What becomes of a record of the list, a row of the other system, or both. Not one comparison with the trigger's: rows
 * are written by others, so they can lack a key, share one, be marked, or be wrong, and have values to know a record
 * by. What the trigger remembers is its own, but it sees one list after the other, and what it misses may come back.
 */
export type Fate = Created | Updated | Same | Removed | Missed | LeftAlone | Held;

/** A record, and what identifies it, as its JSON text; `undefined` where nothing does. */
export interface ListRecord {
	key: string | undefined;
	record: DataRecord;
}

export type KeyedRecord = ListRecord & { key: string };

/** A record that no row has. */
export interface Created extends KeyedRecord {
	fate: 'created';
}

/** A row and its record. */
export interface Pair {
	row: KeyedRow;
	record: DataRecord;
	/** Those of the row's cells that differ. */
	differing: readonly Cell[];
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
interface Removed {
	fate: 'removed';
	row: KeyedRow;
}

/** A row whose record only the last read missed. */
interface Missed {
	fate: 'missed';
	row: KeyedRow;
}

/** A row without an identifier, or marked as removed already, or whose identifier several records share. */
interface LeftAlone {
	fate: 'leftAlone';
	row: Row;
}

/** Rows, records, or both. */
export interface Members {
	rows: Row[];
	records: ListRecord[];
}

/** What is not touched: somebody has to look at all of them. */
export interface Held extends Members {
	fate: 'held';
	reasons: Reason[];
}

/** Why something is held back. */
export interface Reason {
	/** What the message calls this one. */
	name: string;
	/** Reasons with the same function are said in one message. */
	say: (names: string[]) => UserError;
}

export function withFate<Name extends Fate['fate']>(name: Name, fates: Fate[]) {
	type One = Extract<Fate, { fate: Name }>;
	return fates.filter((one): one is One => one.fate === name);
}

/** The fates of all others, and of whoever is held back: that stays so, whatever else is found out. */
export function withoutThose(
	settled: Pick<ReadonlySet<Row | DataRecord | undefined>, 'has'>,
	fates: Fate[],
): Fate[] {
	const isOther = ({ row, record }: { fate: string; row?: Row; record?: DataRecord }) =>
		!settled.has(row) && !settled.has(record);
	return fates.filter(isOther);
}

const NOBODY = { rows: [], records: [] };

/**
 * Those of a fate of whom it is not known yet whose they are: all but the two of a pair, records that nothing
 * identifies, and rows that are left alone with an identifier, such as that of a record that was removed.
 */
export function openIn(one: Fate): { rows: Row[]; records: KeyedRecord[] } {
	switch (one.fate) {
		case 'updated':
		case 'same':
			return NOBODY;
		case 'created':
			return { rows: [], records: [one] };
		case 'held':
			return { rows: one.rows, records: one.records.filter(isIdentified) };
		case 'leftAlone':
			return hasKey(one.row) ? NOBODY : { rows: [one.row], records: [] };
		default:
			return { rows: [one.row], records: [] };
	}
}

export function isIdentified<One extends ListRecord>(one: One): one is One & KeyedRecord {
	return one.key !== undefined;
}

/** What is said of whatever is held back: an error for all reasons that are said alike. */
export function errorsFor(fates: Fate[]): UserError[] {
	const reasons = withFate('held', fates).flatMap((one) => one.reasons);
	const alike = groupedBy(reasons, ({ say }) => say);
	return [...alike].map(([say, some]) => say(some.map(({ name }) => name)));
}
