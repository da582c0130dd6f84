import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import getPort from 'get-port';
import { findOrInstall } from '../install/commands.mts';
import { startServer } from '../process/processes.mts';
import type { ScriptTools } from '../script/script.mts';

/** Starts Redis, and returns the environment variables with which n8n uses it. */
export async function startRedis(tools: ScriptTools): Promise<NodeJS.ProcessEnv> {
	const port = await getPort();
	const password = randomBytes(16).toString('hex');
	await startServer({
		...tools,
		name: 'Redis',
		command: [await findOrInstall('redis-server', 'redis-server', tools), '-'],
		input: `bind 127.0.0.1\nport ${port}\nrequirepass ${password}\nsave ""\n`,
		ready: /Ready to accept connections/,
		cwd: tools.workspace,
		logFile: join(tools.workspace, 'redis.log'),
	});
	return {
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(port),
		QUEUE_BULL_REDIS_PASSWORD: password,
	};
}
