import { writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { CONTENDERS, type Contender } from './contenders.mts';

/** What a benchmark was run on. */
export interface Machine {
	n8n: string;
	node: string;
	cores: number;
}

export interface Results extends Machine {
	/** At several latencies of the service. */
	speed: Measurement[];
	/** By length of the list. */
	growth: Measurement[];
}

export interface Measurement {
	contender: Contender;
	latency?: number;
	records: number;
	milliseconds: Figure;
	/** The peak resident memory of n8n's process, in bytes. */
	memoryPeak?: Figure;
}

/** A value measured several times. */
export interface Figure {
	median: number;
	runs: number[];
}

export function figure(runs: number[]): Figure {
	const sorted = runs.toSorted((a, b) => a - b);
	const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
	return { median: middle.reduce((sum, run) => sum + run, 0) / middle.length, runs };
}

/** Writes results as the repository formats them. */
export async function writeJson(file: string, value: unknown): Promise<void> {
	await writeFile(file, JSON.stringify(value));
	await execa({ preferLocal: true })`prettier --write ${file}`;
}

/** A row for each measurement. */
export function rowsOf(measurements: Measurement[]) {
	return measurements.map(({ contender, latency, records, milliseconds, memoryPeak }) => {
		const { label } = CONTENDERS[contender];
		const peer = measurements.find(
			(one) =>
				one.contender === 'httpRequest' && one.latency === latency && one.records === records,
		);
		const seconds = milliseconds.median / 1000;
		const speed = (peer?.milliseconds.median ?? NaN) / milliseconds.median;
		return {
			label,
			latency,
			customers: records,
			seconds,
			speedUp: `${speed.toFixed(1)} ×`,
			MB: (memoryPeak?.median ?? NaN) / 1e6,
		};
	});
}

/** The rows of bench/README.md, by the reader. */
export function speedTable({ speed }: Pick<Results, 'speed'>): string[] {
	const latencies = [...new Set(speed.map(({ latency }) => latency))];
	const all = rowsOf(speed);
	const labels = [...new Set(all.map(({ label }) => label))];
	const cellsOf = (label: string) =>
		all
			.filter((row) => row.label === label)
			.map((row) => `${row.seconds.toFixed(2)} s (${row.speedUp})`);
	return [
		`| 10,000 customers | ${latencies.map((latency) => `${latency} ms a response`).join(' | ')} |`,
		`|---|${latencies.map(() => '---|').join('')}`,
		...labels.map((label) => `| ${label} | ${cellsOf(label).join(' | ')} |`),
	];
}
