import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Hooks that n8n loads into its process (EXTERNAL_HOOK_FILES). They give each execution the same
 * start and write n8n's own figures to a file, because saving execution data would take memory.
 */

/** The content of the file named by BENCH_REPORT after an execution. */
export interface Report {
	status: string;
	message?: string | undefined;
	nodes: Record<string, { milliseconds: number; items: number }>;
	/** The peak resident memory of n8n's process during the execution, in bytes. */
	memoryPeak: number;
}

/** The part of n8n's IRun that we need. */
interface Run {
	status: string;
	data: { resultData: { runData: Record<string, NodeRun[]>; error?: { message: string } } };
}

interface NodeRun {
	executionTime: number;
	data?: { main?: Array<unknown[] | null> };
}

const { BENCH_REPORT: file = '' } = process.env;

setFlagsFromString('--expose-gc');
const collectGarbage: (options: object) => void = runInNewContext('gc');

let flavor = 'last-resort';

/**
 * Collects the garbage of earlier executions, so that it does not count. The first time, it also
 * returns memory from n8n's startup to the system; later, that would discard compiled code.
 */
async function beforeExecution(): Promise<void> {
	collectGarbage({ type: 'major', execution: 'sync', flavor });
	flavor = 'regular';
	resetPeak();
}

async function afterExecution({ status, data }: Run): Promise<void> {
	const { runData, error } = data.resultData;
	const report: Report = {
		status,
		message: error?.message,
		nodes: Object.fromEntries(
			Object.entries(runData).map(([node, runs]) => [node, summary(runs)] as const),
		),
		memoryPeak: memoryPeak(),
	};
	writeFileSync(file, `${JSON.stringify(report)}\n`);
}

function summary(runs: NodeRun[]) {
	const sum = (figure: (run: NodeRun) => number) => runs.reduce((all, run) => all + figure(run), 0);
	return {
		milliseconds: sum(({ executionTime }) => executionTime),
		items: sum(({ data }) => data?.main?.[0]?.length ?? 0),
	};
}

/** See proc(5), clear_refs. */
function resetPeak(): void {
	writeFileSync('/proc/self/clear_refs', '5');
}

function memoryPeak(): number {
	const status = readFileSync('/proc/self/status', 'utf8');
	return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

export const workflow = { preExecute: [beforeExecution], postExecute: [afterExecution] };
