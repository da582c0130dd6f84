import { Failure } from '../test/harness/script/failure.mts';
import { runBenchmark } from './bench.mts';
import { drawChart } from './chart.mts';
import { measureGrowth, measureSpeed } from './measure.mts';
import { rowsOf, type Results } from './results.mts';
import { checkTargets } from './targets.mts';

await runBenchmark<Results>({
	command: 'bench',
	about: `
Measures how fast this package reads in a real n8n, and how much memory it needs, beside
  - n8n's own HTTP Request node with pagination, which returns pages, not customers
  - n8n's request helper alone, in a node that requests pages at known offsets and checks nothing
  - a bare client outside n8n, on the same Node.js, which only parses the pages
A full run takes about 25 minutes. Run nothing else at the same time.

Speed: all of them take turns reading 10,000 customers at several latencies. n8n times its nodes.
Growth: longer and longer lists, each contender in a new n8n that saves no execution data. Memory is
the peak resident memory of n8n's process.

All figures are medians. A full run that misses a target exits with code 1.`,
	file: 'results.json',
	chart: 'chart',
	measure: async (bench) => {
		bench.report('Speed …');
		const speed = await measureSpeed(bench);
		bench.report('Time and memory by length of the list …');
		return { speed, growth: await measureGrowth(bench) };
	},
	draw: drawChart,
	print: (results) => {
		console.table(rowsOf(results.speed), ['label', 'latency', 'seconds', 'speedUp']);
		console.table(rowsOf(results.growth), ['label', 'customers', 'seconds', 'MB']);
		console.table(checkTargets(results));
	},
	judge: (results) => {
		if (checkTargets(results).every(({ reached }) => reached)) return;
		throw new Failure('Not every target was reached.');
	},
});
