import { listed } from '../errors/userError';
import { FEW_RECORDS } from '../parameters/limits';
import type { FieldPicker } from '../read/fieldPicker';
import type { WatchRequest } from './parameters';
import type { Snapshot } from './snapshot';

/** How many percent of the records may lose a chosen field at once. */
const EMPTIED = 20;

/**
 * Refuses chosen fields that no record ever had, or that many have lost. Where a service leaves out what is
 * empty, a field that is emptied in the last record is on no record any more. One that the vendor renamed is so
 * too, but at once on all that had it.
 *
 * @param picker has noticed the fields of the whole list
 */
export function checkFields(
	picker: FieldPicker,
	{ entries, filled, watchedId }: Snapshot,
	request: WatchRequest,
): void {
	// What no record had at the first poll with this choice is probably misspelled.
	const isFirst = watchedId !== request.watchedId || entries.size === 0;
	const isRenamed = picker.missing.some((field) => {
		const count = filled.get(field) ?? 0;
		return count >= FEW_RECORDS && 100 * count > EMPTIED * entries.size;
	});
	if (isFirst || isRenamed) picker.check();
}

/** For n8n's log: the fields that the last record lost. */
export function notesOnEmptied(known: Snapshot, next: Snapshot): string[] {
	const emptied = [...next.filled.keys()].filter(
		(field) => next.filled.get(field) === 0 && known.filled.get(field),
	);
	if (emptied.length === 0) return [];
	const fields = listed(emptied, 'disjunction');
	return [`No record has a field named ${fields} any more. It counts as empty`];
}
