import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { credentialFor } from '../../test/harness/n8n/credential.mts';
import type { Workflow, WorkflowDraft } from '../../test/harness/n8n/rest.mts';
import { hasEnded } from '../../test/harness/process/processes.mts';
import { startEditor, type Editor, type Prepared } from '../../test/harness/sandbox.mts';
import { Cleanup } from '../../test/harness/script/cleanup.mts';
import type { ScriptTools } from '../../test/harness/script/script.mts';
import { MANUAL_TRIGGER } from '../../test/harness/workflow/nodes.mts';
import type { List } from '../service.mts';
import type { Source } from '../workflows.mts';
import type { Ending, Run } from './results.mts';

export interface WatchedRun extends Run {
	executionId: string;
}

interface Options extends ScriptTools, Prepared {
	/** The limit of the heap's old generation, where what lives long is, in MiB. */
	heap: number;
}

const LOOK_EVERY_MS = 200;
const LONGEST_RUN = 900;

const summariesSchema = z.object({
	results: z.array(z.object({ id: z.coerce.string(), status: z.string() })),
});

/** An n8n with a limited heap, watched from outside, because it may run out of memory. */
export class WatchedN8n {
	private constructor(
		private readonly editor: Editor,
		private readonly signal: AbortSignal,
	) {}

	/** Starts an instance for the work, and stops it even if the work fails. */
	static async during<T>(options: Options, work: (n8n: WatchedN8n) => Promise<T>): Promise<T> {
		const cleanup = new Cleanup();
		const env = { NODE_OPTIONS: `--max-old-space-size=${options.heap}` };
		try {
			const editor = await startEditor(options, { ...options, cleanup, env });
			return await work(new WatchedN8n(editor, options.signal));
		} finally {
			await cleanup.run();
		}
	}

	async source(list: List): Promise<Source> {
		return { list, credential: await this.editor.rest.createCredential(credentialFor(list)) };
	}

	/** Runs a workflow to its end, to that of n8n, or for so many seconds. */
	async run(draft: WorkflowDraft, seconds = LONGEST_RUN): Promise<WatchedRun> {
		const { rest } = this.editor;
		const workflow = await rest.createWorkflow(draft);
		await this.resetPeak();
		const start = performance.now();
		const run: WatchedRun = { ending: 'memory', seconds: 0, peak: 0, memory: [], executionId: '' };
		run.executionId = await rest.startRun(workflow, MANUAL_TRIGGER.name);
		for (;;) {
			run.seconds = (performance.now() - start) / 1000;
			if (run.seconds > seconds) return { ...run, ending: 'slow' };
			if (hasEnded(this.editor.n8n.child)) return run;
			const { bytes, peak } = await this.memory();
			// A process that is ending has no memory any more.
			if (peak > 0) {
				run.memory.push({ seconds: run.seconds, bytes });
				run.peak = peak;
			}
			const ending = await this.endingOf(workflow, run.executionId);
			if (ending) return { ...run, ending };
			await sleep(LOOK_EVERY_MS, undefined, { signal: this.signal });
		}
	}

	/** Whether n8n returns the data of an execution, as its editor asks for it. */
	async returns(executionId: string): Promise<boolean> {
		const { rest } = this.editor;
		const execution = await rest.execution(executionId).catch(() => undefined);
		return Object.keys(execution?.runData ?? {}).length > 0;
	}

	/** Asks for no data, because that takes memory. n8n deletes an execution that is not to be saved. */
	private async endingOf({ id }: Workflow, executionId: string): Promise<Ending | undefined> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const path = `/executions?filter=${filter}&limit=100`;
		// While n8n runs out of memory, it may not respond.
		const found = await this.editor.rest.call('GET', path, summariesSchema).catch(() => undefined);
		this.signal.throwIfAborted();
		if (!found) return undefined;
		const status = found.results.find((execution) => execution.id === executionId)?.status;
		if (status === undefined || status === 'success') return 'success';
		return ['new', 'running', 'waiting'].includes(status) ? undefined : 'error';
	}

	/** See proc(5), clear_refs and status. */
	private async resetPeak(): Promise<void> {
		await writeFile(`/proc/${this.editor.n8n.child.pid}/clear_refs`, '5');
	}

	private async memory(): Promise<{ bytes: number; peak: number }> {
		const file = `/proc/${this.editor.n8n.child.pid}/status`;
		const status = await readFile(file, 'utf8').catch(() => '');
		const field = (name: string) =>
			1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0);
		return { bytes: field('VmRSS'), peak: field('VmHWM') };
	}
}
