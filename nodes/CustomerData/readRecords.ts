import { pause } from './api/pause';
import { type PageSource, requestPage } from './api/requestPage';
import type { DataRecord } from './core/page';
import { readPages } from './core/pages';
import type { ListRequest } from './request';

/** Where to read: what a request needs, but for what it asks. */
export type ListSource = Pick<PageSource, 'context' | 'connection'>;

/**
 * Reads what was asked for: every page from the offset on, or the first one alone.
 *
 * @param signal ends the read at once
 * @returns the records in the order of the service, whole or not at all
 * @throws PageNotRead
 */
export async function readRecords(
	source: ListSource,
	request: ListRequest,
	signal: AbortSignal,
): Promise<DataRecord[]> {
	const { parallelRequests, maxRetries } = request;
	const pages = readPages(
		{
			fetchPage: async (offset, ended) =>
				await requestPage({ ...source, ...request }, offset, ended),
			parallelRequests,
			retryPolicy: { maxRetries, sleep: pause, random: Math.random },
			signal,
		},
		request.offset,
	);
	const records: DataRecord[] = [];
	for await (const page of pages) {
		records.push(...page.records);
		if (!request.returnAll) break;
	}
	return records;
}
