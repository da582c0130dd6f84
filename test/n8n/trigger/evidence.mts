import { execa } from 'execa';
import { z } from 'zod';
import { executionSchema } from '../../../harness/n8n/execution.mts';
import { decode } from '../../../nodes/CustomerData/trigger/state.ts';

const eventSchema = z.object({
	event: z.enum(['created', 'updated', 'removed']),
	key: z.string(),
	record: z.record(z.unknown()).nullable(),
	eventId: z.string(),
});

/** An event that the trigger emitted. */
export type TriggerEvent = z.infer<typeof eventSchema>;

const runSchema = executionSchema
	// When n8n created it, in milliseconds since 1970.
	.and(z.object({ at: z.number() }))
	.transform(({ id, at, status, runData, waiting: [waiting], error }) => {
		// What it started with is waiting until n8n has run it, also where n8n was killed meanwhile.
		const [[name = '', [done] = []] = []] = Object.entries(runData);
		const items = ((waiting ?? done)?.data?.main ?? []).flatMap((branch) => branch ?? []);
		// For a poll that failed, n8n makes up an empty item.
		const events = items.filter(({ json }) => Object.keys(json).length > 0);
		return {
			id,
			at,
			trigger: waiting?.node.name ?? name,
			events: events.map(({ json }) => eventSchema.parse(json)),
			/** Why its poll failed, if so. n8n also blames an execution for being killed. */
			failure: status === 'error' ? error?.message : undefined,
		};
	});

/** An execution, and what one of the workflow's triggers started it with. */
export type Run = z.infer<typeof runSchema>;

/** What a trigger remembers of its list, from which its next poll starts. */
const memorySchema = z.object({
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

const evidenceSchema = z.object({
	/** Oldest first. */
	runs: z.array(runSchema),
	memories: z.array(memorySchema),
	/** Polls that n8n's durable scheduler began. */
	tasks: z.number(),
});

export type Evidence = z.infer<typeof evidenceSchema>;

/** By the Node.js that n8n runs on: older ones cannot read SQLite. */
const SCRIPT = `
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(process.argv[1], { readOnly: true, timeout: 10_000 });
const rows = (sql) => database.prepare(sql).all();
const runs = rows(\`
	SELECT e.id, unixepoch(e.createdAt, 'subsec') * 1000 AS at, e.status, data
	FROM execution_entity e JOIN execution_data ON executionId = e.id
	JOIN workflow_entity w ON w.id = e.workflowId AND active ORDER BY e.id\`);
const memories = rows(\`
	SELECT state ->> 'node' AS trigger, state ->> 'runs' AS emitted, state ->> 'entries' AS hashes
	FROM (
		SELECT cursor AS state FROM poller_state p JOIN workflow_entity w ON w.id = p.workflowId AND active
		UNION ALL SELECT value FROM workflow_entity, json_each(staticData) WHERE active AND key LIKE 'node:%'
	) WHERE trigger IS NOT NULL\`);
const [{ tasks }] = rows(\`
	SELECT count(*) AS tasks FROM scheduled_task t JOIN scheduled_job j ON j.id = t.jobId
	WHERE j.taskType = 'workflow:poll-trigger' AND t.startedAt IS NOT NULL\`);
process.stdout.write(JSON.stringify({ runs, memories, tasks }));
`;

/** Reads what published workflows left in n8n's SQLite database. n8n may be running, or may have been killed. */
export async function readEvidence(node: string, database: string): Promise<Evidence> {
	const args = ['--no-warnings', '--eval', SCRIPT, database];
	const { stdout } = await execa(node, args, { maxBuffer: Infinity });
	return evidenceSchema.parse(JSON.parse(stdout));
}
