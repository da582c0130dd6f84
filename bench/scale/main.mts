import { runBenchmark } from '../bench.mts';
import { drawMemory } from './chart.mts';
import { measureGuide, measureWays, type ScaleResults } from './measure.mts';

await runBenchmark<ScaleResults>({
	command: 'bench:scale',
	about: `
Measures what long lists take in memory: four ways to read 1,000,000 customers of fifteen fields in an
n8n with 2 GiB of heap, and then each row of the guide in scale.json, the longest list that one read
takes. A list is too long when n8n runs out of memory, when the run fails, or when most of its time
goes into collecting garbage. Memory is the resident memory of n8n's process, without the task runner.

A full run takes about half an hour. Run nothing else at the same time.`,
	file: 'scale.json',
	chart: 'scale',
	measure: async (bench, { guide }) => ({
		...(await measureWays(bench)),
		guide: await measureGuide(bench, guide),
	}),
	draw: drawMemory,
	print: ({ ways, guide }) => {
		console.table(ways, ['way', 'ending', 'seconds', 'peak', 'requested', 'isReadable']);
		console.table(guide);
	},
});
