import { Failure, lastLines } from '../script/failure.mts';
import { run, type GroupOptions } from './processes.mts';

const REPORT_EVERY_MS = 15_000;

export interface Step {
	/** What it does, e.g. "Packing the package"; shown as progress and in front of an exit code. */
	what: string;
	command: string;
	args: string[];
	/** How far it is; reported at intervals. */
	progress?: () => string;
	/** What the user can do if it fails. */
	hint?: string;
}

interface StepsOptions extends GroupOptions {
	report: (line: string) => void;
}

/**
 * Runs a command and waits until it exits.
 *
 * @throws Failure with the end of its log if its exit code is not 0
 */
export async function runStep(
	{ what, command, args, hint = '' }: Step,
	options: GroupOptions,
): Promise<void> {
	const exitCode = await run(command, args, options);
	if (exitCode === 0) return;
	const { logFile } = options;
	const lines = await lastLines(logFile);
	throw new Failure(
		`${what} ended with exit code ${exitCode}. ${hint}\nThe log ${logFile} ends with:\n${lines}`,
	);
}

/** Runs commands one after another and reports progress. */
export async function runSteps(steps: Step[], { report, ...options }: StepsOptions): Promise<void> {
	const start = Date.now();
	for (const step of steps) {
		const reportProgress = () =>
			report(`  ${elapsed(start)}  ${step.what}${step.progress?.() ?? ''}`);
		reportProgress();
		const timer = setInterval(reportProgress, REPORT_EVERY_MS);
		try {
			await runStep(step, options);
		} finally {
			clearInterval(timer);
		}
	}
}

function elapsed(start: number): string {
	const seconds = Math.round((Date.now() - start) / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
