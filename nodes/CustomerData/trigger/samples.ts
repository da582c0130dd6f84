import type { IPollFunctions } from 'n8n-workflow';
import { clientFor, type Client } from '../api/client';
import { textKeyOf } from '../identity/identity';
import { missingKey } from '../identity/unidentified';
import { FEW_RECORDS } from '../parameters/limits';
import { fieldsOfConditions } from '../parameters/onlyRecords';
import { newGate } from '../read/clock';
import { FieldPicker } from '../read/fieldPicker';
import { readRecords, type ReadResult } from '../read/readRecords';
import { checkFieldsExist } from '../read/seenFields';
import { noneWanted, wantedBy } from '../values/conditions';
import { JudgedList } from './judgedList';
import type { Outcome } from './outcome';
import { watchRequestOf, type WatchRequest } from './parameters';
import { LEAVE_OUT } from './watchedList';

/** The `eventId` of a sample, and the key of a removed one. */
const SAMPLE = 'sample';

/** A few real records as events of the chosen kinds, if there are any, for a test of the trigger. Keeps no state. */
export async function sampleEvents(context: IPollFunctions): Promise<Outcome> {
	const request = watchRequestOf(context.getNodeParameter.bind(context), context);
	const { emptyAsNull, keyField, events, watched, unidentified } = request;
	const { records, isCut } = await readSome(await clientFor(context), request);
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

/**
 * The first page, because not every record has to have every field; with conditions, the first few records that meet
 * them.
 *
 * @throws UserError where no record of a whole list meets them, because a value is probably misspelled
 */
async function readSome(
	client: Client,
	{ conditions, list, timeZone }: WatchRequest,
): Promise<Pick<ReadResult, 'records' | 'isCut'>> {
	if (conditions.length === 0) return await readRecords(client, { ...list, returnAll: false });
	const isWanted = wantedBy(conditions, timeZone);
	const fields = fieldsOfConditions(conditions);
	const all = new JudgedList(fields);
	const options = { ...list.options, maxRecords: FEW_RECORDS };
	const result = await readRecords(client, { ...list, options }, newGate(), (record) => {
		all.notice(record);
		return isWanted(record);
	});
	const { records, isCut, readCount } = result;
	if (!isCut) all.checkPresent(fields);
	if (all.first && records.length === 0) throw noneWanted(all.first, readCount, conditions);
	return { records, isCut };
}
