import { beforeEach, onTestFinished } from 'vitest';
import type { DataRecord } from '../../../service/records.mts';
import {
	startService,
	type RunningService,
	type ServiceOptions,
} from '../../../service/server.mts';

export { credentialFor } from '../../../harness/engine/credentials.mts';

/** Starts the reference service for one test, which no late request of another one reaches. */
export async function ownService(options?: ServiceOptions): Promise<RunningService> {
	const service = await startService(options);
	onTestFinished(async () => await service.close());
	return service;
}

/** Starts a service of its own for each test of a file. */
export function useOwnService(options?: ServiceOptions): () => RunningService {
	let service: RunningService;
	beforeEach(async () => {
		service = await ownService(options);
	});
	return () => service;
}

/** Lets the service make its pages of customers in another way. */
export function servePages(
	{ lists: { GetCustomers: list } }: RunningService,
	make: (page: (from?: number) => DataRecord[], offset: number) => DataRecord[],
): void {
	const page = list.page.bind(list);
	list.page = (offset, limit) => make((from = offset) => page(from, limit), offset);
}

/** Puts these customers in place of all others. */
export function serveOnly({ lists }: RunningService, records: DataRecord[]): void {
	const { GetCustomers: list } = lists;
	list.remove(0, list.length);
	for (const record of records) list.insert(record);
}
