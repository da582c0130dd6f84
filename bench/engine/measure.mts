import { join } from 'node:path';
import { memoryOf, resetPeak } from '../memory.mts';
import { figure, writeJson, type Figure } from '../results.mts';

const ROUNDS = 5;

/** Does each task once as a warm-up, then in turns. A task returns the milliseconds that it took. */
export async function inTurns<Name extends string>(tasks: Record<Name, () => Promise<number>>) {
	const runs = Object.entries<() => Promise<number>>(tasks).map(([name, work]) => {
		return { name, work, times: Array<number>() };
	});
	globalThis.gc?.();
	resetPeak('self');
	const atRest = memoryOf('self').resident;
	for (let round = 0; round <= ROUNDS; round++) {
		for (const { work, times } of runs) times[round] = await work();
	}
	const milliseconds = runs.map(({ name, times }) => [name, figure(times.slice(1))] as const);
	return {
		milliseconds: Object.fromEntries(milliseconds),
		/** How much more resident memory all of them take at most than the process at rest, in bytes. */
		memoryPeak: memoryOf('self').peak - atRest,
	};
}

interface Measured {
	records: number;
	/** Of the service, in milliseconds. */
	latency: number;
	milliseconds: Record<string, Figure>;
	memoryPeak: number;
}

/** Prints the figures, and stores them beside this file. */
export async function store(name: string, figures: Measured[]): Promise<void> {
	const rows = figures.map(({ records, latency, milliseconds, memoryPeak }) => {
		const times = Object.entries(milliseconds).map(([task, { median }]) => [task, median]);
		return { records, latency, ...Object.fromEntries(times), MB: memoryPeak / 1e6 };
	});
	console.table(rows);
	await writeJson(join(import.meta.dirname, `${name}.json`), figures);
}
