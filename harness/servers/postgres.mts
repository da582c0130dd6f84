import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import getPort from 'get-port';
import { Pool, type PoolConfig } from 'pg';
import { findOrInstall } from '../install/commands.mts';
import type { Row } from '../n8n/rest.mts';
import { startServer } from '../process/processes.mts';
import type { ScriptTools } from '../script/script.mts';

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** PostgreSQL refuses to run as root; Debian's package creates a user for it. */
const IS_ROOT = process.getuid?.() === 0;
const AS_USER = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];

const INITDB =
	'--pgdata=data --username=n8n --pwfile=password --auth=scram-sha-256 --encoding=UTF8 --no-locale --no-sync';
const POSTGRES = '-D data --listen_addresses=127.0.0.1 --unix_socket_directories= --fsync=off';

/** As many as our node requests pages at the same time. */
const CONNECTIONS = 16;

/** Starts PostgreSQL; as root on Debian, installs it if it is missing. */
export async function startPostgres(tools: ScriptTools) {
	const initdb = await findOrInstall('initdb', 'postgresql', tools);
	const postgres = await findOrInstall('postgres', 'postgresql', tools);
	const server = { host: '127.0.0.1', port: await getPort(), user: 'n8n' };
	const password = randomBytes(16).toString('hex');
	// Not in the workspace, which the postgres user cannot access.
	const cwd = await tools.cleanup.folder('postgres');
	await writeFile(join(cwd, 'password'), password, { mode: 0o600 });
	if (IS_ROOT) await execa`chown -R postgres ${cwd}`;
	const asUser = IS_ROOT ? AS_USER : [];
	await execa({ cwd })`${[...asUser, initdb, ...INITDB.split(' ')]}`;
	await startServer({
		...tools,
		name: 'PostgreSQL',
		command: [...asUser, postgres, ...POSTGRES.split(' '), `--port=${server.port}`],
		ready: /ready to accept connections/,
		// On SIGTERM, PostgreSQL waits until its clients disconnect.
		killSignal: 'SIGINT',
		cwd,
		logFile: join(tools.workspace, 'postgres.log'),
	});
	return { ...server, password, query: querying({ ...server, password, max: CONNECTIONS }, tools) };
}

/** Runs one statement in a database, and returns its rows. */
function querying(server: PoolConfig, { cleanup }: ScriptTools) {
	const pools = new Map<string, Pool>();
	const connect = (database: string) => {
		const pool = new Pool({ ...server, database });
		// The server may end connections before they have ended themselves.
		pool.on('error', () => undefined);
		cleanup.add(() => pool.end());
		pools.set(database, pool);
		return pool;
	};
	return async <T extends Row>(sql: string, database = 'postgres'): Promise<T[]> =>
		(await (pools.get(database) ?? connect(database)).query<T>(sql)).rows;
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
