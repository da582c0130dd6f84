import type { ChangeEvent, WatchRequest } from '../../../nodes/CustomerData/watch/request';
import { PageNotRead, readPages } from '../../../nodes/CustomerData/paging/pages';
import type { Change } from '../../../nodes/CustomerData/watch/changes';
import { decide, eventsFor } from '../../../nodes/CustomerData/watch/decide';
import { type ListSource, readWatched } from '../../../nodes/CustomerData/watch/read';
import { ListModel, type ModelOptions, optionsFor } from './listModel.mts';
import { listRequest } from './requests.mts';
import { decodeSnapshot, emptySnapshot, encodeSnapshot } from './snapshots.mts';
import { VirtualTime } from './virtualTime.mts';

/** Where n8n dies, if it does: it starts a run and stores the state one after the other. */
export type Ending = 'stored' | 'before the run' | 'before the state';

export type Settings = Partial<Omit<WatchRequest, 'list' | 'keyField'>>;

const DEFAULTS: WatchRequest = {
	list: listRequest,
	keyField: 'id',
	events: new Set<ChangeEvent>(['created', 'updated', 'removed']),
	watched: { fields: [], ignored: [] },
	maxEvents: Infinity,
	maxRemovals: 100,
	emitExisting: true,
};

/** A trigger that watches a list while others change it, without n8n and HTTP. */
export class LivingWatch {
	readonly list: ListModel;
	/** What each run was started with. */
	readonly runs: Change[][] = [];
	/** Changes that runs were started with, and that the state does not know of. */
	readonly forgotten: Change[] = [];
	/** Whether a read could not notice changes. */
	isPlain = false;
	private readonly time = new VirtualTime();
	private stored: string | undefined;

	constructor(
		life: ModelOptions,
		private readonly parallelRequests: number,
	) {
		this.list = new ListModel(life, this.time);
	}

	/** @returns why the list could not be read, if so */
	async poll(settings: Settings = {}, ending: Ending = 'stored'): Promise<string | undefined> {
		try {
			await this.time.during(this.pollOnce({ ...DEFAULTS, ...settings }, ending));
			return undefined;
		} catch (error) {
			if (error instanceof PageNotRead) return error.failure.name;
			throw error;
		}
	}

	private async pollOnce(request: WatchRequest, ending: Ending): Promise<void> {
		const { stored } = this;
		const { watched } = request;
		const snapshot = stored === undefined ? { ...emptySnapshot, watched } : decodeSnapshot(stored);
		const memory = { snapshot, isKnown: stored !== undefined, isOld: false };
		const events = eventsFor(request, memory);
		const list = await readWatched(this.source(), request, snapshot, events);
		const { changes, snapshot: next } = decide(memory, list, request);
		if (ending === 'before the run') return;
		if (changes.length > 0) this.runs.push(changes);
		if (ending === 'before the state') this.forgotten.push(...changes);
		if (next && ending === 'stored') this.stored = encodeSnapshot(next);
	}

	private source(): ListSource {
		const { list, time, parallelRequests } = this;
		const onPlain = () => {
			this.isPlain = true;
		};
		const options = { ...optionsFor(list, time), parallelRequests, onPlain };
		return {
			pages: (onMove) => readPages({ ...options, onMove }, 0),
			async page(offset) {
				for await (const { records } of readPages(options, offset)) return records;
				return [];
			},
		};
	}
}
