import { expect } from '@playwright/test';
import { expectedRows } from '../../../demo/synchronisation.mts';
import { assertSuccess, outputOf, type Execution } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import { readExample, withNodes } from '../../harness/workflow/examples.mts';
import { MANUAL_TRIGGER } from '../../harness/workflow/nodes.mts';
import { test as base } from '../fixtures.mts';
import { createCrmTable } from './crmTable.mts';

const test = base.extend<{
	/** Runs the example. */
	reconcile: () => Promise<Execution>;
	/** What the table should hold. */
	expected: Row[];
	/** What the node `Settings` has in place of the example's own. */
	settings: object;
}>({
	sizes: { customers: 40 },
	settings: [{}, { option: true }],
	reconcile: async ({ n8n, settings }, use) => {
		const example = readExample('reconcile-every-night.json');
		const workflow = await n8n.createWorkflow(withNodes(example, { Settings: settings }));
		await use(async () => await n8n.run(workflow, MANUAL_TRIGGER.name));
	},
	expected: async ({ service }, use) => use(expectedRows(service)),
});

test('fixes what was changed by hand, says so, and leaves alone what has no code', async ({
	n8n,
	reconcile,
	expected,
	service,
}) => {
	const [first, second, , ...others] = expected;
	const broken = { ...second, company: 'Broken', creditLimit: null, active: false };
	const nameless = { code: null, company: 'No code' };
	const added = [{ code: 'HAND' }, nameless, { code: 'C000004', company: 'Twin' }];
	const rows = await createCrmTable(n8n, [{ ...first }, broken, ...others, ...added]);
	service.lists.GetCustomers.insert({ Name: 'No code either' });
	const fixed = await reconcile();
	assertSuccess(fixed);
	expect(codes(fixed, 'Save to CRM').sort()).toEqual(['C000002', 'C000003']);
	expect(codes(fixed, 'Remove from CRM')).toEqual(['HAND', 'C000004']);
	const found = (await rows()).filter(({ code }) => code);
	expect(found).toEqual(expected);
	expect(await rows()).toHaveLength(found.length + 1);
	expect(outputOf(fixed, 'What was corrected')).toEqual([
		{
			...{ dryRun: false, added: 1, updated: 1, deleted: 2, withoutCode: ['No code either'] },
			codes: ['C000003', 'C000002', 'HAND', 'C000004'],
		},
	]);

	const again = await reconcile();
	assertSuccess(again);
	expect(codes(again, 'Save to CRM')).toEqual([]);
	expect(codes(again, 'Remove from CRM')).toEqual([]);
	const nothing = { added: 0, updated: 0, deleted: 0, codes: [] };
	expect(outputOf(again, 'What was corrected')).toMatchObject([nothing]);
});

test.describe('a dry run', () => {
	const assignments = {
		assignments: [{ id: 'dryRun', name: 'dryRun', value: true, type: 'boolean' }],
	};
	test.use({ settings: { parameters: { assignments, includeOtherFields: false } } });
	test('only says what it would change', async ({ n8n, reconcile, expected }) => {
		const rows = await createCrmTable(n8n, [...expected.slice(1), ...strangers(2)]);
		const before = await rows();
		const looked = await reconcile();
		assertSuccess(looked);
		expect(await rows()).toEqual(before);
		const would = { dryRun: true, added: 1, updated: 0, deleted: 2 };
		expect(outputOf(looked, 'What was corrected')).toMatchObject([would]);
	});
});

test('fills a table that was emptied', async ({ n8n, reconcile, expected }) => {
	const rows = await createCrmTable(n8n, []);
	assertSuccess(await reconcile());
	expect(await rows()).toEqual(expected);
});

test('deletes up to a fifth of the rows', async ({ n8n, reconcile, expected }) => {
	const rows = await createCrmTable(n8n, [...expected, ...strangers(10)]);
	assertSuccess(await reconcile());
	expect(await rows()).toEqual(expected);
});

test('changes nothing where more would be deleted', async ({ n8n, reconcile, expected }) => {
	const rows = await createCrmTable(n8n, [...expected.slice(1), ...strangers(11)]);
	const before = await rows();
	expect((await reconcile()).error?.message).toContain('11 of 50 rows would be deleted');
	expect(await rows()).toEqual(before);
});

test('changes nothing without a list', async ({ n8n, reconcile, expected, service }) => {
	const rows = await createCrmTable(n8n, expected);
	service.lists.GetCustomers.remove(0, 40);
	expect((await reconcile()).error?.message).toContain('40 of 40 rows would be deleted');
	service.setFaults([{ kind: 'status', status: 401 }]);
	expect((await reconcile()).status).toBe('error');
	expect(await rows()).toEqual(expected);
});

function codes(execution: Execution, node: string): unknown[] {
	return outputOf(execution, node).map(({ code }) => code);
}

function strangers(count: number): Row[] {
	return Array.from({ length: count }, (_, index) => ({ code: `HAND${index}` }));
}
