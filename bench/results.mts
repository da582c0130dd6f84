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

export const SPEED_LABELS = {
	httpRequest: 'HTTP Request node',
	parallel1: 'Customer Data, 1 at a time',
	parallel4: 'Customer Data, 4 (default)',
	parallel8: 'Customer Data, 8',
	parallel16: 'Customer Data, 16',
	bareClient8: 'Bare Node client, 8',
} as const;
export type SpeedContender = keyof typeof SPEED_LABELS;

export const GROWTH_LABELS = {
	httpRequest: 'HTTP Request node',
	httpRequestSplit: 'HTTP Request node and Split Out',
	parallel4: 'Customer Data, 4 (default)',
} as const;
export type GrowthContender = keyof typeof GROWTH_LABELS;

export function speedOf({ speed }: Results, contender: SpeedContender, latency: number) {
	return speed.find((one) => one.contender === contender && one.latency === latency);
}

export function growthOf({ growth }: Results, contender: GrowthContender, records: number) {
	return growth.find((one) => one.contender === contender && one.records === records);
}

export function figure(runs: number[]): Figure {
	const sorted = runs.toSorted((a, b) => a - b);
	const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
	return { median: middle.reduce((sum, run) => sum + run, 0) / middle.length, runs };
}

export function unique<T>(values: T[]): T[] {
	return [...new Set(values)];
}
