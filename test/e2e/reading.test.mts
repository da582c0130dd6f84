import { expect, it } from 'vitest';
import { customerData, MANUAL_TRIGGER } from '../harness/workflow/nodes.mts';
import { workflow } from '../harness/workflow/workflow.mts';
import type { NodeDetails } from './pages/nodeDetails.mts';
import { useEditor } from './support/editor.mts';
import { areaOf, takePicture } from './support/picture.mts';

const { n8n, credential, open, page, service } = useEditor();

it('shows Operation Name only for Other List', async () => {
	const node = await openNode();
	await node.choose('resource', 'Customer Group');
	const names = ['resource', 'operation', 'returnAll', 'limit'];
	await expect.poll(() => node.parameterNames()).toEqual(names);
	await node.choose('resource', 'Other List');
	await expect.poll(() => node.parameterNames()).toContain('operationName');
});

it('offers more options instead of Limit when Return All is on', async () => {
	const node = await openNode();
	const always = [
		'Field Names or IDs',
		'Interval Between Requests',
		'Max Retries',
		'Offset',
		'Search',
		'Timeout',
	];
	expect(await node.optionNames()).toEqual(always);
	await node.turnOn('returnAll');
	await expect.poll(() => node.parameterNames()).not.toContain('limit');
	const withReturnAll = [...always, 'Max Records', 'Parallel Requests'];
	expect(await node.optionNames()).toEqual(withReturnAll.sort());
});

it('returns the first records and hints that there are more', async () => {
	const node = await openNode();
	await node.choose('resource', 'Customer Group');
	await node.execute();
	expect(await node.output.itemCount()).toBe('50 items');
	expect(await node.output.columns()).toEqual(
		Object.keys(service().lists.GetCustomerGroups.at(0) ?? {}),
	);
	await node.output.hints.filter({ hasText: 'Return All' }).first().waitFor();
});

it('returns the whole list with Return All', async () => {
	const node = await openNode({ options: { fields: ['Code', 'Name', 'City'] } });
	await node.turnOn('returnAll');
	await node.execute();
	expect(await node.output.itemCount()).toBe(`${service().lists.GetCustomers.length} items`);
	expect(await node.output.hints.count()).toBe(0);
});

it('returns only the fields that you choose', async () => {
	const node = await openNode();
	await node.choose('resource', 'Customer Group');
	await node.addOption('Field Names or IDs');
	await node.choose('options.fields', 'Code', 'Description');
	expect(await node.choices.allInnerTexts()).toEqual([
		'Active',
		'Code',
		'DeliveryCondition',
		'Description',
		'PaymentCondition',
	]);
	await node.execute();
	expect(await node.output.columns()).toEqual(['Code', 'Description']);
});

it('says what happened and what to do when the key is no longer accepted', async () => {
	const { type, data } = credential();
	const old = { name: 'Old account', type, data: { ...data, apiKey: 'withdrawn-key' } };
	const node = await openNode({}, await n8n.createCredential(old));
	await node.execute();
	expect(await node.output.errorMessage.innerText()).toBe(
		'The service did not accept the API key or the company ID (status 401)',
	);
	expect(await node.output.errorDescription.innerText()).toContain('Check both in the credential');
	await takePicture(page(), 'error', () => areaOf(node.dialog));
});

async function openNode(
	parameters: Record<string, unknown> = {},
	account = credential(),
): Promise<NodeDetails> {
	const nodes = [MANUAL_TRIGGER, customerData(account, parameters)];
	const canvas = await open(workflow('Customers', nodes));
	return await canvas.openNode('Customer Data');
}
