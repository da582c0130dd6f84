import { parse } from 'flatted';
import { z } from 'zod';

const eventSchema = z.object({
	event: z.enum(['created', 'updated', 'removed']),
	key: z.string(),
	record: z.record(z.unknown()).nullable(),
	eventId: z.string(),
});

/** An event that the trigger emitted. */
export type TriggerEvent = z.infer<typeof eventSchema>;

/** An execution of a workflow, and what the trigger started it with. */
export interface Run {
	id: number;
	/** Name of the node that started it. */
	trigger: string | undefined;
	/** When n8n created it, in milliseconds since 1970. */
	at: number;
	events: TriggerEvent[];
	/** Why its poll failed, if so. */
	failure?: string | undefined;
}

/** For a poll that failed, and for an execution that it recovers after a crash, n8n makes up an item. */
const madeUpSchema = z
	.object({ isArtificialRecoveredEventItem: z.literal(true).optional() })
	.strict();

const itemSchema = z.object({ json: z.union([eventSchema, madeUpSchema]) });
const outputSchema = z.object({ main: z.array(z.array(itemSchema).nullable()) });

const waitingSchema = z.object({ node: z.object({ name: z.string() }), data: outputSchema });

const dataSchema = z.object({
	executionData: z.object({ nodeExecutionStack: z.array(waitingSchema).default([]) }).optional(),
	resultData: z.object({
		runData: z.record(z.array(z.object({ data: outputSchema.optional() }))).default({}),
		error: z.object({ message: z.string() }).optional(),
	}),
});

interface Row {
	id: number;
	at: number;
	status: string;
	/** As n8n stores it. */
	data: string;
}

/**
 * Reads an execution of a workflow that holds nothing but our triggers. While n8n has not run it yet,
 * and where n8n was killed meanwhile, what it was started with is still on the stack.
 */
export function readRun({ id, at, status, data }: Row): Run {
	const { executionData, resultData } = dataSchema.parse(parse(data));
	const waiting = executionData?.nodeExecutionStack ?? [];
	const done = Object.values(resultData.runData).flat();
	const outputs = (waiting.length > 0 ? waiting : done).map((run) => run.data);
	const names = [...waiting.map(({ node }) => node.name), ...Object.keys(resultData.runData)];
	const items = outputs.flatMap((output) => output?.main ?? []).flatMap((branch) => branch ?? []);
	const events = items.flatMap(({ json }) => ('eventId' in json ? [json] : []));
	// n8n also blames an execution for being killed.
	const failure = status === 'error' ? resultData.error?.message : undefined;
	return { id, trigger: names[0], at, events, failure };
}
