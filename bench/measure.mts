import { Failure } from '../harness/script/failure.mts';
import { MANUAL_TRIGGER } from '../harness/workflow/nodes.mts';
import { workflow } from '../harness/workflow/workflow.mts';
import type { Bench } from './bench.mts';
import { CONTENDERS, IN_GROWTH, IN_SPEED, type Contender } from './contenders.mts';
import { withN8n, type MeasuredN8n } from './n8n.mts';
import { figure, type Measurement } from './results.mts';

/** At each latency, the contenders take turns reading the same list. */
export async function measureSpeed(bench: Bench): Promise<Measurement[]> {
	const { service, isQuick, report } = bench;
	const records = 10_000;
	service.serve(records);
	return await withN8n(bench, async (n8n) => {
		const time = async (contender: Contender) => (await read(contender, records, n8n)).milliseconds;
		await inTurns(1, IN_SPEED, time); // A warm-up: the first run also loads and compiles code.
		const measurements: Measurement[] = [];
		for (const latency of isQuick ? [0, 20] : [0, 20, 100]) {
			report(`  ${latency} ms latency`);
			service.latency = latency;
			for (const [contender, times] of await inTurns(isQuick ? 1 : 5, IN_SPEED, time)) {
				measurements.push({ contender, latency, records, milliseconds: figure(times) });
			}
		}
		return measurements;
	});
}

/** In turns, each contender reads longer and longer lists in its own n8n. */
export async function measureGrowth(bench: Bench): Promise<Measurement[]> {
	const { service, isQuick, report } = bench;
	const sizes = isQuick ? [1_000, 10_000] : [1_000, 10_000, 50_000, 200_000];
	const readAll = async (contender: Contender) => {
		report(`  ${CONTENDERS[contender].label}`);
		return await withN8n(bench, async (n8n) => {
			const runs: Array<{ records: number; milliseconds: number; peak: number }> = [];
			// The first one is a warm-up.
			for (const records of [1_000, ...sizes]) {
				service.serve(records);
				runs.push({ records, ...(await read(contender, records, n8n)) });
			}
			return runs.slice(1);
		});
	};
	const turns = await inTurns(isQuick ? 1 : 5, IN_GROWTH, readAll);
	return [...turns].flatMap(([contender, rounds]) =>
		sizes.map((records) => {
			const runs = rounds.flat().filter((run) => run.records === records);
			const milliseconds = figure(runs.map((run) => run.milliseconds));
			const memoryPeak = figure(runs.map(({ peak }) => peak));
			return { contender, records, milliseconds, memoryPeak };
		}),
	);
}

/** @throws Failure unless every record was read */
async function read(contender: Contender, records: number, { credential, run }: MeasuredN8n) {
	const { label, nodes, recordsInItem = 1 } = CONTENDERS[contender];
	const readers = nodes(credential, records);
	const draft = workflow(label, [MANUAL_TRIGGER, ...readers], { saveManualExecutions: false });
	const { ending, message, milliseconds, items, peak } = await run(draft);
	if (ending === 'success' && items * recordsInItem === records) return { milliseconds, peak };
	throw new Failure(`${label}: ${ending}, ${message}, ${items} items from ${records} customers.`);
}

/** Lets every contender work once in each round; returns what each made, round by round. */
async function inTurns<T>(
	rounds: number,
	contenders: Contender[],
	work: (contender: Contender) => Promise<T>,
): Promise<Map<Contender, T[]>> {
	const made = new Map<Contender, T[]>();
	for (let round = 0; round < rounds; round++) {
		for (const contender of contenders) {
			made.set(contender, [...(made.get(contender) ?? []), await work(contender)]);
		}
	}
	return made;
}
