import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startN8n } from '../harness/n8n/n8n.mts';
import { startSandbox, type Sandbox } from '../harness/sandbox.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { n8nDatabase, startPostgres, type Postgres } from '../harness/servers/postgres.mts';
import { startRedis } from '../harness/servers/redis.mts';
import { POSTGRES, provideServers, REDIS } from '../harness/servers/servers.mts';
import { Worker } from './worker.mts';

const SETTINGS = {
	EXECUTIONS_MODE: 'queue',
	// Otherwise the main process runs manual executions itself.
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	// A worker runs ten executions at a time, too many for the default pool of two connections.
	DB_POSTGRESDB_POOL_SIZE: '10',
	// By default, n8n takes a minute and a half to notice that a worker is gone.
	QUEUE_WORKER_LOCK_DURATION: '15000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

export interface Cluster {
	sandbox: Sandbox;
	postgres: Postgres;
	/** Those that have not been killed. */
	workers: Worker[];
	startWorker(name: string): Promise<void>;
}

/** Starts n8n in queue mode: a main and two workers that share Redis and PostgreSQL. */
export async function startCluster(customers: number, tools: ScriptTools): Promise<Cluster> {
	await provideServers([REDIS, POSTGRES], tools);
	tools.report('Starting Redis and PostgreSQL …');
	const redis = await startRedis(tools);
	const postgres = await startPostgres(tools);
	const env = {
		...SETTINGS,
		...redis.env,
		...n8nDatabase(postgres),
		N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
	};
	const sandbox = await startSandbox({ ...tools, env, service: { sizes: { customers } } });
	const workers: Worker[] = [];
	const startWorker = async (name: string) => {
		const { installation, tarball, n8n } = sandbox;
		const { cleanup, signal, workspace } = tools;
		const worker = await startN8n({
			installation,
			tarball,
			command: 'worker',
			logFile: join(workspace, `${name}.log`),
			// Workflows that call their own webhooks need the URL of the main.
			env: { ...env, WEBHOOK_URL: n8n.url },
			cleanup,
			signal,
		});
		workers.push(new Worker(name, worker));
	};
	tools.report('Starting two workers …');
	await Promise.all(['worker 1', 'worker 2'].map(startWorker));
	return { sandbox, postgres, workers, startWorker };
}
