import '../harness/engine/environment.mts';
import { readCustomers } from '../harness/engine/runNode.mts';
import { Failure } from '../harness/script/failure.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import type { RunningService } from '../service/server.mts';
import { tableOf } from './table.mts';

/** With 20 characters each, they fit into a terminal of 80. */
const FIELDS = ['Code', 'Name', 'ContactName', 'City'];

/** Reads all customers with the node in n8n's engine, which needs no n8n around it, and shows the first five. */
export async function lookFirst(
	service: RunningService,
	{ report }: Pick<ScriptTools, 'report'>,
): Promise<void> {
	const start = performance.now();
	const { records, error } = await readCustomers(service);
	if (error) throw new Failure(`The node did not read the customers: ${error.message}`);
	const seconds = ((performance.now() - start) / 1000).toFixed(1);
	const { length: pages } = service.requests;
	report(`  ${records.length} customers, ${pages} pages, ${seconds} s. The first five:\n`);
	for (const line of tableOf(records.slice(0, 5), FIELDS, 20)) report(`  ${line}`);
}
