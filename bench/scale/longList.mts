import { Child } from '../child.mts';
import type { List } from '../service.mts';

export interface Served extends List {
	/** How far into the list pages have been requested since its length was set, in records. */
	requested: number;
}

/** The reference service in its own process, with a list of customers of any length. */
export class LongList extends Child<{ customers?: number }, Served> {
	constructor(signal: AbortSignal) {
		super('scale/longListProcess.mts', signal, { execArgv: ['--import', 'tsx'] });
	}

	/** The list, from now on with this number of customers. */
	async of(customers: number): Promise<List> {
		return await this.ask({ customers });
	}

	async requested(): Promise<number> {
		return (await this.ask({})).requested;
	}
}
