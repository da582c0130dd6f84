import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { Failure } from '../test/harness/script/failure.mts';
import { runScript } from '../test/harness/script/script.mts';
import { runBenchmark } from './benchmark.mts';
import { drawChart } from './chart.mts';
import { FULL, QUICK } from './plan.mts';
import type { Results } from './results.mts';
import { growthTables, speedTable, targetTable } from './tables.mts';
import { checkTargets } from './targets.mts';

const HELP = `Measures how fast this package reads in a real n8n, and how much memory that takes.

  npm run bench                        everything, in about 13 minutes
  npm run bench -- --quick             a bit of everything in a minute, to see whether it works
  npm run bench -- --output <folder>   where results.json and chart.svg go: bench/ when absent, and
                                       nowhere when --quick
  npm run bench -- --help              show this

The contenders read the same lists of customers from the reference service:
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

await runScript('bench', async (tools) => {
	const { help, quick, output } = readCommandLine();
	if (help) {
		console.log(HELP);
		return;
	}
	if (process.platform !== 'linux') {
		throw new Failure(
			'The benchmark runs on Linux only: it reads from /proc how much memory n8n takes.',
		);
	}
	const results = await runBenchmark({ ...tools, plan: quick ? QUICK : FULL });
	if (output !== undefined) await write(results, output);
	conclude(results);
});

function readCommandLine() {
	const options = {
		help: { type: 'boolean', default: false },
		quick: { type: 'boolean', default: false },
		output: { type: 'string' },
	} as const;
	try {
		const { help, quick, output } = parseArgs({ options }).values;
		return { help, quick, output: output ?? (quick ? undefined : import.meta.dirname) };
	} catch (error) {
		throw new Failure(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
	}
}

async function write(results: Results, folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	const file = join(folder, 'results.json');
	const style = await resolveConfig(file);
	await writeFile(file, await format(JSON.stringify(results), { ...style, filepath: file }));
	await writeFile(join(folder, 'chart.svg'), drawChart(results));
	console.log(`\nThe results and a chart of them are in ${resolve(folder)}`);
}

function conclude(results: Results): void {
	const targets = checkTargets(results);
	console.log(`\n${speedTable(results)}\n\n${growthTables(results)}\n\n${targetTable(targets)}`);
	if (!targets.every(({ reached }) => reached)) throw new Failure('Not every target was reached.');
}
