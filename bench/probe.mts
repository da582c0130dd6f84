import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IRun } from 'n8n-workflow';
import { memoryOf, resetPeak } from './memory.mts';

/**
 * Hooks that n8n loads into its process (EXTERNAL_HOOK_FILES). They give each execution the same
 * start and write n8n's own figures to a file, because saving execution data would take memory.
 */

/** The content of the file named by BENCH_REPORT after an execution. */
export interface Report {
	/** `memory` when n8n ran out of it and exited, `slow` when the execution took too long. */
	ending: 'success' | 'error' | 'memory' | 'slow';
	message?: string | undefined;
	/** The time of the node after the trigger. */
	milliseconds: number;
	/** What the last node returned. */
	items: number;
	/** The peak resident memory of n8n's process during the execution, in bytes. */
	peak: number;
}

setFlagsFromString('--expose-gc');
const collectGarbage: (options: object) => void = runInNewContext('gc');

/** Others are parts of it: the workflows that it runs. */
const STARTED_BY_HAND = 'manual';
let flavor = 'last-resort';

/**
 * Collects the garbage of earlier executions, so that it does not count. The first time, it also
 * returns memory from n8n's startup to the system; later, that would discard compiled code.
 */
async function beforeExecution(_workflow: unknown, mode: string): Promise<void> {
	if (mode !== STARTED_BY_HAND) return;
	collectGarbage({ type: 'major', execution: 'sync', flavor });
	flavor = 'regular';
	resetPeak('self');
}

async function afterExecution({ mode, status, data }: IRun): Promise<void> {
	if (mode !== STARTED_BY_HAND) return;
	const { runData, error } = data.resultData;
	const runs = Object.values(runData).flatMap(([first]) => first ?? []);
	const report: Report = {
		ending: status === 'success' ? 'success' : 'error',
		message: error?.message,
		milliseconds: runs[1]?.executionTime ?? 0,
		items: runs.at(-1)?.data?.main?.[0]?.length ?? 0,
		peak: memoryOf('self').peak,
	};
	writeFileSync(process.env.BENCH_REPORT ?? '', `${JSON.stringify(report)}\n`);
}

export const workflow = { preExecute: [beforeExecution], postExecute: [afterExecution] };
