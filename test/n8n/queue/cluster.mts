import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startN8n } from '../../../harness/n8n/n8n.mts';
import { addService, startSandbox, type Scene } from '../../../harness/sandbox.mts';
import { n8nDatabase, startPostgres, type Postgres } from '../../../harness/servers/postgres.mts';
import { startRedis } from '../../../harness/servers/redis.mts';
import type { SuiteTools } from '../../../harness/suite.mts';

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

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** What the examples need: an n8n, and PostgreSQL for the CRM. */
export interface Site {
	scene: Scene;
	postgres: Postgres;
}

/** An n8n without workers, or with workers that are out of reach. */
export async function findSite(tools: SuiteTools): Promise<Site> {
	const postgres = await startPostgres(tools);
	return { scene: await addService(await tools.openN8n(), tools), postgres };
}

/** Starts n8n in queue mode: a main and two workers that share Redis and PostgreSQL. */
export async function startCluster(tools: SuiteTools) {
	tools.report('Starting Redis and PostgreSQL …');
	const redis = await startRedis(tools);
	const postgres = await startPostgres(tools);
	const N8N_ENCRYPTION_KEY = randomBytes(16).toString('hex');
	const env = { ...SETTINGS, ...redis, ...n8nDatabase(postgres), N8N_ENCRYPTION_KEY };
	const scene = await startSandbox({ ...tools, env });
	const { installation, n8n } = scene;
	tools.report('Starting two workers …');
	const startWorker = async (name: string) => {
		const logFile = join(tools.workspace, `${name}.log`);
		// Workflows that call their own webhooks need the URL of the main.
		const own = { env: { ...env, WEBHOOK_URL: n8n.url }, logFile };
		return await startN8n({ ...tools, ...own, installation, command: 'worker' });
	};
	const workers = await Promise.all(['worker 1', 'worker 2'].map(startWorker));
	return { scene, postgres, workers };
}
