import type { IDataObject, INode, Logger } from 'n8n-workflow';

import type { Connection } from '../../../nodes/CustomerData/api/connection';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import { readOptions } from '../../../nodes/CustomerData/parameters/optionValues';
import type { ChangeEvent, WatchRequest } from '../../../nodes/CustomerData/trigger/parameters';
import type { ListRequest } from '../../../nodes/CustomerData/parameters/list';
import type { Snapshot } from '../../../nodes/CustomerData/trigger/changes';
import { findChanges } from '../../../nodes/CustomerData/trigger/poll';
import type { ReadPages } from '../../../nodes/CustomerData/trigger/readList';
import { TriggerState } from '../../../nodes/CustomerData/trigger/state';
import { node } from './nodes.mts';

/** A request for all customers, with the trigger's defaults. */
export const listRequest: ListRequest = {
	listName: 'GetCustomers',
	search: '',
	returnAll: true,
	limit: 50,
	options: readOptions('trigger', {}),
};

export const watchRequest: WatchRequest = {
	...listRequest.options,
	list: listRequest,
	keyField: 'id',
	events: new Set<ChangeEvent>(['created', 'updated', 'removed']),
	watched: { fields: [], ignored: [] },
	watchedId: 'all',
	maxRemovals: 100,
	emitExisting: true,
};

/** What a read took that nothing casts doubt on. */
export const CERTAIN = { lacksOverlap: false, repeats: 0 };

/** What is remembered before the first poll. */
export const NOTHING: Snapshot = {
	entries: new Map(),
	watchedId: 'all',
	epoch: 'epoch',
	runs: 7,
	isBeginning: true,
};

/** A list at rest, in pages of so many records. */
export function pagesOf(records: DataRecord[], size = 50): ReadPages {
	return async function* () {
		for (let offset = 0; offset < records.length; offset += size) {
			const next = offset + size < records.length ? offset + size : undefined;
			yield { kept: offset, offset, records: records.slice(offset, offset + size), next };
		}
	};
}

/** A poll of a list at rest, which finds and leaves the state of a trigger in this data. */
export async function pollList(
	data: IDataObject,
	records: DataRecord[],
	{ request = watchRequest, stats = CERTAIN, size = 50 } = {},
) {
	return await findChanges(request, pagesOf(records, size), stats, stateIn(data, { request }));
}

interface Place {
	request?: WatchRequest;
	connection?: Partial<Connection>;
	info?: Logger['info'];
	/** All static data of the workflow, where n8n shows them. */
	shown?: object;
	id?: string;
	/** The ID of the workflow. */
	workflow?: string;
}

/** The state of a trigger in the static data of its node, as one that watches this list finds it. */
export function stateIn(
	data: IDataObject,
	{
		request = watchRequest,
		connection,
		info = () => {},
		shown,
		id = 'node',
		workflow = '1',
	}: Place = {},
): TriggerState {
	const own: INode = { ...node, id };
	const context = {
		getWorkflowStaticData: (type: string) => (type === 'node' ? data : {}),
		getNode: () => own,
		getWorkflow: () => ({ id: workflow, active: true }),
		logger: { info, debug() {}, warn() {}, error() {} },
		...(shown && { workflow: { staticData: shown } }),
	};
	const valid = { baseUrl: 'https://example.com', apiKey: 'key', companyId: '1' };
	return new TriggerState(context, { ...valid, ...connection }, request);
}
