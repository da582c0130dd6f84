import type { RunningService } from '../service/server.mts';
import { batchKey } from '../test/harness/n8n/credential.mts';
import type { Row } from '../test/harness/n8n/rest.mts';
import type { Sandbox } from '../test/harness/sandbox.mts';
import type { ScriptTools } from '../test/harness/script/script.mts';
import { Crm } from '../test/harness/servers/crm.mts';
import { startPostgres } from '../test/harness/servers/postgres.mts';
import {
	readExample,
	withNodes,
	withSettings,
	type Example,
} from '../test/harness/workflow/examples.mts';
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
		const { id, name } = await rest.createWorkflow(withBatches(readExample(file), 50));
		tools.report(`  workflow    ${n8n.url}/workflow/${id} (${name})`);
	}
	tools.report(`  database    ${crm.url}\n  table       ${crm.table}`);
}

/** The rows that the examples save. */
export function crmRows(service: RunningService): Row[] {
	return expectedRows(service).map(({ code, companyId, creditLimit, ...row }) => {
		return { ...row, code: String(code), company_id: companyId, credit_limit: creditLimit };
	});
}

/** The example with batches of this size, and without a long wait before one is repeated. */
export function withBatches(example: Example, batchSize: number): Example {
	const changed = withSettings(example, { batchSize, secondsBeforeRepeat: 1 });
	return withNodes(changed, { 'Run the batch': { waitBetweenTries: 1 } });
}
