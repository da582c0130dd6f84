import { existsSync } from 'node:fs';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { Failure } from '../script/failure.mts';
import { timeSince, withProgress } from '../script/progress.mts';
import type { ScriptTools } from '../script/script.mts';
import { sizeOf } from './disk.mts';
import { reasonIn } from './npm.mts';

export interface Step {
	/** For whoever waits. */
	title: string;
	command: string;
	/** What to do where it fails, if its output does not say so. */
	advice?: string;
	/** Throws a Failure, before anything is downloaded, if it can't succeed. */
	assertPossible?: () => Promise<void>;
	/** Environment variables, for the folder with the packages. */
	environment?: (folder: string) => Promise<NodeJS.ProcessEnv>;
}

interface Installing {
	title: string;
	gigabytes: number;
	steps: Step[];
}

/** The commands that have succeeded, a line each. */
const DONE = 'done.txt';

/** Those steps that no run before has taken in this folder. */
export async function stepsLeft(folder: string, steps: Step[]): Promise<Step[]> {
	const file = join(folder, DONE);
	const done = existsSync(file) ? (await readFile(file, 'utf8')).split('\n') : [];
	return steps.filter(({ command }) => !done.includes(command));
}

/** Takes the steps, and remembers each in the folder. @throws Failure that says why one failed */
export async function runSteps(
	folder: string,
	{ title, gigabytes, steps }: Installing,
	tools: ScriptTools,
): Promise<void> {
	const start = performance.now();
	const progress = async () => {
		const size = Math.min(await sizeOf(folder), gigabytes);
		return `    ${size.toFixed(2)} of ${gigabytes} GB after ${timeSince(start)}`;
	};
	for (const { assertPossible } of steps) await assertPossible?.();
	for (const step of steps) {
		tools.report(`  ${step.title} …`);
		const log = join(folder, 'install.log');
		const why = await withProgress(run(step, { folder, log }, tools), progress, tools);
		if (why !== undefined) {
			throw new Failure(`Could not install ${title}: ${why}
What was downloaded is kept. Run the command again to go on from there.
The output of this step is in ${log}`);
		}
		await appendFile(join(folder, DONE), `${step.command}\n`);
	}
}

/** @returns why it failed, if it did */
async function run(
	{ command, advice, environment }: Step,
	{ folder, log }: Record<'folder' | 'log', string>,
	{ signal }: ScriptTools,
): Promise<string | undefined> {
	await rm(log, { force: true });
	const [file = '', ...args] = command.split(' ');
	const output = { file: log, append: true };
	const { failed, shortMessage } = await execa(file, args, {
		cwd: folder,
		env: await environment?.(folder),
		stdin: 'ignore',
		stdout: output,
		stderr: output,
		cancelSignal: signal,
		reject: false,
	});
	signal.throwIfAborted();
	if (!failed) return undefined;
	const said = existsSync(log) ? await readFile(log, 'utf8') : '';
	return reasonIn(said.trim() || String(shortMessage), advice);
}
