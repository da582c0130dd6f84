import { Failure } from '../../test/harness/script/failure.mts';
import { runBenchmark, type Bench } from '../bench.mts';
import { withN8n, type Run } from '../n8n.mts';
import type { Machine } from '../results.mts';
import { drawMemory } from './chart.mts';
import { guideDraft, WAYS, type Draft, type GuideRow, type Way } from './ways.mts';

export interface ScaleResults extends Machine {
	customers: number;
	/** The limit of the heap's old generation, where what lives long is, in MiB. */
	heap: number;
	ways: Array<{ way: Way } & Awaited<ReturnType<typeof read>>>;
	guide: GuideFigure[];
}

/** The longest list that one read takes. */
interface GuideFigure extends GuideRow, Pick<Run, 'seconds' | 'peak'> {
	customers: number;
	/** The shortest list that was too long. */
	tooMany: number;
}

await runBenchmark<ScaleResults>({
	command: 'bench:scale',
	about: `
Measures what long lists take in memory: four ways to read 1,000,000 customers of fifteen fields in an
n8n with 2 GiB of heap, and then each row of the guide in scale.json, the longest list that one read
takes. A list is too long when n8n runs out of memory, when the run fails, or when most of its time
goes into collecting garbage. A full run takes about half an hour. Run nothing else at the same time.`,
	file: 'scale.json',
	chart: 'scale',
	measure: async (bench, { guide }) => ({
		...(await measureWays(bench)),
		guide: await measureGuide(bench, guide),
	}),
	draw: drawMemory,
	print: ({ ways, guide }) => {
		console.table(ways, ['way', 'ending', 'seconds', 'peak', 'isReadable']);
		console.table(guide);
	},
});

/** Reads a long list in each way. */
async function measureWays(bench: Bench) {
	const [customers, heap] = bench.isQuick ? [20_000, 512] : [1_000_000, 2_048];
	const ways: ScaleResults['ways'] = [];
	for (const way of ['oneRead', 'search', 'batches', 'httpRequest'] as const) {
		ways.push({ way, ...(await read(bench, heap, customers, WAYS[way].draft)) });
	}
	return { customers, heap, ways };
}

/** Reads the lists of the guide again, and says where one no longer fits, or the next longer one does. */
async function measureGuide(bench: Bench, guide: GuideFigure[]): Promise<GuideFigure[]> {
	const figures: GuideFigure[] = [];
	for (const row of bench.isQuick ? guide.slice(0, 1) : guide) {
		// One that takes longer spends its time on collecting garbage, or n8n could not save it.
		const readAt = async (customers: number) =>
			await read(bench, row.heap, customers, guideDraft(row), 30 + customers / 8_000);
		const { ending, seconds, peak } = await readAt(row.customers);
		const { ending: beyond } = await readAt(row.tooMany);
		if (ending !== 'success' || beyond === 'success') {
			bench.report(`  ${row.customers}: ${ending}, ${row.tooMany}: ${beyond}. Try other lengths.`);
		}
		figures.push({ ...row, seconds, peak });
	}
	return figures;
}

/** Reads in an n8n of its own, and looks whether n8n can show the execution. */
async function read(bench: Bench, heap: number, customers: number, draft: Draft, limit?: number) {
	const { service, report } = bench;
	service.serve(customers);
	const env = { NODE_OPTIONS: `--max-old-space-size=${heap}` };
	return await withN8n(bench, env, async ({ rest, credential, run }) => {
		const { id, ending, seconds, peak, memory } = await run(draft(credential), limit);
		report(`  ${heap} MiB, ${customers} customers: ${ending} after ${seconds.toFixed(0)} s`);
		const figure = { ending, seconds, peak, memory, isReadable: false };
		if (ending !== 'success') return figure;
		if (service.requested() < customers) throw new Failure('Not every customer was requested.');
		const execution = await rest.execution(id).catch(() => undefined);
		return { ...figure, isReadable: Object.keys(execution?.runData ?? {}).length > 0 };
	});
}
