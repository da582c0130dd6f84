import { beforeEach, vi } from 'vitest';
import { n8nClock } from '../../../nodes/CustomerData/read/clock';

/** Takes the chance out of a file's tests: without jitter, a back-off takes no time. */
export function withoutJitter(): void {
	beforeEach(() => {
		vi.spyOn(Math, 'random').mockReturnValue(0);
		return () => vi.restoreAllMocks();
	});
}

/** Lets the waits of a test take no time. @returns the milliseconds waited so far */
export function skipWaits(): () => number {
	let waited = 0;
	const { now } = n8nClock;
	vi.spyOn(n8nClock, 'now').mockImplementation(() => now() + waited);
	vi.spyOn(n8nClock, 'sleep').mockImplementation(async (milliseconds) => {
		waited += milliseconds;
	});
	return () => waited;
}
