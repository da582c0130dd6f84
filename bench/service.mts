import { Child } from './child.mts';

export interface Wanted {
	customers: number;
	/** Milliseconds before each response. */
	latency: number;
}

/** A service with this number of customers, and how to sign in to it. */
export interface List {
	customers: number;
	baseUrl: string;
	apiKey: string;
	companyId: string;
}

/** The reference service in its own process, so that it does not slow down its clients. */
export class Service extends Child<Wanted, List> {
	constructor(signal: AbortSignal) {
		super('serviceProcess.mts', signal, { execArgv: ['--import', 'tsx'] });
	}

	/** Reuses the service for this number of customers, and sets its latency from now on. */
	async list(customers: number, latency = 0): Promise<List> {
		return await this.ask({ customers, latency });
	}
}
