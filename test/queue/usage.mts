import { availableParallelism } from 'node:os';
import { busySeconds, cpuSeconds, residentMemory } from './processes.mts';

const SAMPLE_EVERY_MS = 500;

/** Process IDs by name. */
export type Processes = Record<string, number>;

export interface Usage<T> {
	result: T;
	seconds: number;
	/** How many cores each process with its descendants kept busy on average, and all others. */
	cores: Record<string, number>;
	/** The resident memory of each process over time, in bytes. */
	memory: Record<string, number[]>;
}

/** Does the work, and measures meanwhile what processes use. */
export async function measure<T>(processes: Processes, work: () => Promise<T>): Promise<Usage<T>> {
	const named = Object.entries(processes);
	const memory = Object.fromEntries(named.map(([name]) => [name, [] as number[]]));
	const sample = () => {
		for (const [name, pid] of named) memory[name]?.push(residentMemory(pid));
	};
	const before = cpuBy(processes);
	const start = Date.now();
	const timer = setInterval(sample, SAMPLE_EVERY_MS);
	try {
		const result = await work();
		const seconds = (Date.now() - start) / 1000;
		const after = Object.entries(cpuBy(processes));
		const cores = after.map(([name, used]) => [name, (used - (before[name] ?? 0)) / seconds]);
		return { result, seconds, cores: Object.fromEntries(cores), memory };
	} finally {
		clearInterval(timer);
	}
}

/** The CPU time that each process has used, in seconds, and what the rest of the machine has. */
function cpuBy(processes: Processes): Record<string, number> {
	const own = Object.entries(processes).map(([name, pid]) => [name, cpuSeconds(pid)] as const);
	const sum = own.reduce((all, [, seconds]) => all + seconds, 0);
	return { ...Object.fromEntries(own), 'everything else': busySeconds() - sum };
}

/** E.g. "worker 1 0.8, worker 2 0.7 of 2 cores". */
export function describeCores(cores: Usage<unknown>['cores']): string {
	const each = Object.entries(cores).map(([name, used]) => `${name} ${used.toFixed(2)}`);
	return `${each.join(', ')} of ${availableParallelism()} cores`;
}
