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
	/** Whether to end after the runs instead of leaving the editor open. */
	once: boolean;
	/** Whether to show that the table follows changes in the service. */
	follow: boolean;
}

/** The demo from beginning to end. */
export async function demonstrate(options: DemonstrationOptions): Promise<void> {
	const { report } = options;
	const sandbox = await startSandbox(options);
	report('  The package is installed, the account is made, the credential passed its test.');

	const workflow = await sandbox.rest.createWorkflow(copyingWorkflow());
	report('Running the example workflow, twice …\n');
	const first = await synchronise(sandbox, workflow);
	report(`First run:  ${describe(first)}.`);
	const second = await synchronise(sandbox, workflow);
	report(`Second run: ${describe(second)}, ${number(second.rows - first.rows)} added.`);
	report('Every customer is in the table, once, with the data that the service has.');

	if (options.once && !options.follow) return;
	const following = await publish(sandbox.rest, followingWorkflow(options.follow));
	const { tableId } = second;
	if (options.follow) {
		report('\nNow the table follows the service. In the service:');
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
	return `The editor is open. Have a look:

  workflows  ${n8n.url}/workflow/${once?.id} (${once?.name})
             ${n8n.url}/workflow/${following?.id} (${following?.name})
  table      ${n8n.url}/projects/${projectId}/datatables/${tableId}
  e-mail     ${account.email}
  password   ${account.password}

  service    ${service.baseUrl}
  n8n's log  ${n8n.logFile}

Type add, change or remove and press Enter to do that to a customer in the service. The second
workflow polls every minute: the table follows at the next poll, a removal at the one after it.

Press Ctrl+C to stop. All of it is removed then; the installed n8n stays for the next time.`;
}

/** Ends well when the user has seen enough, and badly when n8n ends by itself. */
async function untilInterrupted({ n8n: { child } }: Sandbox, signal: AbortSignal): Promise<void> {
	try {
		if (!hasEnded(child)) await once(child, 'exit', { signal });
	} catch {
		return;
	}
	throw new Failure('n8n ended by itself.');
}

function number(value: number): string {
	return value.toLocaleString('en');
}
