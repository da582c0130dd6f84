import assert from 'node:assert/strict';
import type { IDataObject, INode, Logger } from 'n8n-workflow';

import type { Connection } from '../../../nodes/CustomerData/api/connection';
import type { DataRecord } from '../../../nodes/CustomerData/api/page';
import { PageNotRead } from '../../../nodes/CustomerData/api/failures';
import { readPages } from '../../../nodes/CustomerData/paging/pages';
import { readOptions } from '../../../nodes/CustomerData/parameters/options';
import type { ListRequest, ReadStats } from '../../../nodes/CustomerData/read/listPages';
import type { Change, Snapshot } from '../../../nodes/CustomerData/watch/compare';
import { poll } from '../../../nodes/CustomerData/watch/poll';
import type { ReadPages } from '../../../nodes/CustomerData/watch/read';
import type {
	ChangeEvent,
	WatchRequest,
} from '../../../nodes/CustomerData/parameters/watchRequest';
import { TriggerState } from '../../../nodes/CustomerData/watch/state';
import { node } from './failures.mts';
import { ListModel, type ModelOptions, optionsFor } from './listModel.mts';
import { VirtualTime } from './virtualTime.mts';

/** Where n8n dies, if it does: it starts a run and stores the state one after the other. */
export type Ending = 'stored' | 'before the run' | 'before the state';

export type Settings = Partial<Omit<WatchRequest, 'list' | 'keyField'>>;

/** A request for all customers, with the trigger's defaults. */
export const listRequest: ListRequest = {
	operationName: 'GetCustomers',
	search: '',
	returnAll: true,
	limit: 50,
	options: readOptions('trigger', {}),
};

export const watchRequest: WatchRequest = {
	list: listRequest,
	keyField: 'id',
	events: new Set<ChangeEvent>(['created', 'updated', 'removed']),
	watched: { fields: [], ignored: [] },
	watchedId: 'all',
	maxEvents: Infinity,
	maxRemovals: 100,
	emitExisting: true,
	unidentified: 'error',
};

/** What a read took that nothing casts doubt on. */
export const CERTAIN = { isPlain: false, repeats: 0 };

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
	return async function* (start) {
		for (let offset = start; offset < records.length; offset += size) {
			const next = offset + size < records.length ? offset + size : undefined;
			yield { kept: offset - start, offset, records: records.slice(offset, offset + size), next };
		}
	};
}

/** A trigger that watches a list while others change it, without n8n and HTTP. */
export class LivingWatch {
	readonly list: ListModel;
	/** What each run was started with. */
	readonly runs: Change[][] = [];
	/** Changes that runs were started with, and that the state does not know of. */
	readonly forgotten: Change[] = [];
	/** For each poll, whether its reads could notice changes. */
	readonly polls: Array<Pick<ReadStats, 'isPlain' | 'repeats'>> = [];
	/** The static data of the node, as it was stored last. */
	private stored: IDataObject = {};
	private readonly time = new VirtualTime();

	constructor(
		life: ModelOptions,
		private readonly parallelRequests: number,
	) {
		this.list = new ListModel(life, this.time);
	}

	/** A poll that cannot read the list leaves everything as it was. */
	async poll(settings: Settings = {}, ending: Ending = 'stored'): Promise<void> {
		try {
			await this.time.during(this.pollOnce({ ...watchRequest, ...settings }, ending));
		} catch (error) {
			if (!(error instanceof PageNotRead)) throw error;
		}
	}

	private async pollOnce(request: WatchRequest, ending: Ending): Promise<void> {
		const data = structuredClone(this.stored);
		const state = stateIn(data, { request });
		const stats = { requests: 0, retries: 0, since: 0, ...CERTAIN };
		this.polls.push(stats);
		const pages = this.pagesFor(stats);
		const { changes } = await poll({ request, pages, stats, state });
		if (stats.isPlain) assert.ok(changes.every(({ event }) => event !== 'removed'));
		if (ending === 'before the run') return;
		if (changes.length > 0) this.runs.push(changes);
		if (ending === 'before the state') this.forgotten.push(...changes);
		if (ending === 'stored') this.stored = data;
	}

	private pagesFor(stats: ReadStats): ReadPages {
		return (start, end = Infinity) => {
			const { list, time, parallelRequests } = this;
			return readPages({ ...optionsFor(list, time), parallelRequests, stats, end }, start);
		};
	}
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
