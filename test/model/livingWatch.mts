import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';
import { PageNotRead } from '../../nodes/CustomerData/errors/failures';
import { TooMany } from '../../nodes/CustomerData/identity/brake';
import { readPages } from '../../nodes/CustomerData/paging/pages';
import type { ReadStats } from '../../nodes/CustomerData/read/readRecords';
import type { Change } from '../../nodes/CustomerData/trigger/changes';
import type { WatchRequest } from '../../nodes/CustomerData/trigger/parameters';
import type { PageSource } from '../../nodes/CustomerData/trigger/watchedList';
import { CERTAIN, pollPages, watchRequest } from '../support/poll.mts';
import { ListModel, optionsFor, type ModelOptions } from './listModel.mts';
import { VirtualTime } from './virtualTime.mts';

/** Where n8n dies, if it does: it starts a run and stores the state one after the other. */
export type Ending = 'stored' | 'before the run' | 'before the state';

export type Settings = Partial<Omit<WatchRequest, 'list' | 'keyField'>>;

/** A trigger that watches a list while others change it, without n8n and HTTP. */
export class LivingWatch {
	readonly list: ListModel;
	/** What each run was started with. */
	readonly runs: Change[][] = [];
	/** Changes that runs were started with, and that the state does not know of. */
	readonly forgotten: Change[] = [];
	/** For each poll, whether its reads could notice changes. */
	readonly polls: Array<Pick<ReadStats, 'lacksOverlap' | 'repeats'>> = [];
	/** Whether the last poll refused an empty list, because two records or more are known. */
	isRefused = false;
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
		this.isRefused = false;
		try {
			await this.time.during(this.pollOnce({ ...watchRequest, ...settings }, ending));
		} catch (error) {
			this.isRefused = error instanceof TooMany;
			if (this.isRefused)
				assert.match(String(error), /(The list is empty|leaves out .+), so all \d+ known records/);
			else if (!(error instanceof PageNotRead)) throw error;
		}
	}

	private async pollOnce(request: WatchRequest, ending: Ending): Promise<void> {
		const data = structuredClone(this.stored);
		const stats = { requests: 0, retries: 0, since: 0, ...CERTAIN };
		this.polls.push(stats);
		const pages = this.pagesFor(stats);
		const { changes } = await pollPages(data, pages, request, stats);
		if (stats.lacksOverlap) assert.ok(changes.every(({ event }) => event !== 'removed'));
		if (ending === 'before the run') return;
		if (changes.length > 0) this.runs.push(changes);
		if (ending === 'before the state') this.forgotten.push(...changes);
		if (ending === 'stored') this.stored = data;
	}

	private pagesFor(stats: ReadStats): PageSource {
		const { list, time, parallelRequests } = this;
		return () => readPages({ ...optionsFor(list, time), parallelRequests, stats }, 0);
	}
}
