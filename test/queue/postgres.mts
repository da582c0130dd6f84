import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../harness/script/failure.mts';
import { freePort } from '../harness/process/ports.mts';
import { pidOf, run, type User } from '../harness/process/processes.mts';
import { startServer } from '../harness/process/server.mts';
import { runStep } from '../harness/process/steps.mts';
import type { ScriptTools } from '../harness/script/script.mts';

export interface Postgres {
	pid: number;
	host: string;
	port: number;
	user: string;
	password: string;
}

/** Starts PostgreSQL on the loopback address. */
export async function startPostgres({
	workspace,
	cleanup,
	signal,
}: ScriptTools): Promise<Postgres> {
	const port = await freePort();
	const password = randomBytes(16).toString('hex');
	// Not in the workspace, which the postgres user cannot access.
	const folder = await mkdtemp(join(tmpdir(), 'customer-data-postgres-'));
	cleanup.add(() => rm(folder, { recursive: true, force: true }));
	const user = await serverUser();
	const options = { cwd: folder, logFile: join(workspace, 'postgres.log'), user, signal };

	await writeFile(join(folder, 'password'), password, { mode: 0o600 });
	for (const path of [folder, join(folder, 'password')]) {
		if (user) await chown(path, user.uid, user.gid);
	}
	const step = { what: 'Creating the database', command: 'initdb', args: INITDB_ARGS };
	await runStep(step, options);
	const ready = ['--host=127.0.0.1', `--port=${port}`];
	const { child } = await startServer('postgres', postgresArgs(port), {
		name: 'PostgreSQL',
		at: `127.0.0.1:${port}`,
		isReady: async () => (await run('pg_isready', ready, options)) === 0,
		cleanup,
		...options,
	});
	return { pid: pidOf(child), host: '127.0.0.1', port, user: USER, password };
}

/** The environment variables with which n8n keeps its data there. */
export function n8nDatabase({ host, port, user, password }: Postgres): NodeJS.ProcessEnv {
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: host,
		DB_POSTGRESDB_PORT: String(port),
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: user,
		DB_POSTGRESDB_PASSWORD: password,
	};
}

const USER = 'n8n';

const INITDB_ARGS = [
	'--pgdata=data',
	`--username=${USER}`,
	'--auth=scram-sha-256',
	'--pwfile=password',
	'--encoding=UTF8',
	'--no-locale',
	'--no-sync',
];

function postgresArgs(port: number): string[] {
	const settings = {
		port,
		listen_addresses: '127.0.0.1',
		unix_socket_directories: '',
		// The data is deleted at the end anyway.
		fsync: 'off',
	};
	return ['-D', 'data', ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`)];
}

/** PostgreSQL refuses to run as root; Debian's package creates a user for it. */
async function serverUser(): Promise<User | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
	const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? [];
	if (uid === undefined || gid === undefined)
		throw new Failure('PostgreSQL cannot run as root, and there is no user "postgres".');
	return { uid: Number(uid), gid: Number(gid) };
}
