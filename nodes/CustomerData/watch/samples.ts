import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { ChangeEvent } from '../events';
import type { DataRecord } from '../paging/answer';
import { readWatchRequest } from '../parameters/trigger';
import { readRecords } from '../read/readList';
import { connect } from '../transport/transport';
import type { Change } from './changes';
import { KeyedRecords } from './keyedRecords';
import { toItem } from './poll';

const SAMPLE = 'sample';

/**
 * A few real records as events of the chosen kinds, for a test of the trigger. Leaves the state
 * alone.
 */
export async function sampleEvents(
	context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> {
	const { list, keyField, events } = readWatchRequest(context.getNodeParameter.bind(context));
	const page = { ...list, returnAll: false, limit: events.size };
	const { records } = await readRecords(await connect(context), page);
	const keyed = new KeyedRecords(keyField);
	keyed.addPage(records, 0);
	const found = [...keyed.records];
	const samples = [...events].flatMap((event, index) => {
		const [key, record] = found[index % found.length] ?? [];
		return key === undefined ? [] : [sample(event, key, record)];
	});
	return samples.length > 0 ? [samples.map(toItem)] : null;
}

/** The nodes behind a test are real and may remove what they are given, so a removal names no record. */
function sample(event: ChangeEvent, key: string, record: DataRecord | undefined): Change {
	return event === 'removed'
		? { event, key: JSON.stringify(SAMPLE), record: undefined, id: SAMPLE }
		: { event, key, record, id: SAMPLE };
}
