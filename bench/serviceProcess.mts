import { startService, type RunningService } from '../service/server.mts';
import type { List, Wanted } from './service.mts';

const services = new Map<number, RunningService>();

process.on('message', async (wanted: Wanted) => process.send?.(await list(wanted)));
process.on('disconnect', () => process.exit());

async function list({ customers, latency }: Wanted): Promise<List> {
	const service = services.get(customers) ?? (await start(customers));
	service.latency = latency;
	const { baseUrl, apiKey, companyId } = service;
	return { customers, baseUrl, apiKey, companyId };
}

/** Generates all records up front, because generating them takes longer than reading them. */
async function start(customers: number): Promise<RunningService> {
	const service = await startService({ sizes: { customers } });
	const { GetCustomers: list } = service.lists;
	const records = list.page(0, customers);
	list.page = (offset, limit) => records.slice(offset, offset + limit);
	services.set(customers, service);
	return service;
}
