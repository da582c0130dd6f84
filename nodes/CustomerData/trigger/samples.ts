import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { clientFor } from '../api/client';
import { keyOf } from '../identity/identity';
import { missingKey } from '../identity/unidentified';
import { FieldPicker } from '../read/fieldPicker';
import { readRecords } from '../read/readRecords';
import { toItem } from './changes';
import { watchRequestOf } from './parameters';
import { LEAVE_OUT } from './watchedList';

/** The `eventId` and the key of what is no change. */
const SAMPLE = 'sample';

/**
 * A few real records as events of the chosen kinds, for a test of the trigger. Keeps no state.
 *
 * @returns `null` when no record can be shown
 */
export async function sampleEvents(
	context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> {
	const request = watchRequestOf(context.getNodeParameter.bind(context));
	const { emptyAsNull, list, keyField, events, watched, unidentified } = request;
	// A whole page, because not every record has to have every field.
	const { records, isCut } = await readRecords(await clientFor(context), {
		...list,
		returnAll: false,
	});
	const fields = new FieldPicker(watched.fields, { emptyAsNull, identifier: keyField });
	if (!isCut) fields.checkAll(records);
	const keyed = records.flatMap((record, offset) => {
		const key = keyOf(record[keyField]);
		if (key !== undefined) return [{ key, record: fields.pick(record) }];
		if (unidentified === 'leaveOut' || offset >= events.size) return [];
		throw missingKey(keyField, offset, record, LEAVE_OUT);
	});
	const samples = [...events].flatMap((event, index) => {
		const found = keyed[index % keyed.length];
		if (!found) return [];
		// Later nodes run in a test, too, and may remove what they are given, so a removal names no record.
		const about = event === 'removed' ? { key: JSON.stringify(SAMPLE), record: undefined } : found;
		return [toItem({ ...about, event, id: SAMPLE })];
	});
	return samples.length > 0 ? [samples] : null;
}
