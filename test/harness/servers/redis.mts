import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import getPort from 'get-port';
import { pidOf, start } from '../process/processes.mts';
import type { ScriptTools } from '../script/script.mts';

export async function startRedis(tools: ScriptTools) {
	const port = await getPort();
	const password = randomBytes(16).toString('hex');
	const { child } = await start({
		...tools,
		name: 'Redis',
		command: ['redis-server', '-'],
		input: `bind 127.0.0.1\nport ${port}\nrequirepass ${password}\nsave ""\n`,
		ready: /Ready to accept connections/,
		cwd: tools.workspace,
		logFile: join(tools.workspace, 'redis.log'),
	});
	/** What n8n needs to know. */
	const env = {
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(port),
		QUEUE_BULL_REDIS_PASSWORD: password,
	};
	return { pid: pidOf(child), env };
}
