import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { startN8n, type RunningN8n } from '../../../harness/n8n/n8n.mts';
import { startSandbox } from '../../../harness/sandbox.mts';
import type { ScriptTools } from '../../../harness/script/script.mts';
import { n8nDatabase, startPostgres } from '../../../harness/servers/postgres.mts';
import { startRedis } from '../../../harness/servers/redis.mts';

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

/** Starts n8n in queue mode: a main and two workers that share Redis and PostgreSQL. */
export async function startCluster(suite: ScriptTools) {
	suite.report('Starting Redis and PostgreSQL …');
	const tools = { ...suite, workspace: await mkdtemp(join(suite.workspace, 'cluster-')) };
	const redis = await startRedis(tools);
	const postgres = await startPostgres(tools);
	const N8N_ENCRYPTION_KEY = randomBytes(16).toString('hex');
	const env = { ...SETTINGS, ...redis, ...n8nDatabase(postgres), N8N_ENCRYPTION_KEY };
	const scene = await startSandbox({ ...tools, env });
	const { installation, n8n } = scene;
	const workers: RunningN8n[] = [];
	const startWorker = async () => {
		const logFile = join(await mkdtemp(join(tools.workspace, 'worker-')), 'n8n.log');
		// Workflows that call their own webhooks need the URL of the main.
		const own = { env: { ...env, WEBHOOK_URL: n8n.url }, logFile };
		workers.push(await startN8n({ ...tools, ...own, installation, command: 'worker' }));
	};
	tools.report('Starting two workers …');
	await Promise.all([startWorker(), startWorker()]);
	return { scene, postgres, workers, startWorker };
}
