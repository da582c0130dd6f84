export interface Results {
	n8n: string;
	node: string;
	cores: number;
	speed: SpeedFigure[];
	growth: GrowthFigure[];
}

/** How long a contender takes to read a list, when every answer of the service takes so long. */
export interface SpeedFigure {
	contender: SpeedContender;
	latency: number;
	records: number;
	milliseconds: Figure;
}

/** What it costs to read a list of that length. */
export interface GrowthFigure {
	contender: GrowthContender;
	records: number;
	milliseconds: Figure;
	/** The most resident memory in bytes that n8n's process took meanwhile. */
	memoryPeak: Figure;
}

/** A figure that was taken several times. */
export interface Figure {
	median: number;
	runs: number[];
}

/** Who reads: what they are called, and what they are to the reader, which gives their colour. */
export interface Contender {
	label: string;
	role: 'peer' | 'split' | 'ours' | 'limit';
}

export const SPEED_CONTENDERS = {
	httpRequest: { label: 'HTTP Request node', role: 'peer' },
	parallel1: { label: 'Customer Data, 1 at a time', role: 'ours' },
	parallel4: { label: 'Customer Data, 4 (default)', role: 'ours' },
	parallel8: { label: 'Customer Data, 8', role: 'ours' },
	parallel16: { label: 'Customer Data, 16', role: 'ours' },
	bareClient8: { label: 'Bare Node client, 8', role: 'limit' },
} as const satisfies Record<string, Contender>;
export type SpeedContender = keyof typeof SPEED_CONTENDERS;

export const GROWTH_CONTENDERS = {
	httpRequest: { label: 'HTTP Request node', role: 'peer' },
	httpRequestSplit: { label: 'HTTP Request node and Split Out', role: 'split' },
	parallel4: { label: 'Customer Data, 4 (default)', role: 'ours' },
} as const satisfies Record<string, Contender>;
export type GrowthContender = keyof typeof GROWTH_CONTENDERS;

/** The median of milliseconds; not a number where it was not measured. */
export function timeOf({ speed }: Results, contender: SpeedContender, latency: number): number {
	const own = speed.find((one) => one.contender === contender && one.latency === latency);
	return own?.milliseconds.median ?? NaN;
}

/** How many times as fast as the HTTP Request node. */
export function speedUpOf(results: Results, contender: SpeedContender, latency: number): number {
	return timeOf(results, 'httpRequest', latency) / timeOf(results, contender, latency);
}

export function figure(runs: number[]): Figure {
	const sorted = runs.toSorted((a, b) => a - b);
	const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
	return { median: middle.reduce((sum, run) => sum + run, 0) / middle.length, runs };
}

export function unique<T>(values: T[]): T[] {
	return [...new Set(values)];
}
