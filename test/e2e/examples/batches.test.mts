import type { INode } from 'n8n-workflow';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { crmRows } from '../../../demo/batches.mts';
import { batchKey } from '../../harness/n8n/credential.mts';
import { assertSuccess, outputOf, type Execution } from '../../harness/n8n/execution.mts';
import type { Workflow } from '../../harness/n8n/rest.mts';
import { Crm } from '../../harness/servers/crm.mts';
import { pathOf, readExample, withNodes } from '../../harness/workflow/examples.mts';
import { Canvas } from '../pages/canvas.mts';
import { useEditor } from '../support/editor.mts';

const BATCH_SIZE = 200;
const REFUSED = { kind: 'status', status: 401 } as const;

/** What makes the examples quick to test, by file. */
const CHANGES: Record<string, Record<string, Partial<INode>>> = {
	'all-customers-in-batches.json': {
		Settings: settings({ batchSize: BATCH_SIZE, giveUpAfter: 3 }),
		'Run the batch': { waitBetweenTries: 1 },
	},
	'all-customers-over-several-workers.json': {
		Settings: settings({
			batchSize: BATCH_SIZE,
			batchesAtOnce: 3,
			attempts: 3,
			secondsBeforeRepeat: 1,
		}),
	},
};

const { n8n, page, service } = useEditor({ sizes: { customers: 0 } });

let crm: Crm;
beforeAll(async () => {
	crm = await Crm.create(inject('surroundings').postgres);
	await n8n.createCredential(crm.credential());
	await n8n.createCredential(batchKey());
});

describe.each(Object.entries(CHANGES))('%s', (file, changes) => {
	let workflow: Workflow;
	beforeAll(async () => {
		workflow = await n8n.createWorkflow(withNodes(readExample(file), changes));
		await n8n.activate(workflow);
	});
	afterAll(async () => await n8n.deactivate(workflow));
	beforeEach(async () => {
		service().setFaults([]);
		await crm.clear();
	});
	const run = async () => await n8n.run(workflow, 'Run by hand');

	it.each([0, BATCH_SIZE - 1, BATCH_SIZE, BATCH_SIZE + 1, 2 * BATCH_SIZE])(
		'saves each of %i customers once',
		async (customers) => {
			fillList(customers);
			const execution = await run();
			assertSuccess(execution);
			expect(outputOf(execution, 'All customers saved')).toEqual([{ customers }]);
			expect(await crm.rows()).toEqual(crmRows(service()));
		},
	);

	it('repeats a batch that fails once', async () => {
		fillList(4 * BATCH_SIZE);
		// The node itself requests a page that it had requested early once more.
		service().setFaults([{ ...REFUSED, offset: inTheSecondBatchAlone(), times: 2 }]);
		const execution = await run();
		assertSuccess(execution);
		expect(await crm.rows()).toEqual(crmRows(service()));
	});

	it('names a batch that is missing, and saves it when run again', async () => {
		fillList(4 * BATCH_SIZE);
		service().setFaults([{ ...REFUSED, offset: inTheSecondBatchAlone() }]);
		expect(messageOf(await run())).toMatch(`missing: the batches at offset ${BATCH_SIZE}. Run`);
		const codes = (await crm.rows()).length;
		expect(codes).toBeGreaterThan(3 * BATCH_SIZE);
		expect(codes).toBeLessThan(4 * BATCH_SIZE);

		service().setFaults([]);
		assertSuccess(await run());
		expect(await crm.rows()).toEqual(crmRows(service()));
	});

	it('stops when no batch succeeds', async () => {
		fillList(20 * BATCH_SIZE);
		service().setFaults([REFUSED]);
		const message = messageOf(await run());
		expect(message).toMatch(/at offset 0, 200, 400.*, and every customer from offset \d+ on/);
		expect(await crm.count()).toBe(0);
	});
});

it('runs in batches as soon as it is imported', async () => {
	fillList(BATCH_SIZE);
	await crm.clear();
	const canvas = await Canvas.openNew(page());
	await canvas.importFile(pathOf('all-customers-in-batches.json'));
	await canvas.executeTo('All customers saved');
	expect(await crm.rows()).toEqual(crmRows(service()));
});

/** The parameters of a node that holds settings. */
function settings(values: Record<string, number>): Partial<INode> {
	const assignments = Object.entries(values).map(([name, value]) => {
		return { id: name, name, value, type: 'number' };
	});
	return { parameters: { assignments: { assignments } } };
}

function fillList(customers: number): void {
	const { GetCustomers: list } = service().lists;
	list.remove(0, list.length);
	for (let index = 0; index < customers; index++) list.insert(list.make(index));
}

/** A batch reads 50 customers beyond its end, in whole pages. */
function inTheSecondBatchAlone(): number {
	return BATCH_SIZE + 150;
}

function messageOf({ error }: Execution): string {
	return error?.message ?? '';
}
