import { sleep } from 'n8n-workflow';

const SLICE = 1_000;

/**
 * Waits so many milliseconds, or until the signal fires. In slices, because `sleep` of older
 * hosts knows no signal.
 */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	for (let left = milliseconds; left > 0 && !signal.aborted; left -= SLICE) {
		// Where `sleep` knows the signal, it rejects when that fires.
		await sleep(Math.min(left, SLICE), signal).catch(() => undefined);
	}
}

/** Resolves when whatever else is due in the process has had its turn. */
export async function nextTurn(): Promise<void> {
	await sleep(0);
}
