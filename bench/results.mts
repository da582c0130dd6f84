import { readFileSync } from 'node:fs';
import { CONTENDERS, type ContenderName } from './contenders.mts';

export const RESULTS = 'bench/results.json';

/** The answers to the two questions, each with what it was measured on. */
export interface Results {
	speed: Machine & { measurements: Measurement[] };
	correctness: Machine & { outcomes: Outcome[] };
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
	/** The median of the rounds. */
	milliseconds: number;
	/** The peak resident memory of n8n's process, in bytes, the median of the rounds. */
	peak: number;
}

export type Scene = 'refusal' | 'webPage' | 'unavailable' | 'lostConnection' | 'changes';
export const READERS = ['httpRequest', 'httpRequestWithCare', 'customerData'] as const;
export type Reader = (typeof READERS)[number];

/** What one reader made of one scene. */
export interface Outcome {
	scene: Scene;
	reader: Reader;
	reads: number;
	/** Reads that succeeded with a list that is not right. */
	broken: number;
	/** The fewest and the most customers that were added or removed during a read. */
	changes: [number, number];
	/** Of the first read, as n8n calls it. */
	ending: string;
	/** In the list when the first read started. */
	customers: number;
	/** Customers that the last node output in the first read. */
	arrived: number;
	/** The message of its error, its description, and hints. */
	said: string[];
}

export function readResults(): Results {
	return JSON.parse(readFileSync(RESULTS, 'utf8'));
}

/** In the order of the tables. */
export const NAMES = Object.keys(CONTENDERS) as ContenderName[];

type Quantity = 'milliseconds' | 'peak';

/** @returns NaN if it was not measured */
export function figure(
	{ speed }: Results,
	quantity: Quantity,
	contender: ContenderName,
	list: List,
): number {
	const found = speed.measurements.find((one) => one.contender === contender && one.list === list);
	return found?.[quantity] ?? NaN;
}

/** @throws Error if it was not measured */
export function outcomeOf({ correctness }: Results, scene: Scene, reader: Reader): Outcome {
	const found = correctness.outcomes.find((one) => one.scene === scene && one.reader === reader);
	if (!found) throw new Error(`Not measured: ${reader}, ${scene}`);
	return found;
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
	['peak', 'long', 'getMany4', 'httpRequest', 1],
	['peak', 'long', 'compare', 'getMany4', 1.8],
	['peak', 'long', 'compareMissing', 'getMany4', 2.2],
	['peak', 'long', 'poll', 'getMany4', 1.4],
];

/** Where the results are not as they should be. */
export function faultsIn(results: Results): string[] {
	const missed = TARGETS.flatMap(([quantity, list, ours, other, bound]) => {
		const ratio = figure(results, quantity, ours, list) / figure(results, quantity, other, list);
		const what = `${quantity} of ${ours} / ${other}, ${list}`;
		return ratio <= bound ? [] : [`${what}: ${ratio.toFixed(2)}, not ${bound.toFixed(2)}.`];
	});
	const broken = results.correctness.outcomes.filter(
		(outcome) => outcome.reader === 'customerData' && outcome.broken > 0,
	);
	return [...missed, ...broken.map(({ scene }) => `Customers lost or doubled: ${scene}.`)];
}
