import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { findOrInstall } from '../harness/install/debianPackages.mts';
import type { ScriptTools } from '../harness/script/script.mts';

const COMMANDS = ['redis-server', 'initdb', 'postgres', 'pg_isready', 'psql'];
/** Debian keeps PostgreSQL's commands in a folder for each version, outside PATH. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** Adds Redis and PostgreSQL to this process's PATH; as root on Debian, installs them if missing. */
export async function provideServers(tools: ScriptTools): Promise<void> {
	const packages = ['redis-server', 'postgresql'];
	const wanted = { name: 'Redis and PostgreSQL', packages, find: findPath };
	process.env.PATH = await findOrInstall(wanted, tools);
}

/** Returns a PATH that contains every command, or undefined if one is missing. */
async function findPath(): Promise<string | undefined> {
	const versions = await readdir(POSTGRES_VERSIONS).catch(() => []);
	const newestFirst = versions.map(Number).sort((a, b) => b - a);
	const folders = [
		...newestFirst.map((version) => join(POSTGRES_VERSIONS, String(version), 'bin')),
		...(process.env.PATH ?? '').split(delimiter),
	];
	const isThere = (command: string) => folders.some((folder) => existsSync(join(folder, command)));
	return COMMANDS.every(isThere) ? folders.join(delimiter) : undefined;
}
