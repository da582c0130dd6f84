import { expect } from '@playwright/test';
import { expectedRows } from '../../../demo/synchronisation.mts';
import { assertSuccess, outputOf, type Execution } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import { readExample } from '../../harness/workflow/examples.mts';
import { MANUAL_TRIGGER } from '../../harness/workflow/nodes.mts';
import { test as base } from '../fixtures.mts';

const SIZE = 40;

const test = base.extend<{
	/** Runs the example. */
	reconcile: () => Promise<Execution>;
}>({
	sizes: { customers: SIZE },
	reconcile: async ({ n8n, table: _table }, use) => {
		const workflow = await n8n.createWorkflow(readExample('reconcile-every-night.json'));
		await use(async () => await n8n.run(workflow, MANUAL_TRIGGER.name));
	},
});

test('mends what was changed by hand, and nothing else', async ({ reconcile, service, table }) => {
	const untouched = (await table.rows()).slice(3);
	await table.change('C000002', { company: 'Broken', creditLimit: null, active: false });
	await table.remove('C000003');
	const added = [{ code: 'HAND' }, { company: 'No code' }, { code: 'C000004', company: 'Twin' }];
	await table.add(...added);
	const mended = await reconcile();
	assertSuccess(mended);
	expect(codes(mended, 'Save to CRM').sort()).toEqual(['C000002', 'C000003']);
	expect(codes(mended, 'Remove from CRM')).toEqual(['HAND', null, 'C000004']);
	expect(await table.contacts()).toEqual(expectedRows(service));
	expect(await table.rows()).toEqual(expect.arrayContaining(untouched));

	const again = await reconcile();
	assertSuccess(again);
	expect(codes(again, 'Save to CRM')).toEqual([]);
	expect(codes(again, 'Remove from CRM')).toEqual([]);
});

test('fills a table that was emptied', async ({ reconcile, service, table }) => {
	for (const { code } of expectedRows(service)) await table.remove(String(code));
	assertSuccess(await reconcile());
	expect(await table.contacts()).toEqual(expectedRows(service));
});

test('deletes up to a fifth of the rows, or nothing', async ({ reconcile, service, table }) => {
	await table.add(...strangers(SIZE / 4));
	assertSuccess(await reconcile());
	expect(await table.contacts()).toEqual(expectedRows(service));

	await table.add(...strangers(SIZE / 4 + 1));
	await table.change('C000002', { company: 'Broken' });
	await table.remove('C000003');
	const before = await table.rows();
	const { error } = await reconcile();
	expect(error?.message).toContain('11 of 50 rows would be deleted');
	expect(await table.rows()).toEqual(before);
});

test('changes nothing without a list', async ({ reconcile, service, table }) => {
	const before = await table.rows();
	service.lists.GetCustomers.remove(0, SIZE);
	expect((await reconcile()).error?.message).toContain('40 of 40 rows would be deleted');
	service.setFaults([{ kind: 'status', status: 401 }]);
	expect((await reconcile()).status).toBe('error');
	expect(await table.rows()).toEqual(before);
});

function codes(execution: Execution, node: string): unknown[] {
	return outputOf(execution, node).map(({ code }) => code);
}

function strangers(count: number): Row[] {
	return Array.from({ length: count }, (_, index) => ({ code: `HAND${index}` }));
}
