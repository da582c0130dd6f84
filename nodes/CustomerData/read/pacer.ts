import { pause } from './pause';

/** Keeps the starts of requests apart, however many are under way. */
export class Pacer {
	private last = -Infinity;
	private turns: Promise<void> = Promise.resolve();

	/**
	 * Resolves when the next request may start, or as soon as the signal fires; in the order of the calls.
	 *
	 * @param interval milliseconds since the start of the request before
	 */
	async turn(interval: number, signal: AbortSignal): Promise<void> {
		const turn = this.turns.then(() => this.wait(interval, signal));
		this.turns = turn;
		await turn;
	}

	private async wait(interval: number, signal: AbortSignal): Promise<void> {
		const due = this.last + interval;
		// Timers can be early by a part of a millisecond.
		for (let now = performance.now(); now < due && !signal.aborted; now = performance.now()) {
			await pause(Math.ceil(due - now), signal);
		}
		if (!signal.aborted) this.last = performance.now();
	}
}
