import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { Failure } from '../test/harness/script/failure.mts';
import { hasEnded } from '../test/harness/process/processes.mts';

/** A process of our own that answers questions, one at a time. */
export class Child {
	private readonly child: ChildProcess;

	constructor(
		private readonly file: string,
		options: ForkOptions,
	) {
		this.child = fork(file, options);
	}

	async ask(question: object, signal: AbortSignal): Promise<unknown> {
		const done = new AbortController();
		const waiting = { signal: AbortSignal.any([signal, done.signal]) };
		try {
			this.child.send(question);
			return await Promise.race([
				once(this.child, 'message', waiting).then(([answer]: unknown[]) => answer),
				once(this.child, 'exit', waiting).then(() => {
					throw new Failure(`${basename(this.file)} ended before it had answered.`);
				}),
			]);
		} finally {
			done.abort();
		}
	}

	/** The process ends itself when nobody is there to ask any more. */
	async stop(): Promise<void> {
		if (hasEnded(this.child)) return;
		const ended = once(this.child, 'exit');
		this.child.disconnect();
		await ended;
	}
}
