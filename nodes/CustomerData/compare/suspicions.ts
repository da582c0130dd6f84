import { COMPARE_FIELDS } from './properties';
import { type Differences, textOf } from './rows';

/** What looks like a mistake in the parameters, because of which the same rows would be updated at each execution. */
export function* suspicions(updated: Differences['updated']): Generator<string> {
	const [first] = updated;
	if (!first || updated.length === 1) return;
	if (updated.every(({ row }) => row.isMarked)) {
		yield "All input items that are output as updated are marked as removed. Check 'Is Marked as Removed' under 'Options'";
	}
	for (const [index, [name]] of first.row.fields.entries()) {
		const isEmpty = updated.every(({ row }) => textOf(row.fields[index]?.[1]) === '');
		if (isEmpty && updated.some(({ record }) => textOf(record[name]) !== '')) {
			yield `No input item has a value to compare with '${name}'. Check '${COMPARE_FIELDS.displayName}'`;
		}
	}
}
