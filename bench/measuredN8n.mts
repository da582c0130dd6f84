import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Failure } from '../test/harness/script/failure.mts';
import type { Installation } from '../test/harness/install/install.mts';
import { startN8n } from '../test/harness/n8n/n8n.mts';
import { N8nRest, type Workflow } from '../test/harness/n8n/rest.mts';
import type { Report } from './probe.mts';
import type { List } from './service.mts';
import { READER, TRIGGER, type ReadingWorkflow, type Source } from './workflows.mts';

export interface N8nOptions {
	installation: Installation;
	tarball: string;
	/** Takes the log and the reports. */
	workspace: string;
	signal: AbortSignal;
}

export interface Reading {
	/** That the reading node took, as n8n measured it. */
	milliseconds: number;
	/** The most resident memory in bytes that n8n's process took meanwhile. */
	memoryPeak: number;
}

const PROBE = join(import.meta.dirname, 'probe.mts');
const ACCOUNT = { email: 'bench@example.com', password: 'Benchmark1' };
const LONGEST_RUN_MS = 600_000;
const LOOK_EVERY_MS = 50;

const reportSchema: z.ZodType<Report> = z.object({
	status: z.string(),
	message: z.string().optional(),
	nodes: z.record(z.object({ milliseconds: z.number(), items: z.number() })),
	memoryPeak: z.number(),
});

/** An n8n with our package in it that tells how long its nodes take, and how much memory. */
export class MeasuredN8n {
	private constructor(
		private readonly rest: N8nRest,
		private readonly reportFile: string,
		private readonly signal: AbortSignal,
	) {}

	/** Starts one for the work, and ends it whatever comes of that. */
	static async during<T>(
		{ installation, tarball, workspace, signal }: N8nOptions,
		work: (n8n: MeasuredN8n) => Promise<T>,
	): Promise<T> {
		const reportFile = join(workspace, 'report.json');
		const n8n = await startN8n({
			installation,
			tarball,
			logFile: join(workspace, 'n8n.log'),
			env: { EXTERNAL_HOOK_FILES: PROBE, BENCH_REPORT: reportFile },
			signal,
		});
		try {
			const rest = new N8nRest(n8n.url, signal);
			await rest.setUpOwner(ACCOUNT);
			return await work(new MeasuredN8n(rest, reportFile, signal));
		} finally {
			await n8n.stop();
		}
	}

	async source(list: List): Promise<Source> {
		const { baseUrl, apiKey, companyId } = list;
		const credential = await this.rest.createCredential({
			name: `${list.customers} customers`,
			type: 'customerDataApi',
			data: { baseUrl, apiKey, companyId },
		});
		return { list, credential };
	}

	/** Saves the workflow, and gives the way to run it. */
	async prepare({ draft, items }: ReadingWorkflow): Promise<() => Promise<Reading>> {
		const workflow = await this.rest.createWorkflow(draft);
		return async () => readingOf(await this.run(workflow), items);
	}

	private async run(workflow: Workflow): Promise<Report> {
		await writeFile(this.reportFile, '');
		await this.rest.startRun(workflow, TRIGGER);
		// A file tells the end: to ask n8n again and again would keep it from its work.
		for (const end = Date.now() + LONGEST_RUN_MS; Date.now() < end;) {
			const text = await readFile(this.reportFile, 'utf8');
			if (text.endsWith('\n')) return reportSchema.parse(JSON.parse(text));
			await sleep(LOOK_EVERY_MS, undefined, { signal: this.signal });
		}
		throw new Failure(`A workflow did not end within ${LONGEST_RUN_MS / 60_000} minutes.`);
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
