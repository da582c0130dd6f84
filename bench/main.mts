import { Failure } from '../harness/script/failure.mts';
import { runBenchmark } from './bench.mts';
import { drawChart } from './chart.mts';
import { measureGrowth, measureSpeed } from './measure.mts';
import { rowsOf, type Results } from './results.mts';
import { checkTargets } from './targets.mts';

await runBenchmark<Results>({
	command: 'bench',
	about: `
Measures how fast this package reads in a real n8n, and how much memory it needs, beside n8n's own
HTTP Request node and n8n's request helper alone: bench/README.md. A full run takes about 25
minutes, and exits with code 1 when it misses a target. Run nothing else at the same time.`,
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
