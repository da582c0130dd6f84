import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { waitFor } from '../script/waitFor.mts';

const HEARTBEAT_MS = 2_000;
const STALE_MS = 20_000;

interface LockOptions {
	onWait: () => void;
	signal: AbortSignal;
}

/**
 * Does the work while holding a lock file; other processes wait. The holder keeps touching the
 * file, so a lock left by a killed process goes stale.
 */
export async function withLock<T>(
	file: string,
	{ onWait, signal }: LockOptions,
	work: () => Promise<T>,
): Promise<T> {
	const owner = randomUUID();
	if (!(await acquire(file, owner))) {
		onWait();
		const failure = `${file} was not released`;
		const timing = { withinMs: Infinity, everyMs: 1_000 };
		await waitFor(() => acquire(file, owner), { failure, ...timing, signal });
	}
	const heartbeat = setInterval(() => void touch(file), HEARTBEAT_MS);
	try {
		return await work();
	} finally {
		clearInterval(heartbeat);
		if ((await readFile(file, 'utf8').catch(() => '')) === owner) await rm(file, { force: true });
	}
}

async function acquire(file: string, owner: string): Promise<boolean> {
	if (await isStale(file)) await rm(file, { force: true });
	try {
		await writeFile(file, owner, { flag: 'wx' });
		return true;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
		throw error;
	}
}

async function isStale(file: string): Promise<boolean> {
	const found = await stat(file).catch(() => undefined);
	return found !== undefined && Date.now() - found.mtimeMs > STALE_MS;
}

async function touch(file: string): Promise<void> {
	const now = new Date();
	await utimes(file, now, now).catch(() => undefined);
}
