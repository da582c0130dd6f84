import { setTimeout as sleep } from 'node:timers/promises';

/** Waits so many milliseconds, or until the client disconnects. */
export async function pause(ms: number, gone: AbortSignal): Promise<void> {
	if (ms > 0) await sleep(ms, undefined, { signal: gone }).catch(() => undefined);
}
