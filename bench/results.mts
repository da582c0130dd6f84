export interface Results {
	n8n: string;
	node: string;
	cores: number;
	speed: SpeedFigure[];
	growth: GrowthFigure[];
}

/** How long a contender takes to read a list at a given latency of the service, in milliseconds. */
export interface SpeedFigure {
	contender: SpeedContender;
	latency: number;
	records: number;
	milliseconds: Figure;
}

/** The time and memory that a contender needs for a list of a given length. */
export interface GrowthFigure {
	contender: GrowthContender;
	records: number;
	milliseconds: Figure;
	/** The peak resident memory of n8n's process, in bytes. */
	memoryPeak: Figure;
}

/** A value measured several times. */
export interface Figure {
	median: number;
	runs: number[];
}

/** Something that reads lists: its label, and its role in the comparison, which sets its colour. */
export interface Contender {
	label: string;
	role: 'peer' | 'split' | 'ours' | 'limit';
	/** Keeps the chart readable. */
	inTablesOnly?: true;
}

export const SPEED_CONTENDERS = {
	httpRequest: { label: 'HTTP Request node', role: 'peer' },
	parallel1: { label: 'Customer Data, 1 at a time', role: 'ours' },
	requestHelper1: { label: "n8n's request helper, 1", role: 'limit', inTablesOnly: true },
	parallel4: { label: 'Customer Data, 4 (default)', role: 'ours' },
	requestHelper4: { label: "n8n's request helper, 4", role: 'limit', inTablesOnly: true },
	parallel8: { label: 'Customer Data, 8', role: 'ours' },
	requestHelper8: { label: "n8n's request helper, 8", role: 'limit', inTablesOnly: true },
	parallel16: { label: 'Customer Data, 16', role: 'ours' },
	requestHelper16: { label: "n8n's request helper, 16", role: 'limit', inTablesOnly: true },
	bareClient8: { label: 'Bare Node client, 8', role: 'limit' },
} as const satisfies Record<string, Contender>;
export type SpeedContender = keyof typeof SPEED_CONTENDERS;

export const GROWTH_CONTENDERS = {
	httpRequest: { label: 'HTTP Request node', role: 'peer' },
	httpRequestSplit: { label: 'HTTP Request node and Split Out', role: 'split' },
	parallel4: { label: 'Customer Data, 4 (default)', role: 'ours' },
} as const satisfies Record<string, Contender>;
export type GrowthContender = keyof typeof GROWTH_CONTENDERS;

/** The median in milliseconds; NaN if it was not measured. */
export function timeOf({ speed }: Results, contender: SpeedContender, latency: number): number {
	const own = speed.find((one) => one.contender === contender && one.latency === latency);
	return own?.milliseconds.median ?? NaN;
}

/** The speed relative to the HTTP Request node; NaN if it was not measured. */
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
