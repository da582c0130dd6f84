import type { JsonValue } from '../../api/page';
import { isEqualIn, trimmedText, type Differences, type Pair } from './differences';
import { compareFieldsProperty } from './properties';

/** What looks like a mistake in the parameters, because of which the same rows would be updated at each execution. */
export function* suspicions(paired: Differences['paired']): Generator<string> {
	const [first] = paired;
	if (!first || paired.length === 1) return;
	if (paired.every(({ row }) => row.isMarked)) {
		yield "All input items that have a record are marked as removed. Check 'Is Marked as Removed' under 'Options'";
	}
	for (const [name] of first.row.fields) {
		// What both lack says nothing.
		const filledIn = ({ row, record }: Pair) => {
			const isFilled = (value: JsonValue) => trimmedText(record[name]) + trimmedText(value) !== '';
			return row.fields.filter(([one, value]) => one === name && isFilled(value));
		};
		// In most lists, the first row is equal already.
		if (paired.some((pair) => filledIn(pair).some(isEqualIn(pair.record)))) continue;
		if (paired.flatMap(filledIn).length > 1) {
			yield `No input item has the same '${name}' as its record. Check '${compareFieldsProperty.displayName}'`;
		}
	}
}

/** What to say beside an empty output. */
export const IN_STEP = 'Nothing has to be created, updated or removed';
