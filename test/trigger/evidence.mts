import { z } from 'zod';
import type { Database } from './database.mts';
import { readRun, type Run } from './run.mts';

/** SQLite has no time zones; n8n stores UTC. */
const timeSchema = z.string().transform((text) => Date.parse(`${text.replace(' ', 'T')}Z`));

const executionSchema = z.object({
	id: z.number(),
	workflowId: z.string(),
	at: timeSchema,
	status: z.string(),
	data: z.string(),
});

const storedSchema = z.object({
	id: z.string(),
	staticData: z.string(),
});

const taskSchema = z.object({
	id: z.number(),
	workflowId: z.string(),
	status: z.string(),
	startedAt: timeSchema,
	finishedAt: timeSchema.nullable(),
});

/** A poll that n8n's durable scheduler began. */
export type Task = z.infer<typeof taskSchema>;

const countSchema = z.object({ count: z.number() });

/** All executions after the one with this ID, by workflow. */
export async function runsAfter(id: number, database: Database): Promise<Map<string, Run[]>> {
	const rows = await database.read(
		executionSchema,
		`SELECT e.id, e.workflowId, e.createdAt AS at, e.status, d.data
		 FROM execution_entity e LEFT JOIN execution_data d ON d.executionId = e.id
		 WHERE e.id > ${id} ORDER BY e.id`,
	);
	const runs = new Map<string, Run[]>();
	for (const { workflowId, ...row } of rows) {
		runs.set(workflowId, [...(runs.get(workflowId) ?? []), readRun(row)]);
	}
	return runs;
}

export async function countRuns(database: Database): Promise<number> {
	const sql = 'SELECT COUNT(*) AS count FROM execution_entity';
	return (await database.read(countSchema, sql))[0]?.count ?? 0;
}

/** The static data that n8n has stored, as JSON text, by workflow. */
export async function readStored(database: Database): Promise<Map<string, string>> {
	const rows = await database.read(storedSchema, 'SELECT id, staticData FROM workflow_entity');
	return new Map(rows.map(({ id, staticData }) => [id, staticData]));
}

export async function readTasks(database: Database): Promise<Task[]> {
	return await database.read(
		taskSchema,
		`SELECT t.id, j.ownerId AS workflowId, t.status, t.startedAt, t.finishedAt
		 FROM scheduled_task t JOIN scheduled_job j ON j.id = t.jobId
		 WHERE j.taskType = 'workflow:poll-trigger' AND t.startedAt IS NOT NULL`,
	);
}
