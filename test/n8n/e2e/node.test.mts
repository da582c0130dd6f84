import { expect } from '@playwright/test';
import {
	BY_CODE,
	customerData,
	customerDataTrigger,
	MANUAL_TRIGGER,
	NODE_NAME,
	TRIGGER_NAME,
} from '../../../harness/workflow/nodes.mts';
import { publish } from '../../../harness/workflow/polling.mts';
import { workflow } from '../../../harness/workflow/workflow.mts';
import { test } from './fixtures.mts';

// A window that shows whole forms.
test.use({ viewport: { width: 1680, height: 1120 } });

/** Has no model or tools yet. */
const AGENT = { name: 'AI Agent', type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 3.1 };

/** n8n shows no schema preview in the input of its core nodes, so this takes an app node. */
const CRM = { name: 'HubSpot', type: 'n8n-nodes-base.hubspot', typeVersion: 2.2 };

test('shows the parameters and options that fit', async ({ node, credential, open }) => {
	await open(workflow('Customers', [MANUAL_TRIGGER, customerData(credential)]), NODE_NAME);
	const parameters = expect.poll(() => node.parameterNames());
	await parameters.toEqual(['resource', 'operation', 'returnAll', 'limit']);
	await node.addButton.click();
	await expect(node.choices).toHaveCount(6);
	await node.addButton.click();

	await node.parameter('returnAll').locator('.el-switch').click();
	await parameters.toEqual(['resource', 'operation', 'returnAll']);
	await node.addButton.click();
	await expect(node.choices).toHaveCount(8);
	await node.addButton.click();

	await node.choose('resource', 'Other List');
	await parameters.toEqual(['resource', 'operation', 'operationName', 'returnAll']);
});

test('says that a comparison found nothing to do', async ({ node, credential, open }) => {
	const rows = { ...customerData(credential, { returnAll: true }), name: 'Read the CRM' };
	const comparison = customerData(credential, {
		operation: 'compare',
		...BY_CODE,
		inputKey: 'Code',
		compareFields: { pairs: [{ field: 'Name', value: 'Name' }] },
	});
	await open(workflow('In step', [MANUAL_TRIGGER, rows, comparison]), NODE_NAME);
	await node.execute();
	await expect(node.hints).toHaveText([
		/^1240 contacts compared with 1240 records: nothing to create, update or remove\.\s*$/,
	]);
});

test('says why it failed, and what to do', async ({ node, credential, n8n, open }) => {
	const { type, data } = credential;
	const old = { name: 'Old account', type, data: { ...data, apiKey: 'withdrawn-key' } };
	const reader = customerData(await n8n.createCredential(old));
	await open(workflow('Customers', [MANUAL_TRIGGER, reader]), NODE_NAME);
	await node.execute();
	await expect(node.errorMessage).toContainText('did not accept the API key or the company ID');
	await expect(node.errorDescription).toContainText('Check both in the credential');
});

test('says why a poll failed', async ({ page, canvas, node, credential, n8n, service }) => {
	const draft = workflow('What changed', [customerDataTrigger(credential)]);
	const watching = await publish(n8n, draft);
	const { GetCustomers: list } = service.lists;
	list.remove(0, list.length / 2);
	const ids = () => n8n.executionIds(watching);
	await expect.poll(ids, { timeout: 60_000, intervals: [500] }).not.toEqual([]);
	await page.goto(`/workflow/${watching.id}/executions`);
	await canvas.openNode(TRIGGER_NAME);
	await expect(node.errorMessage).toContainText('620 of 1240 records are missing');
	await expect(node.errorDescription).toContainText("set 'Max Removals (%)'");
});

test('is a tool whose parameters the model can define', async ({ page, panel, node, open }) => {
	await open(workflow('Agent', [MANUAL_TRIGGER, AGENT]));
	const inlets = page.getByTestId('canvas-node-input-handle');
	const inlet = inlets.filter({ has: page.getByText('Tool', { exact: true }) });
	// n8n sometimes opens another list.
	await expect(async () => {
		await page.keyboard.press('Escape');
		await inlet.getByTestId('canvas-handle-plus').click();
		await panel.heading('Tools').waitFor({ timeout: 10_000 });
	}).toPass();
	await panel.search('customer');
	await expect(panel.icon('Customer Data Tool')).not.toHaveJSProperty('naturalWidth', 0);
	await panel.entry('Customer Data Tool').click();
	const letModelDefine = async (parameter: string) => {
		const field = node.dialog.getByTestId(`parameter-input-${parameter}`);
		await field.getByTestId('from-ai-override-button').click();
	};
	await node.choose('operation', 'Search');
	await letModelDefine('search');
	await expect(node.dialog.getByTestId('fromAI-override-field')).toHaveCount(1);
	await node.addOption('Field Names or IDs');
	await node.choose('options.fields', 'City', 'Code', 'Name');
	await page.keyboard.press('Escape');
});

test('shows its fields to the next node', async ({ page, credential, open, service }) => {
	const groups = customerData(credential, { resource: 'customerGroup' });
	await open(workflow('Groups to a CRM', [MANUAL_TRIGGER, groups, CRM]), CRM.name);
	const input = page.getByTestId('ndv-input-panel');
	await expect(input).toContainText('Usually outputs the following fields.');
	// Without n8n's own variables, such as $now.
	const fields = input.getByTestId('run-data-schema-item').filter({ hasNotText: /^\s*\$/ });
	const names = ['Code', 'Description', 'PaymentCondition', 'DeliveryCondition', 'Active'];
	await expect(fields).toHaveText(names);
	expect(service.requests).toEqual([]);
});
