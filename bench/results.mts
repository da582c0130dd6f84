import { readFileSync } from 'node:fs';
import { CONTENDERS, type ContenderName } from './contenders.mts';

export const RESULTS = 'bench/results.json';

/** The answers to the two questions, each with what it was measured on. */
export interface Results {
	speed: Machine & { measurements: Measurement[] };
	correctness: Machine & { reads: Read[] };
}

interface Machine {
	/** ISO 8601. */
	date: string;
	n8n: string;
	cores: number;
}

/** How many records there are, and how many milliseconds each response takes. */
export const LISTS = {
	short: { records: 1_000, latency: 0 },
	atOnce: { records: 10_000, latency: 0 },
	near: { records: 10_000, latency: 20 },
	far: { records: 10_000, latency: 100 },
	long: { records: 200_000, latency: 0 },
};
export type List = keyof typeof LISTS;

export interface Measurement {
	contender: ContenderName;
	list: List;
	/** The time of each round. */
	milliseconds: number[];
	/** The peak resident memory of n8n's process in each round, in bytes. */
	peaks: number[];
}

export type Scene = 'refusal' | 'webPage' | 'unavailable' | 'lostConnection' | 'changes';
export const READERS = ['httpRequest', 'httpRequestWithCare', 'customerData'] as const;
export type Reader = (typeof READERS)[number];

export interface Read {
	scene: Scene;
	reader: Reader;
	/** As n8n calls it. */
	ending: string;
	/** In the list when the execution started. */
	customers: number;
	/** Customers that were added or removed during the read. */
	changes: number;
	/** Customers that the last node output. */
	arrived: number;
	/** Customers that nobody touched, and that are missing although the execution succeeded. */
	lost: number;
	/** Customers that were output a second time. */
	doubled: number;
	/** The message of the error, its description, and hints. */
	said: string[];
}

export function readResults(): Results {
	return JSON.parse(readFileSync(RESULTS, 'utf8'));
}

/** In the order of the tables. */
export const NAMES = Object.keys(CONTENDERS) as ContenderName[];

type Quantity = 'milliseconds' | 'peaks';

/** The median of the rounds. */
export function median(
	{ speed }: Results,
	quantity: Quantity,
	contender: ContenderName,
	list: List,
): number {
	const found = speed.measurements.find((one) => one.contender === contender && one.list === list);
	const sorted = found?.[quantity].toSorted((a, b) => a - b) ?? [];
	return sorted[sorted.length >> 1] ?? NaN;
}

export function readsOf({ correctness }: Results, scene: Scene, reader: Reader): Read[] {
	return correctness.reads.filter((one) => one.scene === scene && one.reader === reader);
}

/** Whether the execution succeeded with a list that is not right. */
export function isBroken({ lost, doubled }: Read): boolean {
	return lost + doubled > 0;
}

/** How many times the figure of the other one ours may be. */
const TARGETS: Array<[Quantity, List, ContenderName, ContenderName, number]> = [
	['milliseconds', 'atOnce', 'getMany1', 'httpRequest', 1 / 2],
	['milliseconds', 'atOnce', 'getMany4', 'httpRequest', 1 / 2],
	['milliseconds', 'far', 'getMany4', 'httpRequest', 1 / 3],
	['milliseconds', 'far', 'getMany16', 'httpRequest', 1 / 9],
	['milliseconds', 'long', 'compare', 'getMany4', 1.6],
	['milliseconds', 'long', 'compareMissing', 'getMany4', 2.8],
	['milliseconds', 'long', 'poll', 'getMany4', 1.8],
	['peaks', 'long', 'getMany4', 'httpRequest', 1],
	['peaks', 'long', 'compare', 'getMany4', 1.8],
	['peaks', 'long', 'compareMissing', 'getMany4', 2.2],
	['peaks', 'long', 'poll', 'getMany4', 1.4],
];

/** Where the results are not as they should be. */
export function faultsIn(results: Results): string[] {
	const missed = TARGETS.flatMap(([quantity, list, ours, other, bound]) => {
		const ratio = median(results, quantity, ours, list) / median(results, quantity, other, list);
		const what = `${quantity} of ${ours} / ${other}, ${list}`;
		return ratio <= bound ? [] : [`${what}: ${ratio.toFixed(2)}, not ${bound.toFixed(2)}.`];
	});
	const broken = results.correctness.reads.filter(
		(read) => read.reader === 'customerData' && isBroken(read),
	);
	return [...missed, ...broken.map(({ scene }) => `Customers lost or doubled: ${scene}.`)];
}
