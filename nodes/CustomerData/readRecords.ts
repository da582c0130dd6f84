import { type PageSource, requestPage } from './api/requestPage';
import type { DataRecord } from './core/page';
import { readPages } from './core/pages';
import type { ListRequest } from './request';

/**
 * Reads what was asked for: every page from the offset on, or the first one alone.
 *
 * @returns the records in the order of the service, whole or not at all
 * @throws PageNotRead
 */
export async function readRecords(
	source: Omit<PageSource, keyof ListRequest>,
	request: ListRequest,
): Promise<DataRecord[]> {
	const fetchPage = async (offset: number) => await requestPage({ ...source, ...request }, offset);
	const records: DataRecord[] = [];
	for await (const page of readPages(fetchPage, request.offset)) {
		records.push(...page.records);
		if (!request.returnAll) break;
	}
	return records;
}
