import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runSteps, type Step } from '../process/steps.mts';
import { Failure } from '../script/failure.mts';
import type { ScriptTools } from '../script/script.mts';

interface Wanted<T> {
	/** What the packages provide, as shown to the user. */
	name: string;
	packages: string[];
	/** Returns where it is installed, or undefined. */
	find: () => Promise<T | undefined> | T | undefined;
	/** What else the user can do if it cannot be installed. */
	otherwise?: string;
}

/**
 * Returns where something is installed. If it is missing, installs its Debian packages first.
 *
 * @throws Failure if it is missing and cannot be installed
 */
export async function findOrInstall<T>(
	{ name, packages, find, otherwise = '' }: Wanted<T>,
	{ workspace, report, signal }: ScriptTools,
): Promise<T> {
	const found = await find();
	if (found !== undefined) return found;
	const command = ['install', '--yes', '--no-install-recommends', ...packages];
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
		throw new Failure(
			`This needs ${name}. On Debian: sudo apt-get ${command.join(' ')}\n${otherwise}`,
		);
	}
	report(`Installing ${name} with apt-get (first run only).`);
	const steps = [
		{ what: "Reading Debian's package lists", ...aptGet('update') },
		{ what: `Installing ${packages.join(' and ')}`, ...aptGet(...command), hint: otherwise },
	];
	const logFile = join(workspace, 'apt-get.log');
	await runSteps(steps, { cwd: workspace, logFile, report, signal });
	const installed = await find();
	if (installed !== undefined) return installed;
	throw new Failure(`Could not find ${name} after installing it.`);
}

/** RUNLEVEL=1 keeps apt-get from starting the servers that it installs. */
function aptGet(...args: string[]): Pick<Step, 'command' | 'args'> {
	const settings = ['DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1'];
	return { command: 'env', args: [...settings, 'apt-get', ...args] };
}
