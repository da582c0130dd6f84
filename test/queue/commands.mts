import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { Failure } from '../harness/script/failure.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import {
	canInstallPackages,
	installCommand,
	installPackages,
} from '../harness/install/debianPackages.mts';

/** Where the commands of the two servers are. */
export interface Commands {
	redis: string;
	initdb: string;
	postgres: string;
	pgIsReady: string;
}

const PACKAGES = ['redis-server', 'postgresql'];
/** Debian keeps PostgreSQL's commands out of PATH, in a folder for each version. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** Finds Redis and PostgreSQL; installs Debian's packages when they are missing. */
export async function serverCommands(tools: ScriptTools): Promise<Commands> {
	const found = await findCommands();
	if (found) return found;
	await install(tools);
	const installed = await findCommands();
	if (installed) return installed;
	throw new Failure('Redis and PostgreSQL could not be found after their installation.');
}

async function findCommands(): Promise<Commands | undefined> {
	const versions = await readdir(POSTGRES_VERSIONS).catch(() => []);
	const newestFirst = versions.map(Number).sort((a, b) => b - a);
	const folders = [
		...newestFirst.map((version) => join(POSTGRES_VERSIONS, String(version), 'bin')),
		...(process.env.PATH ?? '').split(delimiter),
	];
	const find = (command: string) =>
		folders.map((folder) => join(folder, command)).find((path) => existsSync(path));
	const redis = find('redis-server');
	const initdb = find('initdb');
	const postgres = find('postgres');
	const pgIsReady = find('pg_isready');
	return redis && initdb && postgres && pgIsReady
		? { redis, initdb, postgres, pgIsReady }
		: undefined;
}

async function install(tools: ScriptTools): Promise<void> {
	if (!canInstallPackages()) {
		const command = installCommand(...PACKAGES);
		throw new Failure(`This needs Redis and PostgreSQL. On Debian: ${command}`);
	}
	tools.report('Redis or PostgreSQL is missing. Installing both with apt-get, once.');
	await installPackages(PACKAGES, tools);
}
