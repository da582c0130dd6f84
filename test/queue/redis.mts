import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../harness/process/ports.mts';
import { startGroup } from '../harness/process/processes.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { untilReady } from '../harness/process/untilReady.mts';
import type { Commands } from './commands.mts';

/** Starts a Redis of our own, on this machine alone; gives the settings by which n8n finds it. */
export async function startRedis(
	{ redis }: Commands,
	{ workspace, cleanup, signal }: ScriptTools,
): Promise<NodeJS.ProcessEnv> {
	const port = await freePort();
	const password = randomBytes(16).toString('hex');
	const folder = join(workspace, 'redis');
	await mkdir(folder);
	const settings = ['bind 127.0.0.1', `port ${port}`, `requirepass ${password}`, 'save ""'];
	await writeFile(join(folder, 'redis.conf'), settings.join('\n'), { mode: 0o600 });
	const logFile = join(workspace, 'redis.log');
	const { child, stop } = await startGroup(redis, ['redis.conf'], { cwd: folder, logFile });
	cleanup.add(() => stop());
	const startup = { name: 'Redis', at: `127.0.0.1:${port}`, withinMs: 60_000 };
	await untilReady({ ...startup, isReady: () => accepts(port), child, logFile, signal });
	return {
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(port),
		QUEUE_BULL_REDIS_PASSWORD: password,
	};
}

async function accepts(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	try {
		await once(socket, 'connect');
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}
