import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { start } from '../process/processes.mts';
import { Failure } from '../script/failure.mts';
import type { ScriptTools } from '../script/script.mts';

interface Wanted<T> {
	/** What the packages provide, as shown to the user. */
	name: string;
	packages: string[];
	find: () => Promise<T | undefined> | T | undefined;
	/** What else the user can do if it cannot be installed. */
	otherwise?: string;
}

/** Returns where something is installed. If it is missing, installs its Debian packages first. */
export async function findOrInstall<T>(
	{ name, packages, find, otherwise = '' }: Wanted<T>,
	tools: ScriptTools,
): Promise<T> {
	const found = await find();
	if (found !== undefined) return found;
	const install = `apt-get install --yes --no-install-recommends ${packages.join(' ')}`;
	const failure = new Failure(`This needs ${name}. On Debian: sudo ${install}\n${otherwise}`);
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw failure;
	tools.report(`Installing ${name} with apt-get (first run only).`);
	await start({
		...tools,
		name: `Installing ${name}`,
		command: ['sh', '-c', `apt-get update && ${install}`],
		// RUNLEVEL=1 keeps apt-get from starting the servers that it installs.
		env: { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
		logFile: join(tools.workspace, 'apt-get.log'),
	});
	const installed = await find();
	if (installed !== undefined) return installed;
	throw failure;
}
