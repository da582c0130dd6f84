import assert from 'node:assert/strict';
import type { ReceivedRequest, RunningService } from '../../service/server.mts';
import {
	assertOutput,
	assertSuccess,
	outputOf,
	type Execution,
} from '../harness/n8n/execution.mts';
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

/** Asserts that the node reads each customer that did not change meanwhile once, as it is. */
export async function assertReadsUntouched(
	sandbox: Sandbox,
	parameters?: Record<string, unknown>,
): Promise<void> {
	const { lists, touched } = sandbox.service;
	const before = lists.GetCustomers.page(0, lists.GetCustomers.length);
	const execution = await read(sandbox, parameters);
	assertSuccess(execution);
	assert.ok(touched.size > 0, 'The list did not change');
	const untouched = (records: Array<Record<string, unknown>>) =>
		records
			.filter(({ Code }) => !touched.has(Code))
			.sort((one, other) => String(one.Code).localeCompare(String(other.Code)));
	const expected = untouched(before);
	const output = untouched(outputOf(execution, NODE_NAME));
	assert.deepEqual(codesOf(output), codesOf(expected));
	assert.deepEqual(output, expected);
}

/** The requests for the pages that hold a record. */
export function requestsFor(record: number, { requests }: RunningService): ReceivedRequest[] {
	return requests.filter(
		({ offset = 0, limit = 0 }) => offset <= record && record < offset + limit,
	);
}

function codesOf(records: Array<Record<string, unknown>>) {
	return records.map(({ Code }) => Code);
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
