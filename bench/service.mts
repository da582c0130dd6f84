import { execaNode } from 'execa';
import { join } from 'node:path';
import { z } from 'zod';

/** The list to serve from now on, or nothing to let it be. */
export interface Wanted {
	customers?: number;
	/** Milliseconds before each response. */
	latency?: number;
}

const listSchema = z.object({
	customers: z.number(),
	/** How far into the list pages have been requested, in records. */
	requested: z.number(),
	baseUrl: z.string(),
	apiKey: z.string(),
	companyId: z.string(),
});

/** A list of customers, and how to sign in to its service. */
export type List = z.infer<typeof listSchema>;

/** The reference service in its own process, so that it does not slow down its clients. */
export class Service {
	private readonly child;

	constructor(cancelSignal: AbortSignal) {
		this.child = execaNode(join(import.meta.dirname, 'serviceProcess.mts'), {
			nodeOptions: ['--import', 'tsx'],
			ipc: true,
			stdio: 'inherit',
			buffer: false,
			reject: false,
			cancelSignal,
		});
	}

	/** Makes the list as long and as slow as wanted. One call at a time. */
	async ask(wanted: Wanted): Promise<List> {
		const [answer] = await Promise.all([
			this.child.getOneMessage(),
			this.child.sendMessage(wanted),
		]);
		return listSchema.parse(answer);
	}

	async list(customers: number, latency = 0): Promise<List> {
		return await this.ask({ customers, latency });
	}

	get pid(): number {
		return this.child.pid ?? NaN;
	}

	async stop(): Promise<void> {
		this.child.kill();
		await this.child;
	}
}
