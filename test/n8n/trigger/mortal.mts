import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { startN8n } from '../../../harness/n8n/n8n.mts';
import type { N8nRest } from '../../../harness/n8n/rest.mts';
import { isElsewhere, openN8n, prepare, startEditor } from '../../../harness/sandbox.mts';
import { Failure } from '../../../harness/script/failure.mts';
import type { ScriptTools } from '../../../harness/script/script.mts';
import { waitFor } from '../../../harness/script/waitFor.mts';

/** An n8n that can be killed, and then keeps its address and its data. */
export interface MortalN8n {
	rest: N8nRest;
	/** The folder of its SQLite database. */
	folder: string;
	/** A Node.js that can read it. */
	node: string;
	/** As a power failure would: nothing is finished, and nobody is told. */
	kill: () => Promise<void>;
	start: () => Promise<void>;
}

/** The cursors need the scheduler, and a service that n8n 2.41 has switched on. */
const CURSORS: NodeJS.ProcessEnv = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_SCHEDULER_TRIGGER_NODE_MODE: 'new',
	// After a start, n8n makes up for the polls of so many seconds at once. By default it is a minute,
	// which is twelve polls here.
	N8N_SCHEDULER_MISFIRE_GRACE: '5',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

/**
 * Starts one, with durable poll cursors or as n8n polls by default; somebody else's polls as it is set up.
 *
 * @param manifest the version to start, see `installN8n`
 */
export async function startMortal(
	hasCursors: boolean,
	tools: ScriptTools,
	manifest?: string,
): Promise<MortalN8n> {
	if (isElsewhere) return await findElsewhere(tools);
	const prepared = await prepare(tools, manifest);
	const workspace = await mkdtemp(join(tools.workspace, 'killed-'));
	const env = hasCursors ? CURSORS : {};
	const { n8n, rest } = await startEditor(prepared, { ...tools, env, workspace });
	const { userFolder, logFile, url } = n8n;
	// `get-port` gives a port away once.
	const again = { userFolder, logFile, env: { ...env, N8N_PORT: new URL(url).port } };
	let running = n8n;
	return {
		rest,
		folder: join(userFolder, '.n8n'),
		node: prepared.installation.node,
		async kill() {
			running.child.kill('SIGKILL');
			// Its task runner, which is in the same group.
			await running.stop();
		},
		async start() {
			const start = async () => await startN8n({ ...prepared, ...tools, ...again });
			// Where it finds an execution that it had created and not started, n8n 2.41 ends once.
			running = await start().catch(start);
		},
	};
}

async function findElsewhere(tools: ScriptTools): Promise<MortalN8n> {
	const { N8N_USER_FOLDER, N8N_KILL, N8N_START } = process.env;
	if (!N8N_USER_FOLDER || !N8N_KILL || !N8N_START) {
		const needed = 'N8N_KILL and N8N_START, the commands that kill and start n8n';
		throw new Failure(`Set N8N_USER_FOLDER, the folder with .n8n, and ${needed}.`);
	}
	const rest = await openN8n(tools);
	const isReady = async () =>
		await fetch(`${rest.url}/healthz/readiness`).then(
			({ ok }) => ok,
			() => false,
		);
	return {
		rest,
		folder: join(N8N_USER_FOLDER, '.n8n'),
		node: process.execPath,
		async kill() {
			await execa(N8N_KILL, { shell: true, stdio: 'ignore' });
		},
		async start() {
			await execa(N8N_START, { shell: true, stdio: 'ignore' });
			const timing = { withinMs: 180_000, signal: tools.signal };
			await waitFor(isReady, { failure: 'n8n was not ready', ...timing });
		},
	};
}
