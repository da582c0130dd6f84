import { userError } from '../../errors/userError';
import { FEW_RECORDS } from '../../parameters/limits';
import { isFilled } from '../equality';
import { withFate, type Pair, type Reason } from '../fates';
import { compareFieldsProperty } from '../properties';
import { holdBack, type Rule } from './rule';

/**
 * Rows in which a fault may have spoiled a compared field. Where no record has a value, and more than a few rows have, a
 * right was taken away, or a column renamed; a field that is cleared in the last record that had it is none of these.
 * Where nobody looks, one that differs in more than half of the rows is another.
 */
export const overwritten: Rule = (fates, { names, records, isUnattended }) => {
	const updated = withFate('updated', fates);
	const all = [...updated, ...withFate('same', fates)];
	const spoiled = names.flatMap((name) => {
		const changed = updated.filter(({ differing }) => differing.includes(name));
		// Most fields differ in a few rows at most.
		if (changed.length <= FEW_RECORDS / 2) return [];
		const { length: count } = changed.filter(({ row }) => hasValue(row, name));
		const { length: of } = all.filter(({ row }) => hasValue(row, name));
		const isEmptied = count > FEW_RECORDS && !records.some((record) => isFilled(record[name]));
		const isMost = isUnattended && of >= FEW_RECORDS && 2 * count > of;
		if (!isEmptied && !isMost) return [];
		return [{ name, say: isEmptied ? emptied(name, count) : differsInMost(name, count, of) }];
	});
	if (spoiled.length === 0) return fates;
	return holdBack(fates, (one) => {
		if (one.fate !== 'updated') return undefined;
		const { row, differing } = one;
		const fields = spoiled.filter(({ name }) => differing.includes(name) && hasValue(row, name));
		const reasons = fields.map(({ say }) => say);
		return reasons.length > 0 ? { fate: 'held', reasons, row } : undefined;
	});
};

function hasValue({ fields }: Pair['row'], name: string): boolean {
	return fields.some(([field, value]) => field === name && isFilled(value));
}

const CHECK = `These items were not output as updated. Check '${compareFieldsProperty.displayName}', and whether the API key may read the field and its values in the application are right.`;

export function emptied(name: string, count: number): Reason {
	return () =>
		userError(
			`No record has a value in '${name}', but ${count} input items have one`,
			`${CHECK} If it was emptied on purpose, do not compare it.`,
		);
}

export function differsInMost(name: string, count: number, of: number): Reason {
	return () =>
		userError(
			`'${name}' differs in ${count} of the ${of} input items that have a value there`,
			`${CHECK} If they are, execute the workflow by hand to output these items.`,
		);
}
