import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
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

/** Measures, and stores the figures with what they were measured on. */
export async function runBenchmark<Figures extends object>(
	file: string,
	measure: (bench: Bench) => Promise<Figures>,
	/** @throws when a full run is not as it should be */
	judge: (figures: Figures) => void = () => undefined,
): Promise<void> {
	await runScript('bench', async (tools) => {
		if (process.platform !== 'linux') {
			throw new Failure("The benchmark reads n8n's memory use from /proc, which only Linux has.");
		}
		const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
		const isQuick = values.quick;
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
		judge(figures);
	});
}
