import { join } from 'node:path';
import { z } from 'zod';
import { Child } from './child.mts';

const listSchema = z.object({
	customers: z.number(),
	baseUrl: z.string(),
	apiKey: z.string(),
	companyId: z.string(),
});

/** A service with so many customers, and how to sign in there. */
export type List = z.infer<typeof listSchema>;

/** The reference service, where it takes no time from those who read from it. */
export class Service {
	private readonly lists = new Map<number, List>();
	private readonly child = new Child(join(import.meta.dirname, 'serviceProcess.mts'), {
		cwd: import.meta.dirname,
		execArgv: ['--import', 'tsx'],
	});

	constructor(private readonly signal: AbortSignal) {}

	async list(customers: number): Promise<List> {
		const known = this.lists.get(customers);
		if (known) return known;
		const list = listSchema.parse(await this.child.ask({ customers }, this.signal));
		this.lists.set(customers, list);
		return list;
	}

	/** Of every list that has been asked for. */
	async setLatency(latency: number): Promise<void> {
		await this.child.ask({ latency }, this.signal);
	}

	async stop(): Promise<void> {
		await this.child.stop();
	}
}
