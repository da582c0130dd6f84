import assert from 'node:assert/strict';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import getPort from 'get-port';
import { assertSuccess } from '../harness/n8n/execution.mts';
import type { Workflow } from '../harness/n8n/rest.mts';
import { hasEnded } from '../harness/process/processes.mts';
import { startSandbox, type Sandbox } from '../harness/sandbox.mts';
import { Failure } from '../harness/script/failure.mts';
import { runScript } from '../harness/script/script.mts';
import { triggerOf } from '../harness/workflow/examples.mts';
import { publish } from '../harness/workflow/polling.mts';
import { expectedRows, TABLE_COLUMNS, TABLE_NAME } from '../harness/workflow/rows.mts';
import { listenForChanges } from './changes.mts';
import { COPYING, FOLLOWING } from './workflows.mts';

/** Enough for several pages and parallel requests; n8n's tables take 12 to 16 ms a row. */
const CUSTOMERS = 200;

await runScript('demo', async (tools) => {
	if (process.platform === 'win32') {
		throw new Failure('The demo runs on Linux and macOS. On Windows, run it in WSL.');
	}
	// To exit when done, with code 0 if all is as it should be.
	const { values: chosen } = parseArgs({ options: { once: { type: 'boolean' } } });
	const { report, signal } = tools;
	const sandbox = await startSandbox({
		...tools,
		// The same addresses each time, for bookmarks.
		port: 5678,
		service: { port: await getPort({ port: 4010 }), sizes: { customers: CUSTOMERS } },
	});
	report('  The package is installed, the account is set up, and the credential passed its test.');

	const { rest, projectId, service } = sandbox;
	const copying = await rest.createWorkflow(COPYING);
	const tableId = await rest.createTable(projectId, TABLE_NAME, TABLE_COLUMNS);
	report('Running the example workflow twice …\n');
	for (const _ of ['once', 'twice']) {
		const start = Date.now();
		assertSuccess(await rest.run(copying, triggerOf(COPYING)));
		const seconds = ((Date.now() - start) / 1000).toFixed(1);
		const rows = await rest.rows(projectId, tableId);
		const saved = rows.map(({ id, createdAt, updatedAt, ...row }) => row);
		const expected = expectedRows(service);
		assert.deepEqual(saved, expected, 'The table does not have each customer once');
		report(`  ${rows.length} customers are in the table (${seconds} s).`);
	}
	report('Every customer is in the table exactly once, with the same data as in the service.');

	const following = await publish(rest, FOLLOWING);
	if (chosen.once) return;
	report(invitation(sandbox, [copying, following], tableId));
	listenForChanges(service.lists.GetCustomers, tools);
	const { child } = sandbox.n8n;
	const interrupted = () => undefined;
	const hasExited = hasEnded(child) || (await once(child, 'exit', { signal }).catch(interrupted));
	if (hasExited) throw new Failure('n8n exited unexpectedly.');
});

/** What there is to see, and how to get there. */
function invitation(
	{ n8n, service, account, credential, projectId }: Sandbox,
	workflows: Workflow[],
	tableId: string,
): string {
	const links = workflows.map(({ id, name }) => `${n8n.url}/workflow/${id} (${name})`);
	return `
The editor is running. Sign in and have a look:

  workflows   ${links.join('\n              ')}
  table       ${n8n.url}/projects/${projectId}/datatables/${tableId}
  email       ${account.email}
  password    ${account.password}
  n8n log     ${n8n.logFile}

The credential ${credential.name} is there. To create one yourself, enter:

  Base URL    ${service.baseUrl}
  API Key     ${service.apiKey}
  Company ID  ${service.companyId} (or ${service.second.companyId}, a smaller company)

Type add, change or remove and press Enter to add, change or remove a customer in the service.
The second workflow updates the table at its next poll; two more polls confirm a removal.

Press Ctrl+C to stop and remove everything but the installed n8n.`;
}
