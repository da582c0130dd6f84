import assert from 'node:assert/strict';
import { parse } from 'flatted';
import { z } from 'zod';
import { Failure } from '../script/failure.mts';

const itemSchema = z.object({ json: z.record(z.unknown()) });

/** What a node emitted, by output. */
const outputSchema = z.object({ main: z.array(z.array(itemSchema).nullable()).optional() });

const errorSchema = z.object({
	message: z.string(),
	description: z.string().nullish(),
	node: z.object({ name: z.string() }).nullish(),
});

const runSchema = z.object({
	data: outputSchema.optional(),
	hints: z.array(z.object({ message: z.string() })).default([]),
});

const resultSchema = z.object({
	runData: z.record(z.array(runSchema)).default({}),
	error: errorSchema.optional(),
});

/** A node that has not run yet, and its input, or what a trigger starts the execution with. */
const waitingSchema = z.object({ node: z.object({ name: z.string() }), data: outputSchema });

// The data of a running execution is empty.
const dataSchema = z.object({
	resultData: resultSchema.default({}),
	executionData: z.object({ nodeExecutionStack: z.array(waitingSchema).default([]) }).default({}),
});

export const executionSchema = z
	.object({
		id: z.coerce.string(),
		status: z.string(),
		// n8n serializes execution data with `flatted`, which supports circular references.
		data: z.preprocess((text) => parse(String(text)), dataSchema.default({})),
	})
	.transform(({ data: { resultData, executionData }, ...summary }) => {
		return { ...summary, ...resultData, waiting: executionData.nodeExecutionStack };
	});

/** An execution as n8n saved it. */
export type Execution = z.infer<typeof executionSchema>;

/** The records that a node emitted in all of its runs. */
export function outputOf({ runData }: Execution, node: string): Array<Record<string, unknown>> {
	const items = (runData[node] ?? []).flatMap((run) => run.data?.main?.[0] ?? []);
	return items.map(({ json }) => json);
}

/** The same of one that ran once, for each of its outputs. */
export function outputsOf({ runData }: Execution, node: string) {
	const [run] = runData[node] ?? [];
	return (run?.data?.main ?? []).map((items) => (items ?? []).map(({ json }) => json));
}

/** @throws unless the execution succeeded and the node emitted these records in this order */
export function assertOutput(execution: Execution, node: string, records: unknown[]): void {
	assertSuccess(execution);
	const output = outputOf(execution, node);
	assert.equal(output.length, records.length);
	assert.deepEqual(output, records);
}

/** @throws Failure that says why the execution did not succeed */
export function assertSuccess({ id, status, error }: Execution): void {
	if (status === 'success') return;
	const where = error?.node ? ` in node "${error.node.name}"` : '';
	const why = [error?.message, error?.description].filter(Boolean).join(' — ');
	throw new Failure(`Execution ${id} ended with status "${status}"${where}: ${why}`);
}
