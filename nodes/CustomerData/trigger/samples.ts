import type { IPollFunctions } from 'n8n-workflow';
import { clientFor } from '../api/client';
import { textKeyOf } from '../identity/identity';
import { missingKey } from '../identity/unidentified';
import { FieldPicker } from '../read/fieldPicker';
import { readRecords } from '../read/readRecords';
import { checkFieldsExist } from '../read/seenFields';
import type { Outcome } from './outcome';
import { watchRequestOf } from './parameters';
import { LEAVE_OUT } from './watchedList';

/** The `eventId` of a sample, and the key of a removed one. */
const SAMPLE = 'sample';

/** A few real records as events of the chosen kinds, if there are any, for a test of the trigger. Keeps no state. */
export async function sampleEvents(context: IPollFunctions): Promise<Outcome> {
	const request = watchRequestOf(context.getNodeParameter.bind(context));
	const { emptyAsNull, list, keyField, events, watched, unidentified } = request;
	// A whole page, because not every record has to have every field.
	const { records, isCut } = await readRecords(await clientFor(context), {
		...list,
		returnAll: false,
	});
	const fields = new FieldPicker(watched.fields, { emptyAsNull, identifier: keyField });
	if (!isCut) checkFieldsExist(watched.fields, records);
	const keyed = records.flatMap((record, offset) => {
		const key = textKeyOf(record[keyField]);
		if (key !== undefined) return [{ key, record: fields.pick(record) }];
		if (unidentified === 'leaveOut' || offset >= events.size) return [];
		throw missingKey(keyField, offset, record, LEAVE_OUT);
	});
	const samples = [...events].flatMap((event, index) => {
		const found = keyed[index % keyed.length];
		if (!found) return [];
		// Later nodes run in a test, too, and may remove what they are given, so a removal names no record.
		const about = event === 'removed' ? { key: JSON.stringify(SAMPLE), record: undefined } : found;
		return [{ ...about, event, id: SAMPLE }];
	});
	return samples.length > 0 ? { do: 'output', changes: samples } : { do: 'wait' };
}
