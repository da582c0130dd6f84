import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { Failure } from '../script/failure.mts';
import { withProgress } from '../script/progress.mts';
import type { ScriptTools } from '../script/script.mts';

interface Run {
	folder: string;
	env?: NodeJS.ProcessEnv;
	/** What to do if it fails although the registry answers. */
	advice?: string;
}

/** What was downloaded before needs no look at the registry. npm's log says how that answers. */
const SETTINGS = '--prefer-offline --loglevel=http --no-audit --no-fund';

const ANSWERED = /^npm http (fetch GET 200|cache) .+?(\.tgz)?( |$)/;
const FAILED = /^npm http fetch .+ failed with (\w+)/;
const LONGEST_OUTAGE = 60_000;

/** Installs packages as the lockfile pins them, without what they would run, if no command before has. */
export async function downloadPackages(folder: string, tools: ScriptTools): Promise<void> {
	// npm writes it at the end.
	if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
	tools.report('  Looking packages up, which takes a minute, and downloading them …');
	await runNpm('ci --ignore-scripts', { folder }, tools);
}

/** Runs npm in a folder, and tells now and then how it goes on. @throws Failure that says why it failed */
export async function runNpm(
	command: string,
	{ folder, env, advice }: Run,
	tools: ScriptTools,
): Promise<void> {
	const lines: string[] = [];
	let packages = 0;
	let answered = Date.now();
	const npm = execa('npm', `${command} ${SETTINGS}`.split(' '), {
		cwd: folder,
		env,
		stdin: 'ignore',
		all: true,
		buffer: false,
		cancelSignal: tools.signal,
		reject: false,
	});
	const watch = async () => {
		for await (const line of createInterface({ input: npm.all })) {
			lines.push(line);
			const answer = ANSWERED.exec(line);
			if (answer) answered = Date.now();
			if (answer?.[2]) packages++;
			// Where nothing answers, npm goes on for hours: it waits five minutes for each of the other packages.
			if (FAILED.test(line) && Date.now() - answered > LONGEST_OUTAGE) npm.kill();
		}
		return await npm;
	};
	const progress = () => (packages > 0 ? `${packages} packages` : undefined);
	const { failed, shortMessage } = await withProgress(watch(), progress, tools);
	tools.signal.throwIfAborted();
	if (!failed) return;
	await writeFile(join(tools.workspace, 'npm.log'), lines.join('\n'));
	throw new Failure(outageAtEnd(lines) ?? advice ?? errorsIn(lines) ?? shortMessage);
}

function outageAtEnd(lines: string[]): string | undefined {
	const last = lines.filter((line) => line.startsWith('npm http')).at(-1) ?? '';
	const [, code] = FAILED.exec(last) ?? [];
	return (
		code &&
		`npm's registry is out of reach (${code}). Check the network, and npm's settings for a registry and a proxy.`
	);
}

function errorsIn(lines: string[]): string | undefined {
	const errors = lines.filter((line) => line.startsWith('npm error'));
	return errors.length > 0 ? ['npm says why.', ...errors.slice(0, 12)].join('\n  ') : undefined;
}
