import { Command } from '@commander-js/extra-typings';
import { execa } from 'execa';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { prepare, type Prepared } from '../harness/sandbox.mts';
import { Failure } from '../harness/script/failure.mts';
import { runScript, type ScriptTools } from '../harness/script/script.mts';
import { THEMES, type Theme } from './draw.mts';
import { writeJson, type Machine } from './results.mts';
import { startLongService, type LongService } from './service.mts';

/** What measurements work with. */
export interface Bench extends Prepared, ScriptTools {
	service: LongService;
	/** A smoke test measures too little to draw conclusions from. */
	isQuick: boolean;
}

interface Benchmark<Results extends Machine> {
	command: 'bench' | 'bench:scale';
	about: string;
	/** What the stored results and charts are called. */
	file: string;
	chart: string;
	measure: (bench: Bench, stored: Results) => Promise<Omit<Results, keyof Machine>>;
	draw: (results: Results, theme: Theme) => Promise<string>;
	print: (results: Results) => void;
	/** @throws when a full run is not as it should be */
	judge?: (results: Results) => void;
}

/** Measures, or takes what was measured before; stores and prints it. */
export async function runBenchmark<Results extends Machine>(
	benchmark: Benchmark<Results>,
): Promise<void> {
	const { quick = false, redraw = false } = new Command(`npm run ${benchmark.command} --`)
		.option('--quick', 'measure a little of everything as a smoke test, and store nothing')
		.option('--redraw', 'measure nothing, and redraw the charts from the stored results')
		.addHelpText('after', benchmark.about)
		.showHelpAfterError('Run with --help to list the options.')
		.parse()
		.opts();
	const file = join(import.meta.dirname, benchmark.file);

	await runScript(benchmark.command.replace(':', '-'), async (tools) => {
		const stored: Results = JSON.parse(await readFile(file, 'utf8'));
		const results = redraw ? stored : await measureAnew(stored, tools);
		benchmark.print(results);
		if (quick) return;
		await writeJson(file, results);
		for (const theme of THEMES) {
			const chart = join(import.meta.dirname, `${benchmark.chart}-${theme}.svg`);
			await writeFile(chart, await benchmark.draw(results, theme));
		}
		if (!redraw) benchmark.judge?.(results);
	});

	async function measureAnew(stored: Results, tools: ScriptTools): Promise<Results> {
		if (process.platform !== 'linux') {
			throw new Failure("The benchmark reads n8n's memory use from /proc, which only Linux has.");
		}
		const prepared = await prepare(tools);
		const service = await startLongService();
		tools.cleanup.add(() => service.close());
		const { node, version } = prepared.installation;
		const { stdout } = await execa(node, ['--version']);
		const machine = { n8n: version, node: stdout, cores: availableParallelism() };
		const bench = { ...tools, ...prepared, service, isQuick: quick };
		return { ...stored, ...machine, ...(await benchmark.measure(bench, stored)) };
	}
}
