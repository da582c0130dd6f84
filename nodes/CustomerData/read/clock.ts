import { sleep } from 'n8n-workflow';
import type { Clock } from '../paging/gate';

const SLICE = 1_000;

/** Waits in slices, because `sleep` before n8n 2.41 ignores the signal; later, it rejects when that fires. */
export const clock: Clock = {
	now: () => performance.now(),
	async sleep(milliseconds, signal) {
		let left = milliseconds;
		do {
			await sleep(Math.min(left, SLICE), signal).catch(() => undefined);
			left -= SLICE;
		} while (left > 0 && !signal.aborted);
	},
};
