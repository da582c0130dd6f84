import { parse } from 'flatted';
import { z } from 'zod';

const itemSchema = z.object({ json: z.record(z.unknown()) });
export type Item = z.infer<typeof itemSchema>;

const errorSchema = z.object({
	message: z.string(),
	description: z.string().nullish(),
	node: z.object({ name: z.string() }).nullish(),
});

const runSchema = z.object({
	/** Milliseconds. */
	executionTime: z.number().optional(),
	data: z.object({ main: z.array(z.array(itemSchema).nullable()).optional() }).optional(),
	error: errorSchema.optional(),
});

const resultSchema = z.object({
	runData: z.record(z.array(runSchema)).default({}),
	error: errorSchema.optional(),
});

// As long as an execution runs, there is nothing in its data.
const dataSchema = z.object({ resultData: resultSchema }).default({ resultData: {} });

export const executionSchema = z
	.object({
		id: z.coerce.string(),
		status: z.string(),
		startedAt: z.coerce.date().nullish(),
		stoppedAt: z.coerce.date().nullish(),
		data: z.string().transform(unflatten).pipe(dataSchema),
	})
	.transform(({ data, ...summary }) => ({ ...summary, ...data.resultData }));

/** A run of a workflow, as n8n saved it. */
export type Execution = z.infer<typeof executionSchema>;

/** What a node gave at one of its outputs, over all the times that it ran. */
export function outputOf({ runData }: Execution, node: string, output = 0): Item[] {
	return (runData[node] ?? []).flatMap((run) => run.data?.main?.[output] ?? []);
}

/** In a sentence, why a run failed. */
export function failureOf({ id, status, error }: Execution): string {
	if (error === undefined) return `Execution ${id} ended with the status "${status}".`;
	const where = error.node ? ` at "${error.node.name}"` : '';
	return [`Execution ${id} failed${where}: ${error.message}`, error.description]
		.filter(Boolean)
		.join(' — ');
}

/** n8n saves its execution data with `flatted`, which can hold circular references. */
function unflatten(text: string): unknown {
	return parse(text);
}
