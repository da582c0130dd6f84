import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { hasEnded, pidOf } from '../test/harness/process/processes.mts';
import { Failure } from '../test/harness/script/failure.mts';

/** A child process running a file in this folder. It answers questions one at a time. */
export class Child<Question extends object, Answer> {
	private readonly child: ChildProcess;

	constructor(
		private readonly file: string,
		private readonly signal: AbortSignal,
		options: ForkOptions,
	) {
		this.child = fork(join(import.meta.dirname, file), { cwd: import.meta.dirname, ...options });
	}

	async ask(question: Question): Promise<Answer> {
		const done = new AbortController();
		const waiting = { signal: AbortSignal.any([this.signal, done.signal]) };
		try {
			this.child.send(question);
			return await Promise.race([
				once(this.child, 'message', waiting).then(([answer]) => answer),
				once(this.child, 'exit', waiting).then(() => {
					throw new Failure(`${this.file} exited before it answered.`);
				}),
			]);
		} finally {
			done.abort();
		}
	}

	get pid(): number {
		return pidOf(this.child);
	}

	/** Disconnects; the child then exits by itself. */
	async stop(): Promise<void> {
		if (hasEnded(this.child)) return;
		const ended = once(this.child, 'exit');
		this.child.disconnect();
		await ended;
	}
}
