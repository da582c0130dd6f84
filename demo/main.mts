import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import getPort from 'get-port';
import type { Workflow } from '../harness/n8n/rest.mts';
import { hasEnded } from '../harness/process/processes.mts';
import { connect, prepare, startEditor } from '../harness/sandbox.mts';
import { Failure } from '../harness/script/failure.mts';
import { runScript } from '../harness/script/script.mts';
import { startService } from '../service/server.mts';
import { listenForChanges } from './changes.mts';
import { showWorkflows } from './show.mts';

/** Enough for several pages and parallel requests; n8n's tables take 12 to 16 ms a row. */
const CUSTOMERS = 200;

await runScript('demo', async (tools) => {
	if (process.platform === 'win32') {
		throw new Failure('The demo runs on Linux and macOS. On Windows, run it in WSL.');
	}
	// To exit when done, with code 0 if all is as it should be.
	const { values: chosen } = parseArgs({ options: { once: { type: 'boolean' } } });
	const { report, signal, cleanup } = tools;
	// The same addresses each time, for bookmarks.
	const port = await getPort({ port: 4010 });
	const service = await startService({ port, sizes: { customers: CUSTOMERS } });
	cleanup.add(() => service.close());

	report("The Customer Data node reads sample customers, in n8n's engine:\n");
	const { lookFirst } = await import('./firstLook.mts');
	await lookFirst(service, tools);

	report('\nNext: n8n itself, where two workflows keep tables in step with these customers.');
	report('This takes half a minute once n8n is installed.\n');
	report('Building the package …');
	await build(signal);
	const prepared = await prepare(tools);
	const editor = await startEditor(prepared, { ...tools, port: 5678 });
	const scene = await connect(editor.rest, service);
	report('  The package is installed, the account is set up, and the credential passed its test.');
	const workflows = await showWorkflows(scene, tools);
	if (chosen.once) return;

	report(invitation({ ...editor, ...scene }, workflows));
	listenForChanges(service.lists.GetCustomers, tools);
	const { child } = editor.n8n;
	const interrupted = () => undefined;
	const hasExited = hasEnded(child) || (await once(child, 'exit', { signal }).catch(interrupted));
	if (hasExited) throw new Failure('n8n exited unexpectedly.');
});

/** Builds the package, which n8n is to load. */
async function build(cancelSignal: AbortSignal): Promise<void> {
	const { failed, all } = await execa({ all: true, cancelSignal, reject: false })`npm run build`;
	cancelSignal.throwIfAborted();
	if (failed) throw new Failure(`The package could not be built.\n${all}`);
}

type Scene = Awaited<ReturnType<typeof startEditor>> & Awaited<ReturnType<typeof connect>>;

/** What there is to see, and how to get there. */
function invitation(
	{ n8n, service, account, credential }: Scene,
	{ inStep, following }: Record<'inStep' | 'following', Workflow>,
): string {
	return `
The editor is running. Open the first workflow, whose note says what to click:

  ${n8n.url}/workflow/${inStep.id}

  email       ${account.email}
  password    ${account.password}

Type add, change or remove here, and press Enter: a customer is added, changed
or removed in the service. The second workflow saves that within a minute:

  ${n8n.url}/workflow/${following.id}

To create the credential ${credential.name} yourself, enter:

  Base URL    ${service.baseUrl}
  API Key     ${service.apiKey}
  Company ID  ${service.companyId} (or ${service.second.companyId}, a smaller company)

n8n's log is ${n8n.logFile}
Press Ctrl+C to stop and remove everything but the installed n8n.`;
}
