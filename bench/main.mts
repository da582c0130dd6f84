import { Command, Option } from '@commander-js/extra-typings';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { Failure } from '../test/harness/script/failure.mts';
import { runScript, type ScriptTools } from '../test/harness/script/script.mts';
import { runBenchmark } from './benchmark.mts';
import { drawChart } from './chart.mts';
import { FULL, QUICK } from './plan.mts';
import type { Results } from './results.mts';
import { printTables, printTargets } from './tables.mts';
import { checkTargets } from './targets.mts';
import { THEMES } from './theme.mts';

const ABOUT = `
Everything takes about 13 minutes. The contenders read the same lists of customers from the reference
service:
  - the Customer Data node with Return All, with 1, 4 (the default), 8 and 16 Parallel Requests
  - n8n's own HTTP Request node, with its pagination on and the credential of this package
  - a bare client on the same Node: 8 pages at a time, at known offsets, over connections that it
    keeps; it parses them, and knows nothing of n8n

Speed: in one n8n, in turn, 10,000 customers at several latencies of the service. Of a node, the time
counts that n8n states for it; that the HTTP Request node gives pages, not customers, is in its favour.
Time and memory against size: each in a new n8n, longer and longer lists. What counts is the most
resident memory of n8n's process while the workflow runs; with Split Out behind the HTTP Request node,
both end with an item for each customer. n8n saves nothing of the executions.

All figures are medians. Let nothing else run meanwhile. The exit code is 1 when a target is missed.`;

const { quick, redraw, output } = new Command('npm run bench --')
	.description(
		'Measures how fast this package reads in a real n8n, and how much memory that takes.',
	)
	.option('--quick', 'a bit of everything in a minute, to see whether it works')
	.addOption(
		new Option('--redraw', 'draw the stored results, and measure nothing').conflicts('quick'),
	)
	.option(
		'--output <folder>',
		'for results.json and the charts (default: bench/, none with --quick)',
	)
	.addHelpText('after', ABOUT)
	.showHelpAfterError('Add --help to see what there is.')
	.parse()
	.opts();
const folder = output ?? (quick ? undefined : import.meta.dirname);

await runScript('bench', async (tools) => {
	const results = redraw ? await storedResults() : await measure(tools);
	if (folder !== undefined) await store(results, folder);
	conclude(results);
});

async function storedResults(): Promise<Results> {
	return JSON.parse(await readFile(join(folder ?? '.', 'results.json'), 'utf8'));
}

async function measure(tools: ScriptTools): Promise<Results> {
	if (process.platform === 'linux') {
		return await runBenchmark(quick ? QUICK : FULL, tools);
	}
	throw new Failure(
		'The benchmark runs on Linux only: it reads from /proc how much memory n8n takes.',
	);
}

async function store(results: Results, into: string): Promise<void> {
	await mkdir(into, { recursive: true });
	const file = join(into, 'results.json');
	const style = await resolveConfig(file);
	await writeFile(file, await format(JSON.stringify(results), { ...style, filepath: file }));
	for (const theme of THEMES) {
		await writeFile(join(into, `chart-${theme}.svg`), await drawChart(results, theme));
	}
	console.log(`\nThe results and the charts of them are in ${resolve(into)}`);
}

function conclude(results: Results): void {
	const targets = checkTargets(results);
	printTables(results);
	printTargets(targets);
	if (!targets.every(({ reached }) => reached)) throw new Failure('Not every target was reached.');
}
