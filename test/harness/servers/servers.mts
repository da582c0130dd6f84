import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { findOrInstall } from '../install/debianPackages.mts';
import type { ScriptTools } from '../script/script.mts';

interface Server {
	/** Of Debian. */
	package: string;
	command: string;
}

export const REDIS: Server = { package: 'redis-server', command: 'redis-server' };
export const POSTGRES: Server = { package: 'postgresql', command: 'initdb' };

/** Debian keeps PostgreSQL's commands in a folder for each version, outside PATH. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** Adds servers to this process's PATH; as root on Debian, installs them if missing. */
export async function provideServers(servers: Server[], tools: ScriptTools): Promise<void> {
	const packages = servers.map((server) => server.package);
	const commands = servers.map(({ command }) => command);
	const find = async () => {
		const versions = await readdir(POSTGRES_VERSIONS).catch(() => []);
		const folders = versions.map((version) => join(POSTGRES_VERSIONS, version, 'bin'));
		folders.push(...(process.env.PATH ?? '').split(delimiter));
		const isThere = (command: string) => folders.some((path) => existsSync(join(path, command)));
		return commands.every(isThere) ? folders.join(delimiter) : undefined;
	};
	const otherwise = `Otherwise, put ${commands.join(' and ')} in your PATH.`;
	const wanted = { name: packages.join(' and '), packages, find, otherwise };
	process.env.PATH = await findOrInstall(wanted, tools);
}
