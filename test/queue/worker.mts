import { readFile } from 'node:fs/promises';
import type { RunningN8n } from '../harness/n8n/n8n.mts';

/** A worker, as seen through its log. */
export class Worker {
	constructor(
		readonly name: string,
		private readonly n8n: RunningN8n,
	) {}

	/** The execution with this ID and later ones, as far as it has finished them. */
	async finishedSince(run: string): Promise<string[]> {
		const finished = await this.logged('finished');
		return finished.filter((id) => Number(id) >= Number(run));
	}

	/** The executions that it has started and not finished. */
	async running(): Promise<string[]> {
		const finished = new Set(await this.logged('finished'));
		return (await this.logged('started')).filter((id) => !finished.has(id));
	}

	/** Ends it as a power failure would: nothing is finished, and nobody is told. */
	kill(): void {
		this.n8n.child.kill('SIGKILL');
	}

	private async logged(what: 'started' | 'finished'): Promise<string[]> {
		const log = await readFile(this.n8n.logFile, 'utf8');
		const lines = log.matchAll(new RegExp(`Worker ${what} execution (\\d+)`, 'g'));
		return [...lines].map(([, id = '']) => id);
	}
}
