import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { credentialFor } from '../harness/n8n/credential.mts';
import type { Credential, N8nRest, WorkflowDraft } from '../harness/n8n/rest.mts';
import { hasEnded } from '../harness/process/processes.mts';
import { startEditor } from '../harness/sandbox.mts';
import { Cleanup } from '../harness/script/cleanup.mts';
import { MANUAL_TRIGGER } from '../harness/workflow/nodes.mts';
import type { Bench } from './bench.mts';
import { memoryOf } from './memory.mts';
import type { Report } from './probe.mts';

export interface MeasuredN8n {
	rest: N8nRest;
	/** For the service of the benchmark. */
	credential: Credential;
	run: (draft: WorkflowDraft, seconds?: number) => Promise<Run>;
}

/** What became of an execution, by n8n's own figures where it could still report them. */
export interface Run extends Report {
	id: string;
	seconds: number;
}

const LOOK_EVERY_MS = 250;
const LONGEST_RUN = 900;

/** Starts an n8n that measures itself for the work, and stops it even if the work fails. */
export async function withN8n<T>(bench: Bench, work: (n8n: MeasuredN8n) => Promise<T>): Promise<T> {
	const { workspace, service, signal } = bench;
	const file = join(workspace, 'report.json');
	const probe = {
		EXTERNAL_HOOK_FILES: join(import.meta.dirname, 'probe.mts'),
		BENCH_REPORT: file,
		N8N_CUSTOM_EXTENSIONS: join(import.meta.dirname, 'requestHelper'),
	};
	const cleanup = new Cleanup();
	try {
		const editor = await startEditor(bench, { ...bench, cleanup, env: probe });
		const { rest, n8n } = editor;
		const credential = await rest.createCredential(credentialFor(service));

		/** Watches n8n from outside, because it may run out of memory, and requests would slow it down. */
		const run = async (draft: WorkflowDraft, seconds = LONGEST_RUN): Promise<Run> => {
			const saved = await rest.createWorkflow(draft);
			await writeFile(file, '');
			const start = performance.now();
			const id = await rest.startRun(saved, MANUAL_TRIGGER.name);
			const nothing = { seconds: 0, milliseconds: 0, items: 0, peak: 0 };
			const seen: Run = { id, ending: 'slow', ...nothing };
			while (seen.seconds < seconds) {
				await sleep(LOOK_EVERY_MS, undefined, { signal });
				seen.seconds = (performance.now() - start) / 1000;
				const report = await readFile(file, 'utf8');
				if (report.endsWith('\n')) return { ...seen, ...JSON.parse(report) };
				if (hasEnded(n8n.child)) return { ...seen, ending: 'memory' };
				// A process that is ending has no memory any more.
				seen.peak = Math.max(seen.peak, memoryOf(n8n.pid).peak);
			}
			return seen;
		};
		return await work({ rest, credential, run });
	} finally {
		await cleanup.run();
	}
}
