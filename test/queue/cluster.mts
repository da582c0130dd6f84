import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startN8n, type N8nOptions } from '../harness/n8n/n8n.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { setStage, type Stage } from '../harness/sandbox.mts';
import { serverCommands } from './commands.mts';
import { startPostgres } from './postgres.mts';
import { startRedis } from './redis.mts';

/** A worker, by what it has written into its log. */
export interface Worker {
	name: string;
	/** Ids of the executions that it ran. */
	executions(): Promise<string[]>;
}

export interface Cluster {
	stage: Stage;
	workers: Worker[];
}

/** n8n in queue mode: a main and two workers, with a Redis and a PostgreSQL between them. */
export async function startCluster(tools: ScriptTools): Promise<Cluster> {
	const commands = await serverCommands(tools);
	tools.report('Starting Redis and PostgreSQL …');
	const env = {
		...(await startRedis(commands, tools)),
		...(await startPostgres(commands, tools)),
		EXECUTIONS_MODE: 'queue',
		// The main would run what is started by hand itself otherwise.
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		// A worker runs ten executions at a time, and two connections to the database are few for them.
		DB_POSTGRESDB_POOL_SIZE: '10',
		DB_POSTGRESDB_CONNECTION_TIMEOUT: '120000',
		N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
	};
	const stage = await setStage({ ...tools, env });
	tools.report('Starting two workers …');
	const { installation, tarball } = stage;
	const { signal } = tools;
	const start = (name: string) =>
		startWorker(name, { installation, tarball, command: 'worker', env, signal }, tools);
	return { stage, workers: await Promise.all(['worker 1', 'worker 2'].map(start)) };
}

async function startWorker(
	name: string,
	options: N8nOptions,
	{ workspace, cleanup }: ScriptTools,
): Promise<Worker> {
	const logFile = join(workspace, `${name}.log`);
	const worker = await startN8n({ ...options, logFile });
	cleanup.add(() => worker.stop());
	return {
		name,
		executions: async () => {
			const log = await readFile(logFile, 'utf8');
			return [...log.matchAll(/Worker finished execution (\d+)/g)].map(([, id = '']) => id);
		},
	};
}
