import type { DataRecord } from '../../api/page';
import { userError } from '../../errors/userError';
import { FEW_RECORDS } from '../../parameters/limits';
import { hasContent } from '../../values/content';
import { fieldOf } from '../../values/paths';
import { withFate, type CompareStep, type Pair, type Reason } from '../fates';
import { compareFieldsProperty } from '../properties';
import { fieldsOf } from '../rows';
import { holdBack } from './holdBack';

/** One value can be deleted on purpose, and be the last one of its field. */
const FEWEST_EMPTIED = 2;

/**
 * Rows in which a fault may have spoiled a compared field. Where no record has a value, and several rows have, a right
 * was taken away, or a column renamed. Where nobody looks, one that differs in more than half of the rows is another.
 */
export const overwritten: CompareStep = ({ fates, names, records, isUnattended }) => {
	const updated = withFate('updated', fates);
	const all = [...updated, ...withFate('same', fates)];
	const spoiled = new Map<string, Reason>();
	for (const name of new Set(names)) {
		const spoiledPairs = updated.filter((pair) => isOverwritten(pair, name));
		const { length: count } = spoiledPairs;
		const [first] = spoiledPairs;
		if (!first || count < FEWEST_EMPTIED) continue;
		if (!records.some((record) => hasContent(fieldOf(record, name))))
			spoiled.set(name, fieldLost(name, count, first.record));
		// Most fields differ in a few rows at most.
		else if (isUnattended) {
			const { length: of } = all.filter(({ row }) => hasValue(row, name));
			if (of >= FEW_RECORDS && 2 * count > of) spoiled.set(name, fieldChanged(name, count, of));
		}
	}
	return holdBack(fates, (one) => {
		if (one.fate !== 'updated') return [];
		return [...spoiled].flatMap(([name, reason]) => (isOverwritten(one, name) ? [reason] : []));
	});
};

/** Whether the row has a value there that would be lost. */
function isOverwritten({ row, differing }: Pair, name: string): boolean {
	return differing.some((cell) => cell.name === name) && hasValue(row, name);
}

function hasValue({ cells }: Pair['row'], name: string): boolean {
	return cells.some((cell) => cell.name === name && hasContent(cell.value));
}

const CHECK = `These contacts were not output as updated, so whatever else differs in them waits as well. Check '${compareFieldsProperty.displayName}', and whether the API key may read the field and its values in the application are right.`;

export function fieldLost(name: string, count: number, record: DataRecord): Reason {
	const say = () =>
		userError(
			`No record has a value in '${name}', but ${count} contacts have one`,
			`${CHECK} Records have the fields ${fieldsOf({ input: record })}. If the field was emptied on purpose, do not compare it.`,
		);
	return { name, say };
}

export function fieldChanged(name: string, count: number, of: number): Reason {
	const say = () =>
		userError(
			`'${name}' differs in ${count} of the ${of} contacts that have a value there`,
			`${CHECK} If they are, execute this workflow by hand to output these contacts. If your CRM keeps the values in another form, do not compare the field.`,
		);
	return { name, say };
}
