import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startN8n } from '../../harness/n8n/n8n.mts';
import { N8nRest } from '../../harness/n8n/rest.mts';
import { startSandbox } from '../../harness/sandbox.mts';
import type { ScriptTools } from '../../harness/script/script.mts';
import { waitFor } from '../../harness/script/waitFor.mts';
import { customerDataTrigger } from '../../harness/workflow/nodes.mts';
import { publish } from '../../harness/workflow/polling.mts';
import { workflow } from '../../harness/workflow/workflow.mts';

/** How often n8n 2.41 tries to activate a workflow when it starts. */
const TRIES = 5;

/** Starts n8n while the service refuses the key: the trigger goes on polling, and finds what changed. */
export async function proveStart(tools: ScriptTools): Promise<void> {
	const workspace = join(tools.workspace, 'refusal');
	await mkdir(workspace);
	const options = { ...tools, workspace, service: { sizes: { customers: 60 } } };
	const sandbox = await startSandbox(options);
	const { credential, n8n, rest, service } = sandbox;
	const { GetCustomers: customers } = service.lists;
	const watching = await publish(rest, workflow('Watch', [customerDataTrigger(credential)]));
	await n8n.stop();
	service.setFaults([{ kind: 'status', status: 401 }]);
	const { length: before } = service.requests;
	const running = await startN8n({ ...sandbox, ...tools, ...n8n });
	const timing = { withinMs: 120_000, everyMs: 250 };
	const hasTried = () => service.requests.length > before + TRIES;
	await waitFor(hasTried, { failure: 'n8n did not try more often', ...timing });
	const added = customers.makeAnother();
	customers.insert(added);
	service.setFaults([]);
	const restarted = new N8nRest(running.url, tools.signal, rest.cookie);
	const hasFound = async () => {
		const ids = await restarted.executionIds(watching);
		const runs = await Promise.all(ids.map(async (id) => await restarted.execution(id)));
		return runs.some(({ runData }) => JSON.stringify(runData).includes(`"${added.Code}"`));
	};
	await waitFor(hasFound, { failure: 'The trigger did not find what changed', ...timing });
	await running.stop();
}
