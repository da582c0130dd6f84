export interface ScaleResults {
	n8n: string;
	node: string;
	cores: number;
	customers: number;
	/** The limit of n8n's heap in which they were read, in MiB. */
	heap: number;
	ways: WayFigure[];
	guide: GuideFigure[];
}

/** How a run ended: `memory` when n8n ran out of memory and exited, `slow` when it took too long. */
export type Ending = 'success' | 'error' | 'memory' | 'slow';

/** What became of a run, as seen from outside of n8n. */
export interface Run {
	ending: Ending;
	seconds: number;
	/** The peak resident memory of n8n's process, in bytes. */
	peak: number;
	/** Resident memory from the start to the end. */
	memory: Array<{ seconds: number; bytes: number }>;
}

export interface WayFigure extends Run {
	way: Way;
	/** How many customers were requested; fewer than there are when n8n ran out of memory. */
	requested: number;
	/** Whether n8n returned the data of the saved execution; absent when it saved none. */
	isReadable?: boolean;
}

/** What is read in one go, and what n8n keeps of it. */
export interface GuideRow {
	/** How many fields of a customer are kept: 15 are all. */
	fields: 5 | 15;
	/** Whether n8n saves the execution, as it does by default. */
	isSaved: boolean;
}

/** The longest list that one read takes at a limit of n8n's heap. */
export interface GuideFigure extends GuideRow {
	/** In MiB. */
	heap: number;
	customers: number;
	/** The shortest list that was too long. */
	tooMany: number;
	seconds: number;
	/** The peak resident memory of n8n's process, in bytes. */
	peak: number;
}

export const WAYS = {
	httpRequest: { label: 'HTTP Request node, one read', role: 'peer' },
	oneRead: { label: 'Customer Data, one read', role: 'split' },
	search: { label: 'Customer Data, one read with Search', role: 'limit' },
	batches: { label: 'Customer Data, in batches', role: 'ours' },
} as const;
export type Way = keyof typeof WAYS;
