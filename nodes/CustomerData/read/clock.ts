import { randomBytes } from 'node:crypto';
import { sleep } from 'n8n-workflow';
import { Gate, type Clock } from '../paging/gate';

/** Milliseconds, so that a canceled execution ends within a second. */
const SLICE = 1_000;

/** The clock of n8n. Sleeps in slices: before n8n 2.41, `sleep` ignores the signal; later, it rejects when that fires. */
export const n8nClock: Clock = {
	now: () => performance.now(),
	random: () => Math.random(),
	async sleep(milliseconds, signal) {
		for (let left = milliseconds; left > 0 && !signal.aborted; left -= SLICE) {
			await sleep(Math.min(left, SLICE), signal).catch(() => undefined);
		}
	},
	/** Not `sleep(0)`, which takes a millisecond, nor `setImmediate`, which n8n's lint forbids. */
	async afterEvents() {
		await new Promise<void>((resolve) => randomBytes(1, () => resolve()));
	},
};

/** The gate for the requests of one execution, poll or list of choices. */
export function newGate(): Gate {
	return new Gate(n8nClock);
}
