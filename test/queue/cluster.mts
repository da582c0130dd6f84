import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startN8n } from '../harness/n8n/n8n.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { startSandbox, type Sandbox } from '../harness/sandbox.mts';
import { n8nDatabase, startPostgres } from '../harness/servers/postgres.mts';
import { POSTGRES, provideServers, REDIS } from '../harness/servers/servers.mts';
import { startRedis } from '../harness/servers/redis.mts';

/** A worker, as seen through its log. */
export interface Worker {
	name: string;
	/** IDs of the executions that it ran. */
	executions(): Promise<string[]>;
}

export interface Cluster {
	sandbox: Sandbox;
	workers: Worker[];
}

/** Starts n8n in queue mode: a main and two workers that share Redis and PostgreSQL. */
export async function startCluster(tools: ScriptTools): Promise<Cluster> {
	await provideServers([REDIS, POSTGRES], tools);
	tools.report('Starting Redis and PostgreSQL …');
	const env = {
		...(await startRedis(tools)),
		...n8nDatabase(await startPostgres(tools)),
		EXECUTIONS_MODE: 'queue',
		// Otherwise the main process runs manual executions itself.
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		// A worker runs ten executions at a time, too many for the default pool of two connections.
		DB_POSTGRESDB_POOL_SIZE: '10',
		DB_POSTGRESDB_CONNECTION_TIMEOUT: '120000',
		N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
	};
	const sandbox = await startSandbox({ ...tools, env });
	tools.report('Starting two workers …');
	const start = (name: string) => startWorker(name, sandbox, { ...tools, env });
	return { sandbox, workers: await Promise.all(['worker 1', 'worker 2'].map(start)) };
}

async function startWorker(
	name: string,
	{ installation, tarball }: Sandbox,
	{ workspace, ...options }: ScriptTools & { env: NodeJS.ProcessEnv },
): Promise<Worker> {
	const logFile = join(workspace, `${name}.log`);
	await startN8n({ ...options, installation, tarball, command: 'worker', logFile });
	return {
		name,
		executions: async () => {
			const log = await readFile(logFile, 'utf8');
			return [...log.matchAll(/Worker finished execution (\d+)/g)].map(([, id = '']) => id);
		},
	};
}
