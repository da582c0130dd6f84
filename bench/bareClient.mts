import { Failure } from '../test/harness/script/failure.mts';
import { Child } from './child.mts';
import type { List } from './service.mts';

export interface Task extends List {
	connections: number;
}

export interface Outcome {
	milliseconds: number;
	records: number;
}

/** A client without n8n, on the Node.js binary that n8n runs on. */
export class BareClient extends Child<Task, Outcome> {
	constructor(node: string, signal: AbortSignal) {
		super('bareClientProcess.mts', signal, { execPath: node, execArgv: [] });
	}

	/** @returns the milliseconds it took to read the list */
	async read(list: List, connections: number): Promise<number> {
		const { milliseconds, records } = await this.ask({ ...list, connections });
		if (records === list.customers) return milliseconds;
		throw new Failure(`The bare client read ${records} of ${list.customers} records.`);
	}
}
