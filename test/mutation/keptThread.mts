import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Plugin } from 'vite';
import type { PoolOptions, PoolWorker, WorkerRequest } from 'vitest/node';

const NAME = 'keptThread';

/** So many mutants later, what they left behind is thrown away. */
const RUNS_PER_THREAD = 50;

let thread: Worker | undefined;
let runs = 0;

/** Runs each mutant in the thread of the one before, so that n8n's packages load once. */
class KeptThread implements PoolWorker {
	readonly name = NAME;
	private readonly thread: Worker;
	private readonly listening: Array<() => void> = [];

	constructor(
		{ distPath, env, execArgv }: PoolOptions,
		/** The package and its tests, which load anew for each mutant. */
		private readonly ours: string[],
	) {
		runs += 1;
		if (runs % RUNS_PER_THREAD === 0) {
			void thread?.terminate();
			thread = undefined;
		}
		const entry = join(distPath, 'workers/threads.js');
		thread ??= new Worker(entry, { env, execArgv });
		this.thread = thread;
	}

	on: PoolWorker['on'] = (event, listener) => {
		this.listening.push(() => this.thread.off(event, listener));
		this.thread.on(event, listener);
	};
	off: PoolWorker['off'] = (event, listener) => this.thread.off(event, listener);
	deserialize = (data: unknown) => data;
	async start(): Promise<void> {}

	send(message: WorkerRequest): void {
		if (message.type === 'stop') {
			this.thread.emit('message', { __vitest_worker_response__: true, type: 'stopped' });
		} else if (message.type === 'run') {
			const context = { ...message.context, invalidates: this.ours };
			this.thread.postMessage({ ...message, context });
		} else this.thread.postMessage(message);
	}

	async stop(): Promise<void> {
		for (const end of this.listening) end();
	}
}

/** As a plug-in, because Stryker asks for Vitest's own threads. */
export function keepingThread(root: string): Plugin {
	const ours = ['credentials', 'nodes', 'service', 'test'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => /\.m?ts$/.test(file))
			.map((file) => join(root, folder, file)),
	);
	return {
		name: NAME,
		configureVitest({ project: { config } }) {
			config.pool = NAME;
			config.poolRunner = {
				name: NAME,
				createPoolWorker: (options) => new KeptThread(options, ours),
			};
		},
	};
}
