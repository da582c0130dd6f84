import type { DataRecord } from '../service/records.mts';
import { startService } from '../service/server.mts';
import type { List, Wanted } from './service.mts';

/** In a longer list, customers come again under other codes. */
const DISTINCT = 200_000;
const DAY_MS = 86_400_000;

const service = await startService();
const { baseUrl, apiKey, companyId } = service;
const { GetCustomers: list } = service.lists;
const { make } = list;
const made: DataRecord[] = [];
const served: List = { customers: 0, requested: 0, baseUrl, apiKey, companyId };

Object.defineProperties(list, {
	length: { get: () => served.customers },
	page: {
		value: (offset: number, limit: number) => {
			const length = Math.max(0, Math.min(limit, served.customers - offset));
			served.requested = Math.max(served.requested, offset + length);
			return Array.from({ length }, (_, index) => customer(offset + index));
		},
	},
});

process.on('message', ({ customers, latency = 0 }: Wanted) => {
	if (customers !== undefined) {
		service.latency = latency;
		Object.assign(served, { customers, requested: 0 });
		// Up front, because making them takes longer than reading them.
		while (made.length < Math.min(customers, DISTINCT)) made.push(fifteenFields(made.length));
	}
	process.send?.(served);
});
process.on('disconnect', () => process.exit());

function fifteenFields(index: number): DataRecord {
	const since = new Date((index % 20_000) * DAY_MS);
	return { ...make(index), CustomerSince: since.toISOString().slice(0, 10) };
}

function customer(index: number): DataRecord | undefined {
	const record = made[index % DISTINCT];
	return index < DISTINCT ? record : { ...record, Code: `C${index + 1}` };
}
