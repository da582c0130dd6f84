import type { RunningService } from '../service/server.mts';
import { batchKey } from '../test/harness/n8n/credential.mts';
import type { Row, Workflow } from '../test/harness/n8n/rest.mts';
import type { Sandbox } from '../test/harness/sandbox.mts';
import type { ScriptTools } from '../test/harness/script/script.mts';
import { Crm } from '../test/harness/servers/crm.mts';
import { startPostgres } from '../test/harness/servers/postgres.mts';
import { readExample } from '../test/harness/workflow/examples.mts';
import { expectedRows } from './synchronisation.mts';

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

/** The rows that the examples save. */
export function crmRows(service: RunningService): Row[] {
	return expectedRows(service).map(({ creditLimit, ...row }) => {
		return { ...row, credit_limit: creditLimit };
	});
}
