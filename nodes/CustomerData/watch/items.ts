import type { INodeExecutionData } from 'n8n-workflow';
import type { Change } from './changes';

export function toItem({ event, key, record, id }: Change): INodeExecutionData {
	return { json: { event, key: JSON.parse(key), ...(record && { record }), eventId: id } };
}
