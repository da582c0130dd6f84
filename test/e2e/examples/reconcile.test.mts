import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { expectedRows } from '../../../demo/synchronisation.mts';
import { assertSuccess, outputOf, type Execution } from '../../harness/n8n/execution.mts';
import type { Row, Workflow } from '../../harness/n8n/rest.mts';
import { readExample, withNodes } from '../../harness/workflow/examples.mts';
import { publish } from '../../harness/workflow/polling.mts';
import { Canvas } from '../pages/canvas.mts';
import { CrmTable } from '../support/crmTable.mts';
import { useEditor } from '../support/editor.mts';

const SIZE = 40;
/** n8n limits each poll time to once a minute. */
const EVERY_5_SECONDS = {
	item: Array.from({ length: 12 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${5 * index} * * * * *`,
	})),
};
const POLLS = { timeout: 100_000, interval: 1_000 };

const { n8n, page, service } = useEditor({ sizes: { customers: SIZE } });

let reconciling: Workflow;
let table: CrmTable;

beforeAll(async () => {
	reconciling = await n8n.createWorkflow(readExample('reconcile-every-night.json'));
});
beforeEach(async () => {
	table = await CrmTable.create(n8n, expectedRows(service()));
});
afterAll(async () => await CrmTable.drop(n8n));

describe('Reconcile every night', () => {
	it('changes nothing when the table equals the list', async () => {
		const before = await table.rows();
		const execution = await reconcile();
		assertSuccess(execution);
		expect(saved(execution)).toEqual([]);
		expect(deleted(execution)).toEqual([]);
		expect(await table.rows()).toEqual(before);
	});

	it('repairs a row that was broken by hand, and touches no other', async () => {
		const before = await table.rows();
		await table.change('C000002', { company: 'Broken', creditLimit: null, active: false });
		const execution = await reconcile();
		assertSuccess(execution);
		expect(saved(execution)).toEqual(['C000002']);
		expect(await table.contacts()).toEqual(expectedRows(service()));
		const without = (rows: Row[]) => rows.filter(({ code }) => code !== 'C000002');
		expect(without(await table.rows())).toEqual(without(before));
	});

	it('adds a row that was deleted by hand', async () => {
		await table.remove('C000003');
		const execution = await reconcile();
		assertSuccess(execution);
		expect(saved(execution)).toEqual(['C000003']);
		expect(await table.contacts()).toEqual(expectedRows(service()));
	});

	it('deletes a row that was added by hand', async () => {
		await table.add({ code: 'HAND', company: 'Added by hand' });
		const execution = await reconcile();
		assertSuccess(execution);
		expect(deleted(execution)).toEqual(['HAND']);
		expect(await table.contacts()).toEqual(expectedRows(service()));
	});

	it('deletes only one of two rows with the same code', async () => {
		await table.add({ code: 'C000004', company: 'A second row' });
		const execution = await reconcile();
		assertSuccess(execution);
		expect(deleted(execution)).toEqual(['C000004']);
		expect(await table.contacts()).toEqual(expectedRows(service()));
	});

	it('mends everything at once', async () => {
		await table.change('C000002', { city: null });
		await table.remove('C000003');
		await table.add({ code: 'HAND' }, { company: 'No code' });
		const execution = await reconcile();
		assertSuccess(execution);
		expect(saved(execution).sort()).toEqual(['C000002', 'C000003']);
		expect(deleted(execution)).toEqual(['HAND', null]);
		expect(await table.contacts()).toEqual(expectedRows(service()));
	});

	it('fills an empty table', async () => {
		table = await CrmTable.create(n8n, []);
		assertSuccess(await reconcile());
		expect(await table.rows()).toMatchObject(expectedRows(service()));
	});

	it('deletes up to a fifth of the rows', async () => {
		await table.add(...strangers(SIZE / 4));
		const execution = await reconcile();
		assertSuccess(execution);
		expect(deleted(execution)).toHaveLength(SIZE / 4);
		expect(await table.contacts()).toEqual(expectedRows(service()));
	});

	it('stops before it changes anything when more than a fifth would be deleted', async () => {
		await table.add(...strangers(SIZE / 4 + 1));
		await table.change('C000002', { company: 'Broken' });
		await table.remove('C000003');
		const before = await table.rows();
		const { status, error } = await reconcile();
		expect(status).toBe('error');
		expect(error?.message).toContain('11 of 50 rows would be deleted');
		expect(await table.rows()).toEqual(before);
	});

	it('keeps every row when the list is empty', async () => {
		const { GetCustomers: customers } = service().lists;
		const all = customers.page(0, customers.length);
		customers.remove(0, all.length);
		onTestFinished(() => all.forEach((customer) => customers.insert(customer)));
		const before = await table.rows();
		const { status, error } = await reconcile();
		expect(status).toBe('error');
		expect(error?.message).toContain('40 of 40 rows would be deleted');
		expect(await table.rows()).toEqual(before);
	});

	it('keeps every row when the list cannot be read', async () => {
		service().setFaults([{ kind: 'status', status: 401 }]);
		const before = await table.rows();
		expect((await reconcile()).status).toBe('error');
		expect(await table.rows()).toEqual(before);
	});
});

it('repairs what Keep the CRM in step cannot notice', { timeout: 180_000 }, async () => {
	const example = readExample('keep-the-crm-in-step.json');
	const often = { 'When customers change': { parameters: { pollTimes: EVERY_5_SECONDS } } };
	const following = await publish(n8n, withNodes(example, often));
	onTestFinished(async () => await n8n.deactivate(following));
	const { GetCustomers: customers } = service().lists;
	customers.insert({ ...customers.at(0), Code: 'NEW' });
	customers.upsert(1, { ...customers.at(1), Name: 'New name' });
	customers.remove(0);
	await expect.poll(() => table.contacts(), POLLS).toEqual(expectedRows(service()));

	await table.change('C000002', { company: 'Broken by hand' });
	await pollOnceMore();
	expect(await table.contacts()).not.toEqual(expectedRows(service()));
	const canvas = await Canvas.open(page(), reconciling);
	await canvas.executeTo('Save to CRM');
	expect(await table.contacts()).toEqual(expectedRows(service()));
});

async function reconcile(): Promise<Execution> {
	return await n8n.run(reconciling, 'Run by hand');
}

function saved(execution: Execution): unknown[] {
	return outputOf(execution, 'Save to CRM').map(({ code }) => code);
}

function deleted(execution: Execution): unknown[] {
	return outputOf(execution, 'Remove from CRM').map(({ code }) => code);
}

function strangers(count: number): Row[] {
	return Array.from({ length: count }, (_, index) => ({ code: `HAND${index}` }));
}

/** Waits until the trigger has read the whole list once more. */
async function pollOnceMore(): Promise<void> {
	const { requests } = service();
	const from = requests.length;
	const begun = () => requests.slice(from).filter(({ offset }) => offset === 0).length;
	await expect.poll(begun, POLLS).toBeGreaterThan(1);
}
