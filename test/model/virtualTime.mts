import { setMaxListeners } from 'node:events';

/** A clock that stands still until all work waits for it; then it jumps to whatever is due next. */
export class VirtualTime {
	/** Milliseconds since the start. */
	now = 0;
	private readonly due: Array<{ at: number; wake: () => void; ignoreSignal: () => void }> = [];

	wait = async (milliseconds: number, signal?: AbortSignal): Promise<void> => {
		await new Promise<void>((wake) => {
			const ignoreSignal = () => signal?.removeEventListener('abort', wakeUp);
			const wakeUp = () => {
				ignoreSignal();
				wake();
			};
			this.due.push({ at: this.now + milliseconds, wake: wakeUp, ignoreSignal });
			// Node warns of a leak where more than ten wait for the same signal.
			if (signal) setMaxListeners(0, signal);
			signal?.addEventListener('abort', wakeUp);
		});
	};

	/** Lets time pass until the work is done. */
	async during<T>(work: Promise<T>): Promise<T> {
		let done = false;
		const settled = work.finally(() => {
			done = true;
		});
		settled.catch(() => undefined);
		for (let step = 0; ; step++) {
			// All promises that can settle have settled then. Now and then, the timeouts of tests have a turn.
			await new Promise<void>((resolve) => {
				if (step % 1_000 === 0) setImmediate(resolve);
				else process.nextTick(resolve);
			});
			if (done) {
				// Node keeps a signal that somebody listens to, and with it the whole read.
				for (const { ignoreSignal } of this.due) ignoreSignal();
				return await settled;
			}
			const next = Math.min(...this.due.map(({ at }) => at));
			if (next === Infinity) throw new Error('The work waits for something that never comes');
			this.now = next;
			const index = this.due.findIndex(({ at }) => at === next);
			this.due.splice(index, 1)[0]?.wake();
		}
	}
}
