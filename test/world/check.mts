/** What has to hold however many pages are requested at the same time. */
export interface Check {
	name: string;
	isQuick: boolean;
	/** @returns what it took, for people */
	prove: (parallelRequests: number) => Promise<string>;
}
