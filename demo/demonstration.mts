import { once } from 'node:events';
import type { Workflow } from '../test/harness/n8n/rest.mts';
import { hasEnded } from '../test/harness/process/processes.mts';
import { startSandbox, type Sandbox } from '../test/harness/sandbox.mts';
import { Failure } from '../test/harness/script/failure.mts';
import type { ScriptTools } from '../test/harness/script/script.mts';
import { publish } from '../test/harness/workflow/polling.mts';
import { listenForChanges } from './changes.mts';
import { showFollowing } from './following.mts';
import { synchronise, type Figures } from './synchronisation.mts';
import { copyingWorkflow, followingWorkflow } from './workflows.mts';

interface DemonstrationOptions extends ScriptTools {
	/** Whether to exit after the runs instead of leaving the editor open. */
	once: boolean;
	/** Whether to change customers and show that the table follows. */
	follow: boolean;
}

export async function demonstrate(options: DemonstrationOptions): Promise<void> {
	const { report } = options;
	const sandbox = await startSandbox(options);
	report('  The package is installed, the account is set up, and the credential passed its test.');

	const workflow = await sandbox.rest.createWorkflow(copyingWorkflow());
	report('Running the example workflow twice …\n');
	const first = await synchronise(sandbox, workflow);
	report(`First run:  ${describe(first)}.`);
	const second = await synchronise(sandbox, workflow);
	report(`Second run: ${describe(second)}, ${number(second.rows - first.rows)} added.`);
	report('Every customer is in the table exactly once, with the same data as in the service.');

	if (options.once && !options.follow) return;
	const following = await publish(sandbox.rest, followingWorkflow(options.follow));
	const { tableId } = second;
	if (options.follow) {
		report('\nNow a second workflow keeps the table in step. Changes in the service:');
		await showFollowing(sandbox, tableId, report);
	}
	if (options.once) return;
	report(`\n${invitation(sandbox, [workflow, following], tableId)}`);
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

function invitation(sandbox: Sandbox, [once, following]: Workflow[], tableId: string): string {
	const { n8n, service, account, projectId } = sandbox;
	return `The editor is running. Sign in and have a look:

  workflows  ${n8n.url}/workflow/${once?.id} (${once?.name})
             ${n8n.url}/workflow/${following?.id} (${following?.name})
  table      ${n8n.url}/projects/${projectId}/datatables/${tableId}
  email      ${account.email}
  password   ${account.password}

  service    ${service.baseUrl}
  n8n log    ${n8n.logFile}

Type add, change or remove and press Enter to add, change or remove a customer in the service.
The second workflow polls every minute and updates the table; a removal takes one more poll.

Press Ctrl+C to stop and remove everything but the installed n8n.`;
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
