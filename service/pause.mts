import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, but no longer than there is somebody to wait for. */
export async function pause(ms: number, gone: AbortSignal): Promise<void> {
	if (ms > 0) await sleep(ms, undefined, { signal: gone }).catch(() => undefined);
}
