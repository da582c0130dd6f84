import type { RunningService } from '../service/server.mts';
import { batchKey } from '../test/harness/n8n/credential.mts';
import type { Row } from '../test/harness/n8n/rest.mts';
import type { Sandbox } from '../test/harness/sandbox.mts';
import type { ScriptTools } from '../test/harness/script/script.mts';
import { Crm } from '../test/harness/servers/crm.mts';
import { startPostgres } from '../test/harness/servers/postgres.mts';
import { readExample } from '../test/harness/workflow/examples.mts';
import { expectedRows } from './synchronisation.mts';

const EXAMPLES = ['all-customers-in-batches.json', 'all-customers-over-several-workers.json'];

/** Starts PostgreSQL and saves the examples for it, which find their credentials by name. */
export async function offerBatches({ n8n, rest }: Sandbox, tools: ScriptTools): Promise<void> {
	const crm = await Crm.create(await startPostgres(tools));
	await rest.createCredential(crm.credential());
	await rest.createCredential(batchKey());
	tools.report(`
Two examples copy the customers to PostgreSQL in batches. Publish the second before you run it.
`);
	for (const file of EXAMPLES) {
		const { id, name } = await rest.createWorkflow(readExample(file));
		tools.report(`  workflow    ${n8n.url}/workflow/${id} (${name})`);
	}
	tools.report(`  database    ${crm.url}\n  table       ${crm.table}`);
}

/** The rows that the examples save. */
export function crmRows(service: RunningService): Row[] {
	return expectedRows(service).map(({ creditLimit, ...row }) => {
		return { ...row, credit_limit: creditLimit };
	});
}
