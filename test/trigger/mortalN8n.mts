import { once } from 'node:events';
import { join } from 'node:path';
import { startN8n, type RunningN8n } from '../harness/n8n/n8n.mts';
import { N8nRest, type Account } from '../harness/n8n/rest.mts';
import { startEditor, type Prepared } from '../harness/sandbox.mts';
import type { ScriptTools } from '../harness/script/script.mts';

interface Options extends ScriptTools {
	userFolder: string;
	env: NodeJS.ProcessEnv;
}

/** An n8n that can be killed, and started again where it was. */
export class MortalN8n {
	private constructor(
		private readonly prepared: Prepared,
		private readonly options: Options,
		private readonly account: Account,
		private running: RunningN8n,
		/** Signed in. */
		public rest: N8nRest,
	) {}

	static async start(prepared: Prepared, options: Options): Promise<MortalN8n> {
		const { n8n, rest, account } = await startEditor(prepared, options);
		return new MortalN8n(prepared, options, account, n8n, rest);
	}

	/** Ends it without a warning. */
	async kill(): Promise<void> {
		const { child, stop } = this.running;
		const exit = once(child, 'exit');
		child.kill('SIGKILL');
		await exit;
		// Its task runner, which is in the same group.
		await stop();
	}

	async startAgain(): Promise<void> {
		const { userFolder, workspace, env, cleanup, signal } = this.options;
		const { installation } = this.prepared;
		const logFile = join(workspace, 'n8n.log');
		this.running = await startN8n({ installation, userFolder, logFile, env, cleanup, signal });
		this.rest = new N8nRest(this.running.url, signal);
		await this.rest.signIn(this.account);
	}

	async stop(): Promise<void> {
		await this.running.stop();
	}
}
