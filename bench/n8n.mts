import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { N8nRest, WorkflowDraft } from '../harness/n8n/rest.mts';
import { hasEnded } from '../harness/process/processes.mts';
import { startEditor, type Prepared } from '../harness/sandbox.mts';
import { Cleanup } from '../harness/script/cleanup.mts';
import { Failure } from '../harness/script/failure.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { waitFor } from '../harness/script/waitFor.mts';
import { MANUAL_TRIGGER } from '../harness/workflow/nodes.mts';
import { publish } from '../harness/workflow/polling.mts';
import { peakOf } from './memory.mts';
import type { Report } from './probe.mts';

/** What measurements work with. */
export interface Bench extends Prepared, ScriptTools {
	/** A smoke test measures too little to draw conclusions from. */
	isQuick: boolean;
}

export interface MeasuredN8n {
	rest: N8nRest;
	/** Runs a workflow by hand. */
	run: (draft: WorkflowDraft) => Promise<Report>;
	/** Polls a second time with a workflow of our trigger. */
	poll: (draft: WorkflowDraft) => Promise<Report>;
}

/** What our trigger writes to n8n's log after a poll. */
const POLLED = /seconds: ([\d.]+), events: (\d+)/;

/** Starts an n8n that measures itself for the work, and stops it even if the work fails. */
export async function withN8n<T>(bench: Bench, work: (n8n: MeasuredN8n) => Promise<T>): Promise<T> {
	const { workspace, signal } = bench;
	const file = join(workspace, 'report.json');
	const env = { EXTERNAL_HOOK_FILES: join(import.meta.dirname, 'probe.mts'), BENCH_REPORT: file };
	const cleanup = new Cleanup();
	try {
		const { rest, n8n } = await startEditor(bench, { ...bench, cleanup, env });

		/** Looks into files, because requests would slow n8n down. */
		const found = async <T,>(find: () => Promise<T | undefined | false>): Promise<T> => {
			const look = async () => {
				if (hasEnded(n8n.child)) throw new Failure('n8n ended, perhaps without memory.');
				return await find();
			};
			const failure = 'n8n did not end the execution';
			return await waitFor(look, { failure, withinMs: 600_000, signal });
		};

		const run = async (draft: WorkflowDraft) => {
			const workflow = await rest.createWorkflow(draft);
			await writeFile(file, '');
			await rest.startRun(workflow, MANUAL_TRIGGER.name);
			const report = async () => await readFile(file, 'utf8');
			return JSON.parse(await found(async () => (await report()).endsWith('\n') && report()));
		};

		const poll = async (draft: WorkflowDraft) => {
			const workflow = await publish(rest, draft);
			await rest.deactivate(workflow);
			const log = async () => await readFile(n8n.logFile, 'utf8');
			const { length } = await log();
			await rest.activate(workflow);
			const [, seconds, events] = await found(
				async () => POLLED.exec((await log()).slice(length)) ?? undefined,
			);
			const peak = peakOf(n8n.pid);
			await rest.deactivate(workflow);
			return { milliseconds: 1000 * Number(seconds), items: Number(events), peak };
		};

		return await work({ rest, run, poll });
	} finally {
		await cleanup.run();
	}
}
