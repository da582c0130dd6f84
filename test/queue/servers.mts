import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { findOrInstall } from '../harness/install/debianPackages.mts';
import type { ScriptTools } from '../harness/script/script.mts';

const COMMANDS = ['redis-server', 'initdb', 'postgres', 'pg_isready'];
/** Debian keeps PostgreSQL's commands out of PATH, in a folder for each version. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** Puts Redis and PostgreSQL into this process's PATH; installs Debian's packages when they are missing. */
export async function provideServers(tools: ScriptTools): Promise<void> {
	const packages = ['redis-server', 'postgresql'];
	const wanted = { name: 'Redis and PostgreSQL', packages, find: findPath };
	process.env.PATH = await findOrInstall(wanted, tools);
}

/** A PATH in which all of their commands are. */
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
