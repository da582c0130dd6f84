import type { DataRecord } from '../service/records.mts';
import { startService } from '../service/server.mts';

/** In a longer list, customers come again under other codes. */
const DISTINCT = 200_000;
const DAY_MS = 86_400_000;

export type LongService = Awaited<ReturnType<typeof startLongService>>;

/** The reference service with customers of fifteen fields, of whom there can be millions. */
export async function startLongService() {
	const service = await startService();
	const { GetCustomers: list } = service.lists;
	const made: DataRecord[] = [];
	const customer = (index: number) => {
		const since = new Date((index % 20_000) * DAY_MS).toISOString().slice(0, 10);
		const record = (made[index % DISTINCT] ??= { ...list.make(index), CustomerSince: since });
		return index < DISTINCT ? record : { ...record, Code: `C${index + 1}` };
	};

	/** Makes the customers up front, because making them takes longer than reading them. */
	const serve = (customers: number) => {
		list.remove(0, list.length);
		for (let index = 0; index < customers; index++) list.insert(customer(index));
		service.requests.length = 0;
		service.latency = 0;
	};

	/** How many of the customers have been requested since then. */
	const requested = () =>
		service.requests.reduce((most, { offset = 0, limit = 0 }) => Math.max(most, offset + limit), 0);

	return Object.assign(service, { serve, requested });
}
