import { z } from 'zod';
import { startService, type RunningService } from '../service/server.mts';
import type { List } from './service.mts';

/** The reference service in a process of its own: to start a list, or to set the latency of all. */
const questionSchema = z.union([
	z.object({ customers: z.number() }),
	z.object({ latency: z.number() }),
]);

const services: RunningService[] = [];

process.on('message', (message) => void answer(questionSchema.parse(message)));
process.on('disconnect', () => process.exit());

async function answer(question: z.infer<typeof questionSchema>): Promise<void> {
	if ('latency' in question) {
		for (const service of services) service.setLatency(question.latency);
		process.send?.({});
	} else {
		process.send?.(await startList(question.customers));
	}
}

/** Its records are made before anybody asks for them: making them would take longer than reading them. */
async function startList(customers: number): Promise<List> {
	const service = await startService({ sizes: { customers }, rememberedCustomers: customers });
	services.push(service);
	service.lists.GetCustomers.page(0, customers);
	const { baseUrl, apiKey, companyId } = service;
	return { customers, baseUrl, apiKey, companyId };
}
