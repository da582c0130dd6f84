import { Command, Option } from '@commander-js/extra-typings';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Failure } from '../test/harness/script/failure.mts';
import { runScript, type ScriptTools } from '../test/harness/script/script.mts';
import { runBenchmark } from './benchmark.mts';
import { drawChart } from './chart.mts';
import { readJson, writeJson } from './json.mts';
import { FULL, QUICK } from './plan.mts';
import type { Results } from './results.mts';
import { printTables, printTargets } from './tables.mts';
import { checkTargets } from './targets.mts';
import { THEMES } from './theme.mts';

const ABOUT = `
A full run takes about 25 minutes. The contenders read the same lists of customers from the
reference service:
  - the Customer Data node with Return All, and 1, 4 (the default), 8 or 16 Parallel Requests
  - n8n's own HTTP Request node with pagination, using this package's credential
  - n8n's request helper alone, in a node that requests pages at known offsets, 1, 4, 8 or 16 in
    parallel, and checks nothing
  - a bare client outside n8n, on the same Node.js: 8 requests in parallel, at known offsets, over
    keep-alive connections; it only parses the pages and puts them in order

Speed: the contenders take turns reading 10,000 customers at several latencies of the service. Nodes
are timed by n8n. The HTTP Request node has an advantage here: it returns pages, not customers.
Time and memory by list size: each contender reads longer and longer lists in a new n8n instance.
Memory is the peak resident memory of n8n's process while the workflow runs. With Split Out after
it, the HTTP Request node also ends with one item per customer. n8n saves no execution data.

All figures are medians. Run nothing else at the same time. The exit code is 1 if a target is missed,
except with --quick.`;

const { quick, redraw, output } = new Command('npm run bench --')
	.description('Measures how fast this package reads in a real n8n, and how much memory it needs.')
	.option('--quick', 'measure a little of everything in a minute, as a smoke test')
	.addOption(
		new Option(
			'--redraw',
			'redraw the charts from the stored results, without measuring',
		).conflicts('quick'),
	)
	.option(
		'--output <folder>',
		'where to save results.json and the charts (default: bench/; with --quick, nowhere)',
	)
	.addHelpText('after', ABOUT)
	.showHelpAfterError('Run with --help to list the options.')
	.parse()
	.opts();
const folder = output ?? (quick ? undefined : import.meta.dirname);

await runScript('bench', async (tools) => {
	const stored = () => readJson<Results>(join(folder ?? '.', 'results.json'));
	const results = redraw ? await stored() : await measure(tools);
	if (folder !== undefined) await store(results, folder);
	conclude(results);
});

async function measure(tools: ScriptTools): Promise<Results> {
	if (process.platform === 'linux') {
		return await runBenchmark(quick ? QUICK : FULL, tools);
	}
	throw new Failure(
		"The benchmark runs only on Linux, because it reads n8n's memory use from /proc.",
	);
}

async function store(results: Results, into: string): Promise<void> {
	await mkdir(into, { recursive: true });
	await writeJson(join(into, 'results.json'), results);
	for (const theme of THEMES) {
		await writeFile(join(into, `chart-${theme}.svg`), await drawChart(results, theme));
	}
	console.log(`\nThe results and charts are in ${resolve(into)}`);
}

function conclude(results: Results): void {
	const targets = checkTargets(results);
	printTables(results);
	printTargets(targets);
	if (!quick && !targets.every(({ reached }) => reached))
		throw new Failure('Not every target was reached.');
}
