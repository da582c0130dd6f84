import { randomUUID } from 'node:crypto';
import type { Execution } from '../../harness/n8n/execution.mts';
import type { N8nRest, Row } from '../../harness/n8n/rest.mts';
import { addService } from '../../harness/sandbox.mts';
import type { Check } from '../../harness/script/checks.mts';
import type { ScriptTools } from '../../harness/script/script.mts';
import { waitFor } from '../../harness/script/waitFor.mts';
import { triggerOf, withNodes, type Example } from '../../harness/workflow/examples.mts';
import type { RecordList } from '../../service/recordList.mts';
import type { DataRecord } from '../../service/records.mts';

/** Makes checks of one subject, which all begin in the same way. */
export function checksOf<T>(subject: string, begin: () => Promise<T>) {
	return (name: string, prove: (begun: T) => Promise<void>, isQuick = false): Check => ({
		name: `${subject}: ${name}`,
		isQuick,
		prove: async () => await prove(await begin()),
	});
}

export type Scene = Awaited<ReturnType<typeof startScene>>;

const CUSTOMERS = 150;
const FIRST_OTHER = 10_000;

/** An n8n, and a service whose customers are new in each check. */
export async function startScene(rest: N8nRest, { cleanup }: ScriptTools) {
	const sizes = { customers: CUSTOMERS };
	const scene = await addService(rest, { cleanup, service: { sizes } });
	const { service } = scene;
	const customers: RecordList = service.lists.GetCustomers;

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

	/** Runs a workflow by hand, from its trigger. */
	const run = async (example: Example): Promise<Execution> =>
		await rest.run(await rest.createWorkflow(example), triggerOf(example));

	/**
	 * Publishes a workflow while something is proven with its executions; a webhook stands in for its schedule.
	 *
	 * @param prove gets a function that runs it
	 */
	const published = async (
		example: Example,
		prove: (runAgain: () => Promise<Execution>) => Promise<void>,
	) => {
		const path = randomUUID();
		const webhook = {
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { path, options: {} },
		};
		const own = withNodes(example, { [triggerOf(example)]: { ...webhook, webhookId: path } });
		const workflow = await rest.createWorkflow(own);
		await rest.activate(workflow);
		const isStarted = async () => (await fetch(`${rest.url}/webhook/${path}`)).ok;
		const runAgain = async () => {
			const { length: before } = await rest.executionIds(workflow);
			await waitFor(isStarted, { failure: 'n8n does not listen' });
			const newest = async () => (await rest.executionIds(workflow))[before];
			return await rest.finished(await waitFor(newest, { failure: 'No execution' }));
		};
		await prove(runAgain).finally(async () => await rest.deactivate(workflow));
	};

	return { ...scene, customers, begin, another, change, run, published };
}

/** The rows without what n8n's Data Table adds, and in an order that all tables share. */
export function comparable(rows: Row[]): Row[] {
	const key = ({ code, companyId }: Row) => `${companyId} ${code}`;
	return rows
		.map(({ id: _id, createdAt: _created, updatedAt: _updated, ...row }) => row)
		.toSorted((a, b) => key(a).localeCompare(key(b)));
}
