import { Failure } from '../harness/script/failure.mts';
import { runBenchmark } from './bench.mts';
import { measureGrowth, measureSpeed } from './measure.mts';
import { rowsOf } from './results.mts';
import { checkTargets } from './targets.mts';

await runBenchmark(
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
