import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { Failure } from '../script/failure.mts';
import type { ScriptTools } from '../script/script.mts';

/** Debian keeps PostgreSQL's commands in a folder for each version, outside PATH. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** RUNLEVEL=1 keeps apt-get from starting the servers that it installs. */
const APT = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };

/** The path of a command. As root on Debian, installs its package first if it is missing. */
export async function findOrInstall(
	command: string,
	debianPackage: string,
	{ report, signal }: ScriptTools,
): Promise<string> {
	const found = find(command);
	if (found !== undefined) return found;
	const install = ['install', '--yes', '--no-install-recommends', debianPackage];
	const advice = `On Debian: sudo apt-get ${install.join(' ')}`;
	const failure = new Failure(`${command} is not in your PATH. ${advice}`);
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw failure;
	report(`Installing ${debianPackage} with apt-get (first run only).`);
	const apt = execa({ env: APT, stdin: 'ignore', cancelSignal: signal });
	await apt`apt-get update`;
	await apt`apt-get ${install}`;
	const installed = find(command);
	if (installed === undefined) throw failure;
	return installed;
}

function find(command: string): string | undefined {
	const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : [];
	const folders = versions.map((version) => join(POSTGRES_VERSIONS, version, 'bin'));
	folders.push(...(process.env.PATH ?? '').split(delimiter));
	return folders.map((folder) => join(folder, command)).find((path) => existsSync(path));
}
