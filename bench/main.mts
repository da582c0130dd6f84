import { Failure } from '../harness/script/failure.mts';
import { runBenchmark } from './bench.mts';
import { measureGrowth, measureSpeed } from './measure.mts';
import { rowsOf } from './results.mts';
import { checkTargets } from './targets.mts';

const ABOUT = `
Measures how fast this package reads in a real n8n, and how much memory it needs, beside n8n's own
HTTP Request node and n8n's request helper alone: bench/README.md. A full run takes about 25
minutes, and exits with code 1 when it misses a target. Run nothing else at the same time.`;

await runBenchmark(
	'bench',
	ABOUT,
	'results.json',
	async (bench) => {
		bench.report('Speed …');
		const speed = await measureSpeed(bench);
		bench.report('Time and memory by length of the list …');
		const growth = await measureGrowth(bench);
		console.table(rowsOf(speed), ['label', 'latency', 'seconds', 'speedUp']);
		console.table(rowsOf(growth), ['label', 'customers', 'seconds', 'MB']);
		console.table(checkTargets({ speed, growth }));
		return { speed, growth };
	},
	(figures) => {
		if (checkTargets(figures).every(({ reached }) => reached)) return;
		throw new Failure('Not every target was reached.');
	},
);
