import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IRun } from 'n8n-workflow';
import { peakOf, resetPeak } from './memory.mts';

/**
 * Hooks that n8n loads into its process (EXTERNAL_HOOK_FILES). They give each execution the same
 * start and write n8n's own figures to a file, because saving execution data would take memory.
 */

/** The content of the file named by BENCH_REPORT after an execution. */
export interface Report {
	/** Why it did not succeed. */
	message?: string | undefined;
	/** The time of the last node. */
	milliseconds: number;
	/** What the last node output. */
	items: number;
	/** The peak resident memory of n8n's process during the execution, in bytes. */
	peak: number;
}

setFlagsFromString('--expose-gc');
const collectGarbage: (options: object) => void = runInNewContext('gc');
let flavor = 'last-resort';

/**
 * Collects the garbage of earlier executions, so that it does not count. The first time, it also
 * returns memory from n8n's startup to the system; later, that would discard compiled code.
 */
async function before(): Promise<void> {
	collectGarbage({ type: 'major', execution: 'sync', flavor });
	flavor = 'regular';
	resetPeak('self');
}

async function after({ status, data }: IRun): Promise<void> {
	const { runData, error } = data.resultData;
	const last = Object.values(runData).at(-1)?.[0];
	const report: Report = {
		message: status === 'success' ? undefined : (error?.message ?? status),
		milliseconds: last?.executionTime ?? 0,
		items: last?.data?.main?.flat().length ?? 0,
		peak: peakOf('self'),
	};
	writeFileSync(process.env.BENCH_REPORT ?? '', `${JSON.stringify(report)}\n`);
}

export const workflow = { activate: [before], preExecute: [before], postExecute: [after] };
