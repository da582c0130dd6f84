import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startN8n } from '../harness/n8n/n8n.mts';
import { pidOf } from '../harness/process/processes.mts';
import { startSandbox, type Sandbox } from '../harness/sandbox.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { n8nDatabase, startPostgres, type Postgres } from '../harness/servers/postgres.mts';
import { startRedis } from '../harness/servers/redis.mts';
import { POSTGRES, provideServers, REDIS } from '../harness/servers/servers.mts';
import type { Processes } from './usage.mts';
import { Worker } from './worker.mts';

/** Enough for several pages; n8n's tables take 12 to 16 ms a row, in each of twenty runs. */
const CUSTOMERS = 260;

/** The heap of a worker, as on a small machine. */
const HEAP_MB = 512;

export interface Cluster {
	sandbox: Sandbox;
	postgres: Postgres;
	/** Those that have not been killed. */
	workers: Worker[];
	/** Adds a worker. */
	startWorker(name: string): Promise<Worker>;
	/** What runs on this machine for the cluster, by name. */
	processes(): Processes;
}

/** Starts n8n in queue mode: a main and two workers that share Redis and PostgreSQL. */
export async function startCluster(tools: ScriptTools): Promise<Cluster> {
	await provideServers([REDIS, POSTGRES], tools);
	tools.report('Starting Redis and PostgreSQL …');
	const redis = await startRedis(tools);
	const postgres = await startPostgres(tools);
	const env = {
		...redis.env,
		...n8nDatabase(postgres),
		EXECUTIONS_MODE: 'queue',
		// Otherwise the main process runs manual executions itself.
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		// A worker runs ten executions at a time, too many for the default pool of two connections.
		DB_POSTGRESDB_POOL_SIZE: '10',
		DB_POSTGRESDB_CONNECTION_TIMEOUT: '120000',
		N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
	};
	const sandbox = await startSandbox({
		...tools,
		env,
		service: { sizes: { customers: CUSTOMERS } },
	});
	const workers: Worker[] = [];
	const cluster = {
		sandbox,
		postgres,
		workers,
		startWorker: async (name: string) => {
			const worker = await startWorker(name, sandbox, { ...tools, env });
			workers.push(worker);
			return worker;
		},
		processes: () => ({
			...Object.fromEntries(workers.map(({ name, pid }) => [name, pid])),
			"n8n's main": pidOf(sandbox.n8n.child),
			PostgreSQL: postgres.pid,
			Redis: redis.pid,
		}),
	};
	tools.report('Starting two workers …');
	await Promise.all(['worker 1', 'worker 2'].map(cluster.startWorker));
	return cluster;
}

async function startWorker(
	name: string,
	{ installation, tarball, n8n }: Sandbox,
	{ workspace, env, ...options }: ScriptTools & { env: NodeJS.ProcessEnv },
): Promise<Worker> {
	const logFile = join(workspace, `${name}.log`);
	const own = {
		...env,
		// Workflows that call their own webhooks need the URL of the main.
		WEBHOOK_URL: n8n.url,
		// A long list in one read needs more than that.
		NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
	};
	const start = {
		...options,
		env: own,
		installation,
		tarball,
		command: 'worker',
		logFile,
	} as const;
	return new Worker(name, await startN8n(start));
}
