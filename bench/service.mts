import { Child } from './child.mts';

export interface Wanted {
	customers: number;
	/** Milliseconds that every answer takes. */
	latency: number;
}

/** A service with so many customers, and how to sign in there. */
export interface List {
	customers: number;
	baseUrl: string;
	apiKey: string;
	companyId: string;
}

/** The reference service, where it takes no time from those who read from it. */
export class Service extends Child<Wanted, List> {
	constructor(signal: AbortSignal) {
		super('serviceProcess.mts', signal, { execArgv: ['--import', 'tsx'] });
	}

	/** The same for the same number of customers, with the latency from now on. */
	async list(customers: number, latency = 0): Promise<List> {
		return await this.ask({ customers, latency });
	}
}
