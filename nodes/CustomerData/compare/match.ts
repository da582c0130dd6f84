import type { DataRecord } from '../api/page';
import { userError } from '../errors/userError';
import { groupedBy, type Group } from '../identity/groups';
import type { Identified } from '../identity/identity';
import { isEqual } from './equality';
import type { Fate, Held, Same, Updated } from './fates';
import { fieldOf, givenIn, hasKey, type Cell, type KeyedRow, type Row } from './rows';

/**
 * Matches rows with the list, by their keys alone: what is in doubt is for the rules. Rows without a key have no
 * counterpart, and neither has whatever shares one.
 *
 * @param timeZone for dates without one
 */
export function match(rows: Row[], list: Identified, timeZone: string): Fate[] {
	const byKey = byKeyIn(rows);
	const keyless = givenIn(rows).filter((row) => !hasKey(row));
	const leftAlone = (row: Row): Fate => ({ fate: 'leftAlone', row });
	const fates = keyless.map(leftAlone);
	for (const [key, same] of byKey) {
		const [row, ...others] = same;
		const seen = list.records.get(key);
		const isShared = list.shared.has(key);
		if (!seen && !isShared && same.every(({ isMarked }) => isMarked))
			fates.push(...same.map(leftAlone));
		else if (others.length > 0) fates.push(sharedBy(same));
		else if (seen) fates.push(paired(row, seen.record, timeZone));
		else fates.push(isShared ? leftAlone(row) : { fate: 'removed', row });
	}
	for (const [key, { record }] of list.records) {
		if (!byKey.has(key)) fates.push({ fate: 'created', key, record });
	}
	return fates;
}

function byKeyIn(rows: Row[]): Map<string, Group<KeyedRow>> {
	const byKey = groupedBy(rows.filter(hasKey), ({ key }) => key);
	for (const [key, same] of byKey) byKey.set(key, onceEach(same));
	return byKey;
}

/**
 * A node that reads pages can return one row twice. Of rows that are the same to someone, one that is not marked as
 * removed counts beside those that are.
 */
export function onceEach<One extends Row>(same: Group<One>): Group<One> {
	if (same.length === 1) return same;
	const different = new Map(same.map((row) => [JSON.stringify(row.input), row])).values();
	const [first = same[0], ...others] = different;
	const [active, ...further] = [first, ...others].filter(({ isMarked }) => !isMarked);
	return active && further.length === 0 ? [active] : [first, ...others];
}

/** Different rows with one identifier: any of them may be the record's own. */
export function sharedBy(rows: Group<KeyedRow>): Held {
	const [row] = rows;
	const say = () =>
		userError(
			`${rows.length} input items share the identifier ${row.key}`,
			'Merge these rows in your CRM, or remove the identifier from all but one of them.',
		);
	return { fate: 'held', reasons: [say], row };
}

/** One for all, because most rows are the same as their records. */
const NO_CELLS: readonly Cell[] = [];

export function paired(row: KeyedRow, record: DataRecord, timeZone: string): Updated | Same {
	const differing = row.cells.filter(
		({ name, value }) => !isEqual(fieldOf(record, name), value, timeZone),
	);
	const isDue = row.isMarked || row.cells.length === 0 || differing.length > 0;
	return isDue
		? { fate: 'updated', row, record, differing }
		: { fate: 'same', row, record, differing: NO_CELLS };
}
