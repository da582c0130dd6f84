import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ScriptTools } from '../script/script.mts';
import { runSteps, type Step } from '../process/steps.mts';

function installArguments(packages: string[]): string[] {
	return ['install', '--yes', '--no-install-recommends', ...packages];
}

/** What a user can type to install packages on Debian. */
export function installCommand(...packages: string[]): string {
	return `sudo apt-get ${installArguments(packages).join(' ')}`;
}

/** Whether this machine has Debian's packages, and we may install them. */
export function canInstallPackages(): boolean {
	return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs packages, and then does what is to be done with them. */
export async function installPackages(
	packages: string[],
	{ workspace, report, signal }: ScriptTools,
	...andThen: Step[]
): Promise<void> {
	const steps = [
		{ what: "Reading Debian's package lists", ...aptGet('update') },
		{ what: `Installing ${packages.join(' and ')}`, ...aptGet(...installArguments(packages)) },
		...andThen,
	];
	const logFile = join(workspace, 'apt-get.log');
	await runSteps(steps, { cwd: workspace, logFile, report, signal });
}

/** In run level 1, a server is installed without being started. */
function aptGet(...args: string[]): Pick<Step, 'command' | 'args'> {
	const settings = ['DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1'];
	return { command: 'env', args: [...settings, 'apt-get', ...args] };
}
