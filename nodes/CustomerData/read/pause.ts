import { sleep } from 'n8n-workflow';

const SLICE = 1_000;

/** Waits, or until the signal fires; in slices, because `sleep` before n8n 2.41 ignores signals. */
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
