import assert from 'node:assert/strict';
import type { RunningService } from '../service/server.mts';
import { batchKey } from '../test/harness/n8n/credential.mts';
import { assertSuccess } from '../test/harness/n8n/execution.mts';
import type { Row, Workflow } from '../test/harness/n8n/rest.mts';
import type { Sandbox } from '../test/harness/sandbox.mts';
import type { ScriptTools } from '../test/harness/script/script.mts';
import { Crm } from '../test/harness/servers/crm.mts';
import { startPostgres } from '../test/harness/servers/postgres.mts';
import { readExample } from '../test/harness/workflow/examples.mts';
import { expectedRows } from './synchronisation.mts';
import { MANUAL_TRIGGER } from './workflows.mts';

/** The second one works only after it is published. */
const EXAMPLES = ['all-customers-in-batches.json', 'all-customers-over-several-workers.json'];

/** The examples that copy customers in batches, as imported, and the database they write to. */
export interface Batches {
	crm: Crm;
	workflows: Workflow[];
}

/** Starts PostgreSQL and saves the examples, which find their credentials by name. */
export async function prepareBatches({ rest }: Sandbox, tools: ScriptTools): Promise<Batches> {
	const crm = await Crm.create(await startPostgres(tools));
	await rest.createCredential(crm.credential());
	await rest.createCredential(batchKey());
	const workflows: Workflow[] = [];
	for (const file of EXAMPLES) workflows.push(await rest.createWorkflow(readExample(file)));
	return { crm, workflows };
}

/** Runs each example on an empty database, and checks that each customer is there once. */
export async function runBatches(
	{ rest, service }: Sandbox,
	{ crm, workflows }: Batches,
	report: ScriptTools['report'],
): Promise<void> {
	for (const workflow of workflows) {
		await rest.activate(workflow);
		await crm.clear();
		const start = Date.now();
		assertSuccess(await rest.run(workflow, MANUAL_TRIGGER));
		const seconds = ((Date.now() - start) / 1000).toFixed(1);
		const rows = await crm.rows();
		assert.deepEqual(rows, crmRows(service), 'The database does not have each customer once');
		report(
			`"${workflow.name}": ${rows.length} rows in PostgreSQL, each customer once (${seconds} s).`,
		);
	}
}

/** The rows that the examples save. */
export function crmRows(service: RunningService): Row[] {
	return expectedRows(service).map(({ creditLimit, ...row }) => {
		return { ...row, credit_limit: creditLimit };
	});
}
