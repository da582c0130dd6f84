import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { between } from '../harness/documents/markdown.mts';
import { prepare } from '../harness/sandbox.mts';
import { Failure } from '../harness/script/failure.mts';
import { runScript } from '../harness/script/script.mts';
import { measureCorrectness } from './correctness.mts';
import type { Bench } from './n8n.mts';
import { faultsIn, readResults, RESULTS, type Results } from './results.mts';
import { measureSpeed } from './speed.mts';
import { TABLES } from './tables.mts';

const QUESTIONS: Record<keyof Results, (bench: Bench) => Promise<object>> = {
	speed: measureSpeed,
	correctness: measureCorrectness,
};

/** Measures what the command line asks, and stores the figures with what they were measured on. */
await runScript('bench', async (tools) => {
	if (process.platform !== 'linux') {
		throw new Failure("The benchmark reads n8n's memory use from /proc, which only Linux has.");
	}
	const options = { quick: { type: 'boolean', default: false } } as const;
	const { values, positionals } = parseArgs({ allowPositionals: true, options });
	const questions = Object.entries(QUESTIONS);
	const asked = questions.filter(([name]) => name === (positionals[0] ?? name));
	if (asked.length === 0) throw new Failure(`Ask for ${Object.keys(QUESTIONS).join(' or ')}.`);
	const { installation } = await prepare(tools);
	const date = new Date().toISOString().slice(0, 10);
	const machine = { date, n8n: installation.version, cores: availableParallelism() };
	for (const [name, measure] of asked) {
		tools.report(`Measuring ${name} …`);
		const figures = await measure({ ...tools, installation, isQuick: values.quick });
		if (!values.quick) await store({ ...readResults(), [name]: { ...machine, ...figures } });
	}
	const faults = values.quick ? [] : faultsIn(readResults());
	if (faults.length > 0) throw new Failure(faults.join('\n'));
});

/** Writes the results as the repository formats them, and the tables of the pages. */
async function store(results: Results): Promise<void> {
	await writeFile(RESULTS, JSON.stringify(results));
	await execa({ preferLocal: true })`prettier --write ${RESULTS}`;
	for (const { page, name, content } of TABLES) {
		const text = await readFile(page, 'utf8');
		await writeFile(page, between(text, name, content(results), page));
	}
}
