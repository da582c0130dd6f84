import { execa } from 'execa';
import { join } from 'node:path';
import { Failure } from '../test/harness/script/failure.mts';
import { MANUAL_TRIGGER } from '../test/harness/workflow/nodes.mts';
import { workflow } from '../test/harness/workflow/workflow.mts';
import type { Bench } from './bench.mts';
import { CONTENDERS, IN_GROWTH, IN_SPEED, type Contender } from './contenders.mts';
import { withN8n, type MeasuredN8n } from './n8n.mts';
import { figure, type Measurement } from './results.mts';
import type { List } from './service.mts';

const BARE_CLIENT = join(import.meta.dirname, 'bareClient.mts');

interface Reading {
	milliseconds: number;
	/** The peak resident memory of n8n's process, in bytes. */
	memoryPeak: number;
}

/** At each latency, the contenders take turns reading the same list. */
export async function measureSpeed(bench: Bench): Promise<Measurement[]> {
	const { service, isQuick, report } = bench;
	const records = 10_000;
	return await withN8n(bench, {}, async (n8n) => {
		const list = await service.list(records);
		const readers = IN_SPEED.map((contender) => async () => {
			if (contender === 'bareClient8') return await readWithoutN8n(bench, list);
			return (await read(contender, list, n8n)).milliseconds;
		});
		await inTurns(1, readers); // A warm-up: the first run also loads and compiles code.
		const measurements: Measurement[] = [];
		for (const latency of isQuick ? [0, 20] : [0, 20, 100]) {
			report(`  ${latency} ms latency`);
			await service.list(records, latency);
			const times = await inTurns(isQuick ? 1 : 5, readers);
			for (const [index, contender] of IN_SPEED.entries()) {
				const milliseconds = figure(times[index] ?? []);
				measurements.push({ contender, latency, records, milliseconds });
			}
		}
		return measurements;
	});
}

/** In turns, each contender reads longer and longer lists in its own n8n. */
export async function measureGrowth(bench: Bench): Promise<Measurement[]> {
	const { service, isQuick, report } = bench;
	const sizes = isQuick ? [1_000, 10_000] : [1_000, 10_000, 50_000, 200_000];
	const readers = IN_GROWTH.map((contender) => async () => {
		report(`  ${CONTENDERS[contender].label}`);
		return await withN8n(bench, {}, async (n8n) => {
			const readings: Reading[] = [];
			// The first one is a warm-up.
			for (const records of [1_000, ...sizes]) {
				readings.push(await read(contender, await service.list(records), n8n));
			}
			return readings.slice(1);
		});
	});
	const runs = await inTurns(isQuick ? 1 : 5, readers);
	return IN_GROWTH.flatMap((contender, index) =>
		sizes.map((records, size) => {
			const readings = runs[index]?.flatMap((run) => run[size] ?? []) ?? [];
			const milliseconds = figure(readings.map((reading) => reading.milliseconds));
			const memoryPeak = figure(readings.map((reading) => reading.memoryPeak));
			return { contender, records, milliseconds, memoryPeak };
		}),
	);
}

/** @throws Failure unless every record was read */
async function read(contender: Contender, list: List, n8n: MeasuredN8n): Promise<Reading> {
	const { label, nodes, recordsInItem = 1 } = CONTENDERS[contender];
	const readers = nodes?.(list, n8n.credential) ?? [];
	const draft = workflow(label, [MANUAL_TRIGGER, ...readers], { saveManualExecutions: false });
	const run = await n8n.run(draft);
	if (run.ending !== 'success') throw new Failure(`${label}: ${run.ending}, ${run.message}`);
	const items = run.nodes.at(-1)?.items ?? 0;
	if (items * recordsInItem === list.customers) {
		return { milliseconds: run.nodes[1]?.milliseconds ?? NaN, memoryPeak: run.peak };
	}
	throw new Failure(`${label}: ${items} items from ${list.customers} customers.`);
}

/** On the Node.js that n8n runs on. */
async function readWithoutN8n({ installation, signal }: Bench, list: List): Promise<number> {
	const { baseUrl, apiKey, companyId, customers } = list;
	const parameters = [BARE_CLIENT, baseUrl, apiKey, companyId, String(customers)];
	const { stdout } = await execa(installation.node, parameters, { cancelSignal: signal });
	return Number(stdout);
}

/** Lets everyone work once in each round, and returns what each of them made, round by round. */
async function inTurns<T>(rounds: number, workers: Array<() => Promise<T>>): Promise<T[][]> {
	const made: T[][] = workers.map(() => []);
	for (let round = 0; round < rounds; round++) {
		for (const [index, work] of workers.entries()) made[index]?.push(await work());
	}
	return made;
}
