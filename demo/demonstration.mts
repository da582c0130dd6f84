import { once } from 'node:events';
import { hasEnded } from '../test/harness/process/processes.mts';
import { startSandbox, type Sandbox } from '../test/harness/sandbox.mts';
import { Failure } from '../test/harness/script/failure.mts';
import type { ScriptTools } from '../test/harness/script/script.mts';
import { POSTGRES, provideServers } from '../test/harness/servers/servers.mts';
import { publish } from '../test/harness/workflow/polling.mts';
import { prepareBatches, runBatches } from './batches.mts';
import { listenForChanges } from './changes.mts';
import { showFollowing } from './following.mts';
import { invitation } from './invitation.mts';
import { shownCopyingWorkflow, shownFollowingWorkflow } from './shown.mts';
import { synchronise, type Figures } from './synchronisation.mts';

interface DemonstrationOptions extends ScriptTools {
	/** Whether to exit after the runs instead of leaving the editor open. */
	once: boolean;
	/** Whether to change customers and show that the table follows. */
	follow: boolean;
	/** Whether to start PostgreSQL and save the examples that write to it. */
	postgres: boolean;
}

/** Enough for several pages and parallel requests; n8n's tables take 12 to 16 ms a row. */
const CUSTOMERS = 200;

export async function demonstrate(options: DemonstrationOptions): Promise<void> {
	const { report } = options;
	if (options.postgres) await provideServers([POSTGRES], options);
	const sandbox = await startSandbox({ ...options, service: { sizes: { customers: CUSTOMERS } } });
	report('  The package is installed, the account is set up, and the credential passed its test.');

	const workflow = await sandbox.rest.createWorkflow(shownCopyingWorkflow());
	report('Running the example workflow twice …\n');
	const first = await synchronise(sandbox, workflow);
	report(`First run:  ${describe(first)}.`);
	const second = await synchronise(sandbox, workflow);
	report(`Second run: ${describe(second)}, ${number(second.rows - first.rows)} added.`);
	report('Every customer is in the table exactly once, with the same data as in the service.');

	const batches = options.postgres ? await prepareBatches(sandbox, options) : undefined;
	if (options.once && batches) await runBatches(sandbox, batches, report);
	if (options.once && !options.follow) return;
	const following = await publish(sandbox.rest, shownFollowingWorkflow(options.follow));
	const { tableId } = second;
	if (options.follow) {
		report('\nNow a second workflow keeps the table in step. Changes in the service:');
		await showFollowing(sandbox, tableId, report);
	}
	if (options.once) return;
	report(`\n${invitation({ sandbox, workflows: [workflow, following], tableId, batches })}`);
	const stopListening = listenForChanges(sandbox.service, report);
	try {
		await untilInterrupted(sandbox, options.signal);
	} finally {
		stopListening();
	}
}

function describe({ customers, pages, rows, seconds }: Figures): string {
	const time = `${seconds.toFixed(1)} s`;
	return `${number(customers)} customers in ${pages} pages, ${number(rows)} rows in the table (${time})`;
}

/** Waits for Ctrl+C. @throws Failure if n8n exits first */
async function untilInterrupted({ n8n: { child } }: Sandbox, signal: AbortSignal): Promise<void> {
	try {
		if (!hasEnded(child)) await once(child, 'exit', { signal });
	} catch {
		return;
	}
	throw new Failure('n8n exited unexpectedly.');
}

function number(value: number): string {
	return value.toLocaleString('en');
}
