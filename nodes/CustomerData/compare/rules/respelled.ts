import { inWords, userError } from '../../errors/userError';
import { spellingsOf } from '../../identity/spelling';
import type { Fate, Held } from '../fates';
import { hasKey, type KeyedRow } from '../rows';
import type { Rule } from './rule';

/**
 * Rows whose identifier the list has in another spelling: they may be the rows of these records. Beside a row that may
 * be its own, a record must not be created.
 */
export const respelled: Rule = ({ fates, rows, list }) => {
	const unclear = fates.flatMap((one) => rowWithoutRecord(one) ?? []);
	if (unclear.length === 0) return fates;
	const owned = new Set(rows.map(({ key }) => key));
	const isFree = (key: string) => list.records.has(key) && !owned.has(key);
	const spellings = spellingsOf(
		unclear.map(({ key }) => key),
		list,
	);
	const possible = new Set([...spellings.values()].flat());
	return fates.flatMap((one): Fate[] => {
		if (one.fate === 'created') return possible.has(one.key) ? [] : [one];
		const row = rowWithoutRecord(one);
		const present = (row && spellings.get(row.key)) ?? [];
		const free = present.filter(isFree);
		const others = one.fate === 'removed' ? present : [];
		const keys = free.length > 0 ? free : others;
		if (!row || keys.length === 0) return [one];
		return one.fate === 'held' ? [one, spelledAs(row, keys)] : [spelledAs(row, keys)];
	});
};

/** The row of a fate, if it has an identifier, and no record of its own. */
function rowWithoutRecord(one: Fate): KeyedRow | undefined {
	const isWithout = one.fate === 'removed' || one.fate === 'leftAlone' || one.fate === 'held';
	const row = isWithout ? one.row : undefined;
	return row && hasKey(row) ? row : undefined;
}

/** @param keys of the list */
export function spelledAs(row: KeyedRow, keys: string[]): Held {
	const say = () =>
		userError(
			`An input item has ${row.key}, but the list has ${inWords(keys)}`,
			'If they are the same record, correct the spelling in your CRM. If they are different ones, mark this row as removed in your CRM. If the record in the list has no row, add one by hand.',
		);
	return { fate: 'held', reasons: [say], row };
}
