import { beforeEach, vi } from 'vitest';
import { clock } from '../../../nodes/CustomerData/read/clock';

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
	const { now } = clock;
	vi.spyOn(clock, 'now').mockImplementation(() => now() + waited);
	vi.spyOn(clock, 'sleep').mockImplementation(async (milliseconds) => {
		waited += milliseconds;
	});
	return () => waited;
}
