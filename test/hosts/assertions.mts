import assert from 'node:assert/strict';
import { failureOf, outputOf, type Execution } from '../harness/n8n/execution.mts';
import type { Stage } from '../harness/sandbox.mts';
import { NODE } from './workflows.mts';

export function assertSuccess(execution: Execution): void {
	assert.equal(execution.status, 'success', failureOf(execution));
}

/** That the node put out every customer that the service has, once, in its order. */
export function assertEveryCustomer(
	execution: Execution,
	{ service: { lists } }: Stage,
	node = NODE,
): void {
	assertSuccess(execution);
	const { GetCustomers: list } = lists;
	const read = outputOf(execution, node).map(({ json }) => json);
	assert.equal(read.length, list.length);
	assert.deepEqual(read, list.page(0, list.length));
}
