import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../process/ports.mts';
import { pidOf } from '../process/processes.mts';
import { startServer } from '../process/server.mts';
import type { ScriptTools } from '../script/script.mts';

export interface Redis {
	pid: number;
	/** The environment variables for n8n. */
	env: NodeJS.ProcessEnv;
}

/** Starts Redis on the loopback address. */
export async function startRedis({ workspace, cleanup, signal }: ScriptTools): Promise<Redis> {
	const port = await freePort();
	const password = randomBytes(16).toString('hex');
	const folder = join(workspace, 'redis');
	await mkdir(folder);
	const settings = ['bind 127.0.0.1', `port ${port}`, `requirepass ${password}`, 'save ""'];
	await writeFile(join(folder, 'redis.conf'), settings.join('\n'), { mode: 0o600 });
	const { child } = await startServer('redis-server', ['redis.conf'], {
		name: 'Redis',
		at: `127.0.0.1:${port}`,
		isReady: () => accepts(port),
		cwd: folder,
		logFile: join(workspace, 'redis.log'),
		cleanup,
		signal,
	});
	const env = {
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(port),
		QUEUE_BULL_REDIS_PASSWORD: password,
	};
	return { pid: pidOf(child), env };
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
