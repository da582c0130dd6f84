import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { findOrInstall } from '../install/debianPackages.mts';
import type { ScriptTools } from '../script/script.mts';

interface Server {
	name: string;
	/** Of Debian. */
	package: string;
	commands: string[];
}

export const REDIS: Server = {
	name: 'Redis',
	package: 'redis-server',
	commands: ['redis-server'],
};

export const POSTGRES: Server = {
	name: 'PostgreSQL',
	package: 'postgresql',
	commands: ['initdb', 'postgres', 'pg_isready', 'psql'],
};

/** Debian keeps PostgreSQL's commands in a folder for each version, outside PATH. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** Adds servers to this process's PATH; as root on Debian, installs them if missing. */
export async function provideServers(servers: Server[], tools: ScriptTools): Promise<void> {
	const commands = servers.flatMap((server) => server.commands);
	const wanted = {
		name: servers.map(({ name }) => name).join(' and '),
		packages: servers.map((server) => server.package),
		find: () => findPath(commands),
		otherwise: `Otherwise, put these commands in your PATH: ${commands.join(', ')}.`,
	};
	process.env.PATH = await findOrInstall(wanted, tools);
}

/** Returns a PATH that contains every command, or undefined if one is missing. */
async function findPath(commands: string[]): Promise<string | undefined> {
	const versions = await readdir(POSTGRES_VERSIONS).catch(() => []);
	const newestFirst = versions.map(Number).sort((a, b) => b - a);
	const folders = [
		...newestFirst.map((version) => join(POSTGRES_VERSIONS, String(version), 'bin')),
		...(process.env.PATH ?? '').split(delimiter),
	];
	const isThere = (command: string) => folders.some((folder) => existsSync(join(folder, command)));
	return commands.every(isThere) ? folders.join(delimiter) : undefined;
}
