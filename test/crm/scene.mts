import { z } from 'zod';
import type { RecordList } from '../../service/recordList.mts';
import type { Execution } from '../harness/n8n/execution.mts';
import { startSandbox } from '../harness/sandbox.mts';
import type { ScriptTools } from '../harness/script/script.mts';
import type { Example } from '../harness/workflow/examples.mts';
import { MANUAL_TRIGGER } from '../harness/workflow/nodes.mts';

export interface Check {
	name: string;
	/** Whether it runs before every release, too. */
	isQuick?: boolean;
	prove: () => Promise<void>;
}

export type Scene = Awaited<ReturnType<typeof startScene>>;

const CUSTOMERS = 150;
const tableSchema = z.object({ id: z.string(), name: z.string() });

/** An n8n, and a service whose customers are new in each check. */
export async function startScene(tools: ScriptTools, env?: NodeJS.ProcessEnv) {
	const service = { sizes: { customers: CUSTOMERS } };
	const sandbox = await startSandbox({ ...tools, service, env });
	const { rest, projectId } = sandbox;
	const customers: RecordList = sandbox.service.lists.GetCustomers;
	const tables = `/projects/${projectId}/data-tables`;

	/** Starts over with so many customers, in order. */
	const begin = (count = CUSTOMERS) => {
		customers.remove(0, customers.length);
		for (let index = 0; index < count; index++) customers.insert(customers.make(index));
	};

	/** Runs a workflow by hand. */
	const run = async (example: Example): Promise<Execution> =>
		await rest.run(await rest.createWorkflow(example), MANUAL_TRIGGER.name);

	const dataTables = async () =>
		(await rest.call('GET', tables, z.object({ data: z.array(tableSchema) }))).data;

	return { ...sandbox, tools, customers, begin, run, tables, dataTables };
}
