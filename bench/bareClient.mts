import { join } from 'node:path';
import { z } from 'zod';
import { Failure } from '../test/harness/script/failure.mts';
import { Child } from './child.mts';
import type { List } from './service.mts';

const answerSchema = z.object({ milliseconds: z.number(), records: z.number() });

/** A client that knows nothing of n8n, on the Node that n8n runs on. */
export class BareClient {
	private readonly child: Child;

	constructor(
		node: string,
		private readonly signal: AbortSignal,
	) {
		const file = join(import.meta.dirname, 'bareClientProcess.mts');
		this.child = new Child(file, { execPath: node, execArgv: [] });
	}

	/** How many milliseconds it takes to read the list. */
	async read(list: List, connections: number): Promise<number> {
		const answer = await this.child.ask({ ...list, connections }, this.signal);
		const { milliseconds, records } = answerSchema.parse(answer);
		if (records === list.customers) return milliseconds;
		throw new Failure(`The bare client read ${records} of ${list.customers} records.`);
	}

	async stop(): Promise<void> {
		await this.child.stop();
	}
}
