import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { credentialFor } from '../test/harness/n8n/credential.mts';
import type { N8nRest, Workflow } from '../test/harness/n8n/rest.mts';
import { startEditor, type Prepared } from '../test/harness/sandbox.mts';
import { Cleanup } from '../test/harness/script/cleanup.mts';
import { Failure } from '../test/harness/script/failure.mts';
import type { ScriptTools } from '../test/harness/script/script.mts';
import { waitFor } from '../test/harness/script/waitFor.mts';
import { MANUAL_TRIGGER } from '../test/harness/workflow/nodes.mts';
import type { Report } from './probe.mts';
import type { List } from './service.mts';
import { READER, type ReadingWorkflow, type Source } from './workflows.mts';

/** Its workspace takes the log and the reports. */
export interface N8nOptions extends Prepared, ScriptTools {}

export interface Reading {
	/** That the reading node took, as n8n measured it. */
	milliseconds: number;
	/** The most resident memory in bytes that n8n's process took meanwhile. */
	memoryPeak: number;
}

const PROBE = join(import.meta.dirname, 'probe.mts');
const LONGEST_RUN_MS = 600_000;
const LOOK_EVERY_MS = 50;

const reportSchema: z.ZodType<Report> = z.object({
	status: z.string(),
	message: z.string().optional(),
	nodes: z.record(z.object({ milliseconds: z.number(), items: z.number() })),
	memoryPeak: z.number(),
});

/** An n8n with our package that measures how long its nodes take, and how much memory. */
export class MeasuredN8n {
	private constructor(
		private readonly rest: N8nRest,
		private readonly reportFile: string,
		private readonly signal: AbortSignal,
	) {}

	/** Starts one for the work, and ends it whatever comes of that. */
	static async during<T>(options: N8nOptions, work: (n8n: MeasuredN8n) => Promise<T>): Promise<T> {
		const reportFile = join(options.workspace, 'report.json');
		const env = { EXTERNAL_HOOK_FILES: PROBE, BENCH_REPORT: reportFile };
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

	/** Saves the workflow, and gives the way to run it. */
	async prepare({ draft, items }: ReadingWorkflow): Promise<() => Promise<Reading>> {
		const workflow = await this.rest.createWorkflow(draft);
		return async () => readingOf(await this.run(workflow), items);
	}

	private async run(workflow: Workflow): Promise<Report> {
		await writeFile(this.reportFile, '');
		await this.rest.startRun(workflow, MANUAL_TRIGGER.name);
		// A file shows the end: polling n8n would keep it from its work.
		const read = async () => {
			const text = await readFile(this.reportFile, 'utf8');
			return text.endsWith('\n') && reportSchema.parse(JSON.parse(text));
		};
		const timing = { withinMs: LONGEST_RUN_MS, everyMs: LOOK_EVERY_MS, signal: this.signal };
		return await waitFor(read, { failure: 'A workflow did not end', ...timing });
	}
}

/** A figure counts only if everything was read. */
function readingOf(
	{ status, message, nodes, memoryPeak }: Report,
	items: ReadingWorkflow['items'],
): Reading {
	if (status !== 'success') throw new Failure(`A workflow ended with "${status}": ${message}`);
	for (const [name, expected] of Object.entries(items)) {
		const found = nodes[name]?.items;
		if (found !== expected) throw new Failure(`"${name}" gave ${found} of ${expected} items.`);
	}
	return { milliseconds: nodes[READER]?.milliseconds ?? NaN, memoryPeak };
}
