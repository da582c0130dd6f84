import { sleep } from 'n8n-workflow';

const SLICE = 1_000;

/**
 * Waits so many milliseconds, or until the signal fires. In slices, because `sleep` of hosts before
 * n8n 2.41 ignores the signal.
 */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	for (let left = milliseconds; left > 0 && !signal.aborted; left -= SLICE) {
		// `sleep` of n8n 2.41 rejects when the signal fires.
		await sleep(Math.min(left, SLICE), signal).catch(() => undefined);
	}
}

/** Resolves after pending work in the event loop has run. */
export async function nextTurn(): Promise<void> {
	await sleep(0);
}
