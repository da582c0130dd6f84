import type { JsonValue } from '../api/page';
import { COMPARE_FIELDS } from './properties';
import { type Differences, isEqualIn, textOf } from './rows';

/** What looks like a mistake in the parameters, because of which the same rows would be updated at each execution. */
export function* suspicions(paired: Differences['paired']): Generator<string> {
	const [first] = paired;
	if (!first || paired.length === 1) return;
	if (paired.every(({ row }) => row.isMarked)) {
		yield "All input items that have a record are marked as removed. Check 'Is Marked as Removed' under 'Options'";
	}
	for (const [name] of first.row.fields) {
		const results = paired.flatMap(({ row, record }) => {
			// What both lack says nothing.
			const isFilled = (value: JsonValue) => textOf(record[name]) + textOf(value) !== '';
			const fields = row.fields.filter(([one, value]) => one === name && isFilled(value));
			return fields.map(isEqualIn(record));
		});
		if (results.length > 1 && !results.includes(true)) {
			yield `No input item has the same '${name}' as its record. Check '${COMPARE_FIELDS.displayName}'`;
		}
	}
}
