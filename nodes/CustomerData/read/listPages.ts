import { MAX_PAGE_SIZE, requestPage } from '../api/page';
import type { Client } from '../api/request';
import { Gate } from '../paging/gate';
import { readPages, type ReadOptions, type Step } from '../paging/pages';
import type { OptionValues } from '../parameters/options';
import { clock } from './clock';

export interface ListRequest {
	operationName: string;
	returnAll: boolean;
	/** The most records to return unless all are to be read; 1 to 50. */
	limit: number;
	options: OptionValues;
}

export function newGate(): Gate {
	return new Gate(clock);
}

type Settings = Pick<ReadOptions, 'end' | 'onMove' | 'onPlain' | 'onRetry' | 'partOf'> & {
	/** Shared by reads whose requests keep their distance from each other. */
	gate?: Gate;
	/** The records on a page; less than 50 where a single page is wanted. */
	limit?: number;
};

/** The pages from the offset on, to the end of the list. @throws PageNotRead */
export function listPages(
	client: Client,
	{ operationName, options }: ListRequest,
	settings: Settings = {},
): AsyncGenerator<Step, void, void> {
	const { gate = newGate(), limit = MAX_PAGE_SIZE, ...notices } = settings;
	const { maxRetries, offset: start, parallelRequests, requestInterval, timeout } = options;
	const { signal = new AbortController().signal } = client;
	const read: ReadOptions = {
		list: operationName,
		async fetchPage(offset, ending) {
			await gate.pass(requestInterval, ending);
			const answer = await requestPage(client, { operationName, offset, limit, timeout }, ending);
			if ('failure' in answer) gate.close(answer.failure.retryAfter ?? 0);
			return answer;
		},
		parallelRequests,
		retryPolicy: { maxRetries, clock, random: Math.random },
		signal,
		...notices,
	};
	return readPages(read, start);
}
