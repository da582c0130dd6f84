import { Command } from '@commander-js/extra-typings';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { prepare } from '../../test/harness/sandbox.mts';
import { Failure } from '../../test/harness/script/failure.mts';
import { runScript, type ScriptTools } from '../../test/harness/script/script.mts';
import { readJson, writeJson } from '../json.mts';
import { THEMES } from '../theme.mts';
import { drawMemory } from './chart.mts';
import { measureGuide } from './guide.mts';
import { LongList } from './longList.mts';
import { FULL, QUICK } from './plan.mts';
import type { ScaleResults } from './results.mts';
import { printTables } from './tables.mts';
import { measureWays } from './ways.mts';

const ABOUT = `
A full run takes about half an hour.

Four ways to read 1,000,000 customers of fifteen fields in an n8n with 2 GiB of heap:
  - the Customer Data node in one read
  - the same with Search, which finds 3 % of them
  - the Customer Data node in batches of 10,000: for each, the workflow calls itself; the sub-workflow
    reads, maps and returns the count alone
  - n8n's own HTTP Request node with pagination, in one read
n8n saves the execution of one read, as it does by default, and is asked for it afterwards.

Then the guide: the longest list that one read takes at several limits of the heap, with all fields
and with five, with the execution saved as by default and not saved. A list is too long when n8n runs
out of memory, when the run fails, or when most of its time goes into collecting garbage.

Memory is the resident memory of n8n's process: heap, code and buffers, without the task runner. Run
nothing else at the same time.`;

const { quick, redraw } = new Command('npm run bench:scale --')
	.description('Measures how much memory long lists take in a real n8n.')
	.option('--quick', 'measure a little of everything as a smoke test, and save nothing')
	.option('--redraw', 'redraw the charts from the stored results, without measuring')
	.addHelpText('after', ABOUT)
	.showHelpAfterError('Run with --help to list the options.')
	.parse()
	.opts();

const FOLDER = resolve(import.meta.dirname, '..');
const FILE = join(FOLDER, 'scale.json');

await runScript('bench-scale', async (tools) => {
	const results = redraw ? await readJson<ScaleResults>(FILE) : await measure(tools);
	if (!quick) await store(results);
	printTables(results);
});

async function measure(tools: ScriptTools): Promise<ScaleResults> {
	if (process.platform !== 'linux') {
		throw new Failure("This runs only on Linux, because it reads n8n's memory use from /proc.");
	}
	const plan = quick ? QUICK : FULL;
	const prepared = await prepare(tools);
	const { node, version } = prepared.installation;
	const list = new LongList(tools.signal);
	tools.cleanup.add(() => list.stop());
	const options = { ...tools, ...prepared, plan, list };
	const { customers, heap } = plan.ways;
	tools.report(`Reading ${customers.toLocaleString('en')} customers with ${heap} MiB of heap …`);
	const ways = await measureWays(options);
	tools.report('The longest list for one read …');
	const guide = await measureGuide(options);
	return {
		n8n: version,
		node: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
		cores: availableParallelism(),
		customers,
		heap,
		ways,
		guide,
	};
}

async function store(results: ScaleResults): Promise<void> {
	await writeJson(FILE, results);
	for (const theme of THEMES) {
		await writeFile(join(FOLDER, `scale-${theme}.svg`), await drawMemory(results, theme));
	}
	console.log(`\nThe results and charts are in ${FOLDER}`);
}
