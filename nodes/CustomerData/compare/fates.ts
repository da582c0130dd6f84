import type { UserError } from 'n8n-workflow';
import type { DataRecord } from '../api/page';
import { groupedBy } from '../identity/groups';
import type { Cell, KeyedRow, Row } from './rows';

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

/** What is not touched: somebody has to look. */
export interface Held {
	fate: 'held';
	reasons: Reason[];
	/** What it is called where one reason holds back several. */
	name?: string | undefined;
	row?: Row;
	/** Of records that are held back as well. */
	keys?: string[];
	record?: DataRecord;
}

/** Says why something is held back, of all that have the same reason. */
export type Reason = (names: string[]) => UserError;

export function withFate<Name extends Fate['fate']>(name: Name, fates: Fate[]) {
	type One = Extract<Fate, { fate: Name }>;
	return fates.filter((one): one is One => one.fate === name);
}

/** What is said of whatever is held back: an error for each reason. */
export function errorsFor(fates: Fate[]): UserError[] {
	const held = withFate('held', fates).flatMap(({ reasons, name = '' }) =>
		reasons.map((say) => ({ say, name })),
	);
	const bySay = groupedBy(held, ({ say }) => say);
	return [...bySay].map(([say, those]) => say(those.map(({ name }) => name)));
}
