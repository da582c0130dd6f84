import type { DataRecord } from '../../api/page';
import { userError } from '../../errors/userError';
import { groupedBy, type Group } from '../../identity/groups';
import { CONNECT_HELD_BACK, missingKey, sharedKey } from '../../identity/unidentified';
import { isEqual } from '../../values/equality';
import { fieldOf } from '../../values/paths';
import type { CompareStep, Fate, Held, KeyedRecord, ListRecord, Same, Updated } from '../fates';
import { givenIn, hasKey, isToWake, type Cell, type KeyedRow, type Row } from '../rows';

/**
 * The strongest sign: a row and a record that share an identifier with nobody else are a pair. Of several rows or
 * records that share one, none is. Rows without an identifier have no record so far.
 */
export const sameIdentifier: CompareStep = ({ rows, list, field, timeZone }) => {
	const byKey = byKeyIn(rows);
	const keyless = givenIn(rows).filter((row) => !hasKey(row));
	const leftAlone = (row: Row): Fate => ({ fate: 'leftAlone', row });
	const fates: Fate[] = [
		...list.keyless.map((seen) => unidentified(seen, seen.offset, field)),
		...[...list.shared].map(([key, seen]) => {
			const offsets = seen.map(({ offset }) => offset);
			return ambiguous(key, seen, offsets, field);
		}),
		...keyless.map(leftAlone),
	];
	for (const [key, same] of byKey) {
		const [row, ...others] = same;
		const seen = list.records.get(key);
		const isShared = list.shared.has(key);
		if (!seen && !isShared && same.every(({ isMarked }) => isMarked))
			fates.push(...same.map(leftAlone));
		else if (others.length > 0)
			fates.push(sharedBy(same, seen ? [{ key, record: seen.record }] : []));
		else if (seen) fates.push(paired(row, seen.record, timeZone));
		else fates.push(isShared ? leftAlone(row) : { fate: 'removed', row });
	}
	for (const [key, { record }] of list.records) {
		if (!byKey.has(key)) fates.push({ fate: 'created', key, record });
	}
	return fates;
};

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

/** One for all, because most rows are the same as their records. */
const NO_CELLS: readonly Cell[] = [];

export function paired(row: KeyedRow, record: DataRecord, timeZone: string): Updated | Same {
	const differing = row.cells.filter(
		({ name, value }) => !isEqual(fieldOf(record, name), value, timeZone),
	);
	const isDue = isToWake(row) || row.cells.length === 0 || differing.length > 0;
	return isDue
		? { fate: 'updated', row, record, differing }
		: { fate: 'same', row, record, differing: NO_CELLS };
}

/** A record without an identifier. */
function unidentified({ record }: ListRecord, offset: number, field: string): Held {
	const say = () => missingKey(field, offset, record, CONNECT_HELD_BACK);
	const records = [{ key: undefined, record }];
	return { fate: 'held', rows: [], records, reasons: [{ name: '', say }] };
}

/** Different records with one identifier: a row with it may be that of any of them. */
function ambiguous(key: string, sharing: ListRecord[], offsets: number[], field: string): Held {
	const say = () => sharedKey(field, key, offsets, CONNECT_HELD_BACK);
	const records = sharing.map(({ record }) => ({ key, record }));
	return { fate: 'held', rows: [], records, reasons: [{ name: key, say }] };
}

/** Different rows with one identifier: any of them may be the record's own. */
export function sharedBy(rows: Group<KeyedRow>, records: KeyedRecord[]): Held {
	const [{ key }] = rows;
	const say = () =>
		userError(
			`${rows.length} contacts share the identifier ${key}`,
			'Merge these contacts in your CRM, or remove the identifier from all but one of them.',
		);
	return { fate: 'held', rows, records, reasons: [{ name: key, say }] };
}
