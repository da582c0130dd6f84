import type { DataRecord } from '../../api/page';
import { FEW_RECORDS } from '../../identity/missing';
import type { Pair } from './differences';
import { isFilled } from './equality';

/** A field in which many rows would get another value. */
export interface Overwritten {
	name: string;
	/** These rows: they have a record, and another value in the field. */
	pairs: Pair[];
	/** How many have a record, and a value in the field. */
	of: number;
	/** Whether no record has a value in it. */
	isEmptied: boolean;
}

/**
 * Finds the compared fields that a fault may have spoiled. Where no record has a value, and more than a few rows have, a
 * right was taken away, or a column renamed; a field that is cleared in the last record that had it is none of these.
 * Where nobody looks, one that differs in more than half of the rows is another.
 *
 * @param paired the rows that have a record
 */
export function overwrittenIn(
	paired: Pair[],
	names: string[],
	records: DataRecord[],
	isUnattended: boolean,
): Overwritten[] {
	return names.flatMap((name) => {
		const filled = paired.filter(({ row: { fields } }) =>
			fields.some(([field, value]) => field === name && isFilled(value)),
		);
		const pairs = filled.filter(({ differing }) => differing.includes(name));
		const isEmptied =
			pairs.length > FEW_RECORDS && !records.some((record) => isFilled(record[name]));
		const isMost = isUnattended && filled.length >= FEW_RECORDS && 2 * pairs.length > filled.length;
		return isEmptied || isMost ? [{ name, pairs, of: filled.length, isEmptied }] : [];
	});
}
