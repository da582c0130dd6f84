import { readFile } from 'node:fs/promises';
import type { RunningN8n } from '../harness/n8n/n8n.mts';
import { pidOf } from '../harness/process/processes.mts';

/** A worker, as seen through its log. */
export class Worker {
	constructor(
		readonly name: string,
		private readonly n8n: RunningN8n,
	) {}

	get pid(): number {
		return pidOf(this.n8n.child);
	}

	/** IDs of the executions that it ran. */
	async finished(): Promise<string[]> {
		return await this.logged(/Worker finished execution (\d+)/g);
	}

	/** IDs of the executions that it has started and not finished. */
	async running(): Promise<string[]> {
		const started = await this.logged(/Worker started execution (\d+)/g);
		const finished = new Set(await this.finished());
		return started.filter((id) => !finished.has(id));
	}

	/** Ends it as a power failure would: nothing is finished, and nobody is told. */
	kill(): void {
		this.n8n.child.kill('SIGKILL');
	}

	private async logged(line: RegExp): Promise<string[]> {
		const log = await readFile(this.n8n.logFile, 'utf8');
		return [...log.matchAll(line)].map(([, id = '']) => id);
	}
}
