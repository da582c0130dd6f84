import { assertOutput, type Execution } from '../harness/n8n/execution.mts';
import type { Sandbox } from '../harness/sandbox.mts';
import { customerData, MANUAL_TRIGGER, NODE_NAME } from '../harness/workflow/nodes.mts';
import { workflow } from '../harness/workflow/workflow.mts';

/** Executes our node and waits for the result. It reads every customer by default. */
export async function read(
	sandbox: Sandbox,
	parameters?: Record<string, unknown>,
): Promise<Execution> {
	return await sandbox.rest.finished(await startReading(sandbox, parameters));
}

/** Asserts that the node reads every customer once, in the service's order. */
export async function assertReadsAll(
	sandbox: Sandbox,
	parameters?: Record<string, unknown>,
): Promise<void> {
	const { GetCustomers: list } = sandbox.service.lists;
	assertOutput(await read(sandbox, parameters), NODE_NAME, list.page(0, list.length));
}

/** Starts an execution of our node and returns its ID. */
export async function startReading(
	{ rest, credential }: Sandbox,
	parameters?: Record<string, unknown>,
): Promise<string> {
	const node = customerData(credential, { returnAll: true, ...parameters });
	const draft = workflow('Read customers', [MANUAL_TRIGGER, node]);
	return await rest.startRun(await rest.createWorkflow(draft), MANUAL_TRIGGER.name);
}
