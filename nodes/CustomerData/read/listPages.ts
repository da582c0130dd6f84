import { randomBytes } from 'node:crypto';
import { sleep } from 'n8n-workflow';
import { MAX_PAGE_SIZE, requestPage } from '../api/page';
import type { Client } from '../api/client';
import { type Clock, Gate } from '../paging/gate';
import { readPages, type ReadOptions, type Continuation } from '../paging/pages';
import type { ReadStats as Counts } from '../paging/prefetch';
import type { OptionValues } from '../parameters/options';

export interface ListRequest {
	listName: string;
	/** Words that the records have to contain; empty for every record. */
	search: string;
	returnAll: boolean;
	/** The most records to return unless all are to be read; 1 to 50. */
	limit: number;
	options: OptionValues;
}

const SLICE = 1_000;

/** Waits in slices, because `sleep` before n8n 2.41 ignores the signal; later, it rejects when that fires. */
export const clock: Clock = {
	now: () => performance.now(),
	random: () => Math.random(),
	async sleep(milliseconds, signal) {
		for (let left = milliseconds; left > 0 && !signal.aborted; left -= SLICE) {
			await sleep(Math.min(left, SLICE), signal).catch(() => undefined);
		}
	},
	/** Not `sleep(0)`, which takes a millisecond, nor `setImmediate`, which n8n's lint forbids. */
	async afterEvents() {
		await new Promise<void>((resolve) => randomBytes(1, () => resolve()));
	},
};

export function newGate(): Gate {
	return new Gate(clock);
}

export interface ReadStats extends Counts {
	/** When the read began, by the clock. */
	since: number;
}

export function newStats(): ReadStats {
	return { requests: 0, retries: 0, repeats: 0, isPlain: false, since: clock.now() };
}

/** For n8n's log. */
export function summaryOf(records: number, stats: ReadStats): string {
	const { requests, retries, isPlain, repeats, since } = stats;
	const seconds = ((clock.now() - since) / 1_000).toFixed(1);
	const doubt = isPlain ? ', changes meanwhile cannot be noticed' : '';
	const twice = repeats > 0 ? `, twice: ${repeats}` : '';
	return `records: ${records}, requests: ${requests}, retries: ${retries}, seconds: ${seconds}${twice}${doubt}`;
}

type Settings = Pick<ReadOptions, 'end' | 'partOf'> & {
	/** Shared by reads whose requests keep their distance from each other. */
	gate?: Gate;
	/** The records on a page; less than 50 where a single page is wanted. */
	limit?: number;
	/** Updated while pages are read. */
	stats?: Counts;
};

/** The pages from the offset on, to the end of the list. @throws PageNotRead */
export function listPages(
	client: Client,
	{ listName, options }: ListRequest,
	settings: Settings = {},
): AsyncGenerator<Continuation, void, void> {
	const { gate = newGate(), limit = MAX_PAGE_SIZE, stats = newStats(), ...more } = settings;
	const { maxRetries, offset: start, parallelRequests, requestInterval, timeout } = options;
	const { signal = new AbortController().signal } = client;
	const read: ReadOptions = {
		listName,
		fetchPage: async (offset, signal) =>
			await requestPage(client, { listName, offset, limit, timeout }, signal),
		gate,
		requestInterval,
		parallelRequests,
		maxRetries,
		stats,
		signal,
		...more,
	};
	return readPages(read, start);
}
