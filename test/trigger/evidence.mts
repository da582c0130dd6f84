import { execa } from 'execa';
import { parse } from 'flatted';
import { z } from 'zod';
import { decode } from '../../nodes/CustomerData/watch/state.ts';

const eventSchema = z.object({
	event: z.enum(['created', 'updated', 'removed']),
	key: z.string(),
	record: z.record(z.unknown()).nullable(),
	eventId: z.string(),
});

/** An event that the trigger emitted. */
export type TriggerEvent = z.infer<typeof eventSchema>;

/** For a poll that failed, n8n makes up an empty item. */
const itemSchema = z.object({ json: z.union([eventSchema, z.object({}).strict()]) });
const outputSchema = z.object({ main: z.array(z.array(itemSchema).nullable()) });
const waitingSchema = z.object({ node: z.object({ name: z.string() }), data: outputSchema });

const dataSchema = z.object({
	executionData: z.object({ nodeExecutionStack: z.array(waitingSchema).default([]) }).default({}),
	resultData: z.object({
		runData: z.record(z.array(z.object({ data: outputSchema.optional() }))).default({}),
		error: z.object({ message: z.string() }).optional(),
	}),
});

const runSchema = z
	.object({
		id: z.number(),
		workflowId: z.string(),
		/** When n8n created it, in milliseconds since 1970. */
		at: z.number(),
		status: z.string(),
		data: z.string().transform((text) => dataSchema.parse(parse(text))),
	})
	.transform(({ data: { executionData, resultData }, status, ...run }) => {
		// What it started with is on the stack until n8n has run it, also where n8n was killed meanwhile.
		const [waiting] = executionData.nodeExecutionStack;
		const [[name, [done] = []] = []] = Object.entries(resultData.runData);
		const items = ((waiting ?? done)?.data?.main ?? []).flatMap((branch) => branch ?? []);
		return {
			...run,
			trigger: waiting?.node.name ?? name ?? '',
			events: items.flatMap(({ json }) => ('eventId' in json ? [json] : [])),
			/** Why its poll failed, if so. n8n also blames an execution for being killed. */
			failure: status === 'error' ? resultData.error?.message : undefined,
		};
	});

/** An execution of a workflow that holds nothing but triggers, and what one of them started it with. */
export type Run = z.infer<typeof runSchema>;

const memorySchema = z.object({
	workflowId: z.string(),
	trigger: z.string(),
	/** Runs with events, as the trigger counts them. */
	emitted: z.number(),
	/** By key, what was emitted last, or was there at the beginning. */
	hashes: z.string().transform((entries) => {
		const hashes = new Map<string, string>();
		for (const [key, { hash }] of decode(entries) ?? []) hashes.set(String(JSON.parse(key)), hash);
		return hashes;
	}),
});

/** What a trigger remembers of its list. */
export type Memory = z.infer<typeof memorySchema>;

/** n8n's SQLite database. n8n may be running, or may have been killed. */
export class Evidence {
	private lastRun = 0;

	constructor(
		/** The Node.js that n8n runs on: older ones cannot read SQLite. */
		private readonly node: string,
		private readonly file: string,
	) {}

	/** The runs that were not there before, oldest first. */
	async newRuns(): Promise<Run[]> {
		const runs = await this.read(
			runSchema,
			`SELECT id, workflowId, unixepoch(createdAt, 'subsec') * 1000 AS at, status, data
			 FROM execution_entity JOIN execution_data ON executionId = id
			 WHERE id > ${this.lastRun} ORDER BY id`,
		);
		this.lastRun = runs.at(-1)?.id ?? this.lastRun;
		return runs;
	}

	/** The polls that n8n's durable scheduler began. */
	async countTasks(): Promise<number> {
		const tasks = await this.read(
			z.object({}),
			`SELECT 1 FROM scheduled_task t JOIN scheduled_job j ON j.id = t.jobId
			 WHERE j.taskType = 'workflow:poll-trigger' AND t.startedAt IS NOT NULL`,
		);
		return tasks.length;
	}

	/** What the next poll of each trigger will start from. */
	async memories(): Promise<Memory[]> {
		return await this.read(
			memorySchema,
			`SELECT workflow.id AS workflowId, replace(key, 'customerDataTrigger:', '') AS trigger,
			 value ->> 'runs' AS emitted, value ->> 'entries' AS hashes
			 FROM workflow_entity workflow, json_each(staticData, '$.global')`,
		);
	}

	private async read<T>(row: z.ZodType<T, z.ZodTypeDef, unknown>, sql: string): Promise<T[]> {
		const args = ['--no-warnings', '--eval', QUERY, this.file, sql];
		const { stdout } = await execa(this.node, args, { maxBuffer: Infinity });
		return z.array(row).parse(JSON.parse(stdout));
	}
}

const QUERY = `
const { DatabaseSync } = require('node:sqlite');
const [, file, sql] = process.argv;
const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
process.stdout.write(JSON.stringify(database.prepare(sql).all()));
`;
