import { Command } from '@commander-js/extra-typings';
import { execa } from 'execa';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { prepare, type Prepared } from '../harness/sandbox.mts';
import { Failure } from '../harness/script/failure.mts';
import { runScript, type ScriptTools } from '../harness/script/script.mts';
import { startLongService, type LongService } from './service.mts';

/** What measurements work with. */
export interface Bench extends Prepared, ScriptTools {
	service: LongService;
	/** A smoke test measures too little to draw conclusions from. */
	isQuick: boolean;
}

/** Measures, stores the figures with what they were measured on, and draws their chart. */
export async function runBenchmark<Figures extends object>(
	name: 'bench' | 'bench:scale',
	about: string,
	file: string,
	measure: (bench: Bench) => Promise<Figures>,
	/** @throws when a full run is not as it should be */
	judge: (figures: Figures) => void = () => undefined,
): Promise<void> {
	const { quick: isQuick = false } = new Command(`npm run ${name} --`)
		.option('--quick', 'measure a little of everything as a smoke test, and store nothing')
		.addHelpText('after', about)
		.showHelpAfterError('Run with --help to list the options.')
		.parse()
		.opts();

	await runScript(name.replace(':', '-'), async (tools) => {
		if (process.platform !== 'linux') {
			throw new Failure("The benchmark reads n8n's memory use from /proc, which only Linux has.");
		}
		const prepared = await prepare(tools);
		const service = await startLongService();
		tools.cleanup.add(() => service.close());
		const { node, version } = prepared.installation;
		const { stdout } = await execa(node, ['--version']);
		const machine = { n8n: version, node: stdout, cores: availableParallelism() };
		const figures = await measure({ ...tools, ...prepared, service, isQuick });
		if (isQuick) return;
		const stored = join(import.meta.dirname, file);
		await writeFile(stored, JSON.stringify({ ...machine, ...figures }));
		const run = execa({ preferLocal: true });
		await run`prettier --write ${stored}`;
		await run`vitest run --project unit bench/chart --update`;
		judge(figures);
	});
}
