import { pause } from './pause';

/** Keeps the starts of requests apart, however many are under way. */
export class Pacer {
	private last = -Infinity;
	/** Until when the service asked to be left alone. */
	private restedAt = -Infinity;
	private turns: Promise<void> = Promise.resolve();

	/**
	 * Resolves when the next request may start, in the order of the calls. Once the signal fires, it
	 * resolves as soon as the turns before it are over.
	 *
	 * @param interval milliseconds since the start of the request before
	 */
	async turn(interval: number, signal: AbortSignal): Promise<void> {
		const turn = this.turns.then(() => this.wait(interval, signal));
		this.turns = turn;
		await turn;
	}

	/** Lets no request start for so many milliseconds, not even one that already waits. */
	rest(milliseconds: number): void {
		this.restedAt = Math.max(this.restedAt, performance.now() + milliseconds);
	}

	private async wait(interval: number, signal: AbortSignal): Promise<void> {
		const left = () => Math.max(this.last + interval, this.restedAt) - performance.now();
		// Timers can be early by a part of a millisecond, and a rest can begin meanwhile.
		while (left() > 0 && !signal.aborted) await pause(Math.ceil(left()), signal);
		if (!signal.aborted) this.last = performance.now();
	}
}
