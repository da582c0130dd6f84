import { onTestFinished } from 'vitest';
import type { Execution } from '../../harness/n8n/execution.mts';
import type { N8nRest } from '../../harness/n8n/rest.mts';
import { addService } from '../../harness/sandbox.mts';
import type { ScriptTools } from '../../harness/script/script.mts';
import { triggerOf, type Example } from '../../harness/workflow/examples.mts';
import { publish } from '../../harness/workflow/polling.mts';
import { customersOf } from '../../harness/workflow/rows.mts';
import type { RecordList } from '../../service/recordList.mts';
import type { DataRecord } from '../../service/records.mts';
import { publishNights } from '../../test/support/published.mts';

export type CrmScene = Awaited<ReturnType<typeof startCrmScene>>;

const CUSTOMERS = 150;
const FIRST_OTHER = 10_000;

/** An n8n, and a service whose customers are new in each test. */
export async function startCrmScene(rest: N8nRest, { cleanup }: ScriptTools) {
	const sizes = { customers: CUSTOMERS };
	const scene = await addService(rest, { cleanup, service: { sizes } });
	const { service } = scene;
	const customers: RecordList = service.lists.GetCustomers;
	const codeOf = (index: number) => String(customers.at(index)?.Code);

	/** Starts over with so many customers, in order. */
	const begin = (count = CUSTOMERS) => {
		service.setFaults([]);
		customers.remove(0, customers.length);
		for (let index = 0; index < count; index++) customers.insert(customers.make(index));
	};

	let others = FIRST_OTHER;
	/** A customer that was never in the list. */
	const another = (): DataRecord => customers.make(others++);

	/** Gives a customer other values in some fields. */
	const change = (index: number, fields: DataRecord) =>
		customers.upsert(index, { ...customers.at(index), ...fields });

	const changeAll = (fieldsOf: (customer: DataRecord, index: number) => DataRecord) => {
		for (const [index, customer] of customersOf(service).entries()) {
			change(index, fieldsOf(customer, index));
		}
	};

	/** Runs a workflow by hand, from its trigger. */
	const run = async (example: Example): Promise<Execution> =>
		await rest.run(await rest.createWorkflow(example), triggerOf(example));

	/** The same, of which only the message counts. */
	const messageOf = async (example: Example) => (await run(example)).error?.message ?? '';

	/** Publishes a workflow until the test ends. Returns what runs it. */
	const published = async (example: Example) => (await publishNights(rest, example)).night;

	/** The same of one that polls. Returns what waits for its executions. */
	const polling = async (example: Example) => {
		const workflow = await publish(rest, example);
		onTestFinished(async () => await rest.deactivate(workflow));
		return async (): Promise<Execution[]> =>
			await Promise.all((await rest.executionIds(workflow)).map((id) => rest.finished(id)));
	};

	return {
		...scene,
		customers,
		codeOf,
		begin,
		another,
		change,
		changeAll,
		run,
		messageOf,
		published,
		polling,
	};
}
