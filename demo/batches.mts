import type { RunningService } from '../service/server.mts';
import { batchKey } from '../test/harness/n8n/credential.mts';
import type { Row } from '../test/harness/n8n/rest.mts';
import type { Sandbox } from '../test/harness/sandbox.mts';
import type { ScriptTools } from '../test/harness/script/script.mts';
import { Crm } from '../test/harness/servers/crm.mts';
import { startPostgres } from '../test/harness/servers/postgres.mts';
import { readExample, withNodes, type Example } from '../test/harness/workflow/examples.mts';
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
	return expectedRows(service).map(({ creditLimit, ...row }) => {
		return { ...row, credit_limit: creditLimit };
	});
}

/** The example with batches of this size, and without a long wait before one is repeated. */
export function withBatches(example: Example, batchSize: number): Example {
	// Each example has some of them.
	const settings = {
		batchSize,
		giveUpAfter: 3,
		deleteAtMost: 0.2,
		batchesAtOnce: 4,
		attempts: 3,
		secondsBeforeRepeat: 1,
	};
	const assignments = Object.entries(settings).map(([name, value]) => {
		return { id: name, name, value, type: 'number' };
	});
	return withNodes(example, {
		Settings: { parameters: { assignments: { assignments } } },
		'Run the batch': { waitBetweenTries: 1 },
	});
}
