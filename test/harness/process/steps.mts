import { Failure, lastLines } from '../script/failure.mts';
import { run } from './processes.mts';

const REPORT_EVERY_MS = 15_000;

export interface Step {
	/** What it does, so that it makes sense after the time and before "ended with exit code". */
	what: string;
	command: string;
	args: string[];
	/** How far it has come, told now and then. */
	progress?: () => string;
	/** What the user can do when it fails. */
	hint?: string;
}

interface StepsOptions {
	cwd: string;
	logFile: string;
	report: (line: string) => void;
	signal: AbortSignal | undefined;
}

/** Runs one command after the other, tells what is going on, and explains the one that fails. */
export async function runSteps(
	steps: Step[],
	{ cwd, logFile, report, signal }: StepsOptions,
): Promise<void> {
	const start = Date.now();
	for (const { what, command, args, progress = () => '', hint = '' } of steps) {
		const tell = () => report(`  ${elapsed(start)}  ${what}${progress()}`);
		tell();
		const timer = setInterval(tell, REPORT_EVERY_MS);
		try {
			const exitCode = await run(command, args, { cwd, logFile, signal });
			if (exitCode === 0) continue;
			const lines = await lastLines(logFile);
			throw new Failure(
				`${what} ended with exit code ${exitCode}. ${hint}\nThe log ${logFile} ends with:\n${lines}`,
			);
		} finally {
			clearInterval(timer);
		}
	}
}

function elapsed(start: number): string {
	const seconds = Math.round((Date.now() - start) / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
