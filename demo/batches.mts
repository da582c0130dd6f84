import { batchKey } from '../harness/n8n/credential.mts';
import type { Sandbox } from '../harness/sandbox.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import { Crm } from '../harness/servers/crm.mts';
import { startPostgres } from '../harness/servers/postgres.mts';
import { readExample, withBatches } from '../harness/workflow/examples.mts';

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
		const { id, name } = await rest.createWorkflow(withBatches(readExample(file), 50));
		tools.report(`  workflow    ${n8n.url}/workflow/${id} (${name})`);
	}
	tools.report(`  database    ${crm.url}\n  table       ${crm.table}`);
}
