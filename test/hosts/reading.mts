import { assertOutput, type Execution } from '../harness/n8n/execution.mts';
import type { Sandbox } from '../harness/sandbox.mts';
import { customerData, MANUAL_TRIGGER, NODE_NAME } from '../harness/workflow/nodes.mts';
import { workflow } from '../harness/workflow/workflow.mts';

/** Reads every customer, or what other parameters say, with our node alone. */
export async function read(
	sandbox: Sandbox,
	parameters?: Record<string, unknown>,
): Promise<Execution> {
	return await sandbox.rest.finished(await startReading(sandbox, parameters));
}

/** That it reads every customer that the service has, once, in order. */
export async function assertReadsAll(
	sandbox: Sandbox,
	parameters?: Record<string, unknown>,
): Promise<void> {
	const { GetCustomers: list } = sandbox.service.lists;
	assertOutput(await read(sandbox, parameters), NODE_NAME, list.page(0, list.length));
}

/** Starts to read; gives the id of the execution. */
export async function startReading(
	{ rest, credential }: Sandbox,
	parameters?: Record<string, unknown>,
): Promise<string> {
	const node = customerData(credential, { returnAll: true, ...parameters });
	const draft = workflow('Read customers', [MANUAL_TRIGGER, node]);
	return await rest.startRun(await rest.createWorkflow(draft), MANUAL_TRIGGER.name);
}
