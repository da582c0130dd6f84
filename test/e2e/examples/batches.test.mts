import { expect } from '@playwright/test';
import { crmRows } from '../../../demo/batches.mts';
import { batchKey } from '../../harness/n8n/credential.mts';
import { assertSuccess, outputOf, type Execution } from '../../harness/n8n/execution.mts';
import { Crm } from '../../harness/servers/crm.mts';
import { readExample, withNodes, type Example } from '../../harness/workflow/examples.mts';
import { MANUAL_TRIGGER } from '../../harness/workflow/nodes.mts';
import { test as base } from '../fixtures.mts';

const BATCH_SIZE = 200;
const SIZES = [0, BATCH_SIZE - 1, BATCH_SIZE, BATCH_SIZE + 1, 2 * BATCH_SIZE];
const REFUSED = { kind: 'status', status: 401 } as const;
/** A batch reads 50 customers beyond its end, in whole pages. */
const IN_THE_SECOND_BATCH_ALONE = BATCH_SIZE + 150;

const EXAMPLES = ['all-customers-in-batches.json', 'all-customers-over-several-workers.json'];

/** Of either example, so that they are quick to test. */
const SETTINGS = {
	batchSize: BATCH_SIZE,
	giveUpAfter: 3,
	batchesAtOnce: 3,
	attempts: 3,
	secondsBeforeRepeat: 1,
};
const assignments = Object.entries(SETTINGS).map(([name, value]) => {
	return { id: name, name, value, type: 'number' };
});
const QUICK = {
	Settings: { parameters: { assignments: { assignments } } },
	'Run the batch': { waitBetweenTries: 1 },
};

interface TestFixtures {
	/** Publishes an example; returns what runs it for a list of so many customers. */
	publish: (example: Example) => Promise<(customers: number) => Promise<Execution>>;
}

const test = base.extend<TestFixtures, { crm: Crm }>({
	crm: [
		async ({ surroundings }, use) => use(await Crm.create(surroundings.postgres)),
		{ scope: 'worker' },
	],
	publish: async ({ crm, n8n, service }, use) => {
		await n8n.createCredential(crm.credential());
		await n8n.createCredential(batchKey());
		await crm.clear();
		const { GetCustomers: list } = service.lists;
		await use(async (example) => {
			const workflow = await n8n.createWorkflow(example);
			await n8n.activate(workflow);
			return async (customers) => {
				list.remove(0, list.length);
				for (let index = 0; index < customers; index++) list.insert(list.make(index));
				return await n8n.run(workflow, MANUAL_TRIGGER.name);
			};
		});
	},
});

// The database can be created only once, so no other worker may go on after a failure.
test.describe.configure({ mode: 'serial' });

for (const file of EXAMPLES) {
	const quick = withNodes(readExample(file), QUICK);

	test(`${file} works as it is imported`, async ({ crm, publish, service }) => {
		const run = await publish(readExample(file));
		assertSuccess(await run(BATCH_SIZE));
		expect(await crm.rows()).toEqual(crmRows(service));
	});

	test(`${file} ends with the last batch, full or not`, async ({ crm, publish, service }) => {
		const run = await publish(quick);
		for (const customers of SIZES) {
			await crm.clear();
			const execution = await run(customers);
			assertSuccess(execution);
			expect(outputOf(execution, 'All customers saved')).toEqual([{ customers }]);
			expect(await crm.rows()).toEqual(crmRows(service));
		}
	});

	test(`${file} repeats what fails, and names what is missing`, async ({
		crm,
		publish,
		service,
	}) => {
		const run = await publish(quick);
		service.setFaults([{ ...REFUSED, offset: IN_THE_SECOND_BATCH_ALONE }]);
		const { error } = await run(4 * BATCH_SIZE);
		expect(error?.message).toMatch(`missing: the batches at offset ${BATCH_SIZE}. Run`);
		const saved = await crm.count();
		expect(saved).toBeGreaterThan(3 * BATCH_SIZE);
		expect(saved).toBeLessThan(4 * BATCH_SIZE);

		// The node itself requests a page that it had requested early once more.
		service.setFaults([{ ...REFUSED, offset: IN_THE_SECOND_BATCH_ALONE, times: 2 }]);
		assertSuccess(await run(4 * BATCH_SIZE));
		expect(await crm.rows()).toEqual(crmRows(service));
	});

	test(`${file} stops when no batch succeeds`, async ({ crm, publish, service }) => {
		const run = await publish(quick);
		service.setFaults([REFUSED]);
		const { error } = await run(20 * BATCH_SIZE);
		const missing = /at offset 0, 200, 400.*, and every customer from offset \d+ on/;
		expect(error?.message).toMatch(missing);
		expect(await crm.count()).toBe(0);
	});
}
