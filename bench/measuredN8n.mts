import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { credentialFor } from '../test/harness/n8n/credential.mts';
import type { N8nRest, Workflow } from '../test/harness/n8n/rest.mts';
import { startEditor } from '../test/harness/sandbox.mts';
import { Cleanup } from '../test/harness/script/cleanup.mts';
import { Failure } from '../test/harness/script/failure.mts';
import { waitFor } from '../test/harness/script/waitFor.mts';
import { MANUAL_TRIGGER } from '../test/harness/workflow/nodes.mts';
import type { Bench } from './benchmark.mts';
import type { Report } from './probe.mts';
import type { List } from './service.mts';
import { READER, type ReadingWorkflow, type Source } from './workflows.mts';

export interface Reading {
	/** How long the reading node ran, as measured by n8n. */
	milliseconds: number;
	/** The peak resident memory of n8n's process during the run, in bytes. */
	memoryPeak: number;
}

const PROBE = join(import.meta.dirname, 'probe.mts');
const OWN_NODES = join(import.meta.dirname, 'requestHelper');
const LONGEST_RUN_MS = 600_000;
const LOOK_EVERY_MS = 50;

/** An n8n instance with our package that measures the time and memory of executions. */
export class MeasuredN8n {
	private constructor(
		private readonly rest: N8nRest,
		private readonly reportFile: string,
		private readonly signal: AbortSignal,
	) {}

	/** Starts an instance for the work, and stops it even if the work fails. */
	static async during<T>(options: Bench, work: (n8n: MeasuredN8n) => Promise<T>): Promise<T> {
		const reportFile = join(options.workspace, 'report.json');
		const env = {
			EXTERNAL_HOOK_FILES: PROBE,
			BENCH_REPORT: reportFile,
			N8N_CUSTOM_EXTENSIONS: OWN_NODES,
		};
		const cleanup = new Cleanup();
		try {
			const { rest } = await startEditor(options, { ...options, cleanup, env });
			return await work(new MeasuredN8n(rest, reportFile, options.signal));
		} finally {
			await cleanup.run();
		}
	}

	async source(list: List): Promise<Source> {
		const name = `${list.customers} customers`;
		return { list, credential: await this.rest.createCredential(credentialFor(list, name)) };
	}

	/** Saves the workflow and returns a function that runs it. */
	async prepare(reading: ReadingWorkflow): Promise<() => Promise<Reading>> {
		const workflow = await this.rest.createWorkflow(reading.draft);
		return async () => readingOf(await this.run(workflow), reading);
	}

	private async run(workflow: Workflow): Promise<Report> {
		await writeFile(this.reportFile, '');
		await this.rest.startRun(workflow, MANUAL_TRIGGER.name);
		// Watches a file for the end, because polling n8n would slow it down.
		const read = async () => {
			const text = await readFile(this.reportFile, 'utf8');
			const report: Report | false = text.endsWith('\n') && JSON.parse(text);
			return report;
		};
		const timing = { withinMs: LONGEST_RUN_MS, everyMs: LOOK_EVERY_MS, signal: this.signal };
		return await waitFor(read, { failure: 'A workflow did not finish', ...timing });
	}
}

/** @throws Failure unless every record was read */
function readingOf(
	{ status, message, nodes, memoryPeak }: Report,
	{ last, items }: ReadingWorkflow,
): Reading {
	if (status !== 'success') throw new Failure(`A workflow has status "${status}": ${message}`);
	const found = nodes[last]?.items;
	if (found !== items) throw new Failure(`"${last}" returned ${found} of ${items} items.`);
	return { milliseconds: nodes[READER]?.milliseconds ?? NaN, memoryPeak };
}
