import { Failure } from '../../harness/script/failure.mts';
import { runBenchmark, type Bench } from '../bench.mts';
import { withN8n } from '../n8n.mts';
import type { Machine } from '../results.mts';
import { WAYS, type Way } from './ways.mts';

export interface ScaleResults extends Machine {
	customers: number;
	/** The limit of the heap's old generation, where what lives long is, in MiB. */
	heap: number;
	ways: Array<{ way: Way } & Awaited<ReturnType<typeof read>>>;
}

/** Four ways to read a long list, each in an n8n with little memory. */
await runBenchmark('scale.json', async (bench) => {
	const [customers, heap] = bench.isQuick ? [20_000, 512] : [1_000_000, 2_048];
	const ways: ScaleResults['ways'] = [];
	for (const way of ['oneRead', 'search', 'batches', 'httpRequest'] as const) {
		ways.push({ way, ...(await read(bench, way, customers, heap)) });
	}
	console.table(ways, ['way', 'ending', 'seconds', 'peak', 'isReadable']);
	return { customers, heap, ways };
});

/** Reads in an n8n of its own, and looks whether n8n can show the execution. */
async function read(bench: Bench, way: Way, customers: number, heap: number) {
	const { service, report } = bench;
	service.serve(customers);
	const env = { NODE_OPTIONS: `--max-old-space-size=${heap}` };
	return await withN8n(bench, env, async ({ rest, credential, run }) => {
		const { id, ending, seconds, peak, memory } = await run(WAYS[way].draft(credential));
		report(`  ${WAYS[way].label}: ${ending} after ${seconds.toFixed(0)} s`);
		const figure = { ending, seconds, peak, memory, isReadable: false };
		if (ending !== 'success') return figure;
		if (service.requested() < customers) throw new Failure('Not every customer was requested.');
		const execution = await rest.execution(id).catch(() => undefined);
		return { ...figure, isReadable: Object.keys(execution?.runData ?? {}).length > 0 };
	});
}
