import { assertSuccess, type Execution } from '../harness/n8n/execution.mts';
import type { N8nRest, Workflow } from '../harness/n8n/rest.mts';
import type { Worker } from './worker.mts';

const TRIGGER = 'Run by hand';
const WITHIN_MS = 900_000;

/** The example that copies customers, published. */
export class Copying {
	constructor(
		private readonly rest: N8nRest,
		private readonly workflow: Workflow,
	) {}

	/** Runs it and returns the ID of the execution that started the batches. */
	async run(): Promise<string> {
		const id = await this.start();
		assertSuccess(await this.ended(id));
		return id;
	}

	async start(): Promise<string> {
		return await this.rest.startRun(this.workflow, TRIGGER);
	}

	/** The executions that this one started, as far as n8n saves them. */
	async executionsSince(id: string): Promise<string[]> {
		const ids = await this.rest.executionIds(this.workflow);
		return ids.filter((other) => Number(other) > Number(id));
	}

	async ended(id: string): Promise<Execution> {
		return await this.rest.finished(id, WITHIN_MS);
	}
}

/** The executions that a worker has finished since a run started, without the run itself. */
export async function batchesOf(worker: Worker, run: string): Promise<string[]> {
	return (await worker.finished()).filter((id) => Number(id) > Number(run));
}
