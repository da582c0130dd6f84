import type { DataRecord } from '../api/page';
import { FEW_RECORDS } from '../parameters/limits';
import { isFilled } from './equality';
import { withFate, type Fate, type Overwritten, type Pair } from './fates';

/**
 * Holds back rows in which a fault may have spoiled a compared field. Where no record has a value, and more than a few
 * rows have, a right was taken away, or a column renamed; a field that is cleared in the last record that had it is
 * none of these. Where nobody looks, one that differs in more than half of the rows is another.
 *
 * @param names of the compared fields
 */
export function holdOverwritten(
	fates: Fate[],
	names: string[],
	records: DataRecord[],
	isUnattended: boolean,
): Fate[] {
	const updated = withFate('updated', fates);
	const all = [...updated, ...withFate('same', fates)];
	const spoiled = names.flatMap((name): Overwritten[] => {
		const changed = updated.filter(({ differing }) => differing.includes(name));
		// Most fields differ in a few rows at most.
		if (changed.length <= FEW_RECORDS / 2) return [];
		const { length: count } = changed.filter(({ row }) => hasValue(row, name));
		const { length: of } = all.filter(({ row }) => hasValue(row, name));
		const isEmptied = count > FEW_RECORDS && !records.some((record) => isFilled(record[name]));
		const isMost = isUnattended && of >= FEW_RECORDS && 2 * count > of;
		return isEmptied || isMost ? [{ name, count, of, isEmptied }] : [];
	});
	return fates.map((one) => {
		if (one.fate !== 'updated') return one;
		const { row, differing } = one;
		const fields = spoiled.filter(({ name }) => differing.includes(name) && hasValue(row, name));
		return fields.length === 0 ? one : { fate: 'held', why: 'overwritten', row, fields };
	});
}

function hasValue({ fields }: Pair['row'], name: string): boolean {
	return fields.some(([field, value]) => field === name && isFilled(value));
}
