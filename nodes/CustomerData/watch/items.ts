import type { INodeExecutionData } from 'n8n-workflow';
import type { Change } from './changes';

export function toItem({ event, key, record, id }: Change): INodeExecutionData {
	// Beside other events, a table would show a record that is not there as an alarming "undefined".
	return { json: { event, key: JSON.parse(key), record: record ?? null, eventId: id } };
}
