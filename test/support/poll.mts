import type { IDataObject } from 'n8n-workflow';
import type { Connection } from '../../nodes/CustomerData/api/connection';
import type { DataRecord } from '../../nodes/CustomerData/api/page';
import { optionsOf } from '../../nodes/CustomerData/parameters/chosenOptions';
import type { ListRequest } from '../../nodes/CustomerData/parameters/list';
import type { ReadStats } from '../../nodes/CustomerData/read/readRecords';
import type { ChangeEvent, WatchRequest } from '../../nodes/CustomerData/trigger/parameters';
import { findChanges } from '../../nodes/CustomerData/trigger/poll';
import type { Snapshot } from '../../nodes/CustomerData/trigger/snapshot';
import { load, ownerOf, store, type Owner } from '../../nodes/CustomerData/trigger/state';
import type { PageSource } from '../../nodes/CustomerData/trigger/watchedList';

/** A request for all customers, with the trigger's defaults. */
export const listRequest: ListRequest = {
	listName: 'GetCustomers',
	search: '',
	returnAll: true,
	limit: 50,
	options: optionsOf('trigger', {}),
};

export const watchRequest: WatchRequest = {
	...listRequest.options,
	list: listRequest,
	keyField: 'id',
	events: new Set<ChangeEvent>(['created', 'updated', 'removed']),
	watched: { fields: [], ignored: [] },
	watchedId: 'all',
	conditions: [],
	timeZone: 'UTC',
	maxRemovals: 100,
	emitExisting: true,
};

/** What a read took that nothing casts doubt on. */
export const CERTAIN = { lacksOverlap: false, repeats: 0 };

/** What is remembered before the first poll. */
export const NOTHING: Snapshot = {
	entries: new Map(),
	watchedId: 'all',
	conditions: [],
	epoch: 'epoch',
	runs: 7,
	filled: new Map(),
	filledInAll: new Map(),
	accepted: 0,
	waiting: new Map(),
	existing: Infinity,
};

/** A list at rest, in pages of so many records. */
export function pagesOf(records: DataRecord[], size = 50): PageSource {
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
	return await pollPages(data, pagesOf(records, size), request, stats);
}

/** The same, of pages that others may change meanwhile. */
export async function pollPages(
	data: IDataObject,
	pages: PageSource,
	request: WatchRequest,
	stats: Pick<ReadStats, 'lacksOverlap' | 'repeats'>,
) {
	const owner = ownerIn({ request });
	const found = await findChanges(load(data, owner), request, pages, stats);
	return { ...found, isStored: store(data, owner, found.next) };
}

/** Whose state it is that a trigger stores. */
export function ownerIn({
	request = watchRequest,
	connection = {},
	id = 'node',
}: {
	request?: WatchRequest;
	connection?: Partial<Connection>;
	id?: string;
} = {}): Owner {
	const valid = { baseUrl: 'https://example.com', apiKey: 'key', companyId: '1' };
	return ownerOf(id, { ...valid, ...connection }, request);
}
