import { expect } from '@playwright/test';
import { CREDENTIAL_NAME } from '../../../harness/n8n/credential.mts';
import { tidyUp } from '../../../harness/sandbox.mts';
import { test } from './fixtures.mts';
import { takePicture } from './picture.mts';

// The way of a newcomer. As many customers as the demo has, in a window that shows whole forms.
test.use({ sizes: { customers: 200 }, viewport: { width: 1680, height: 1120 } });

test('installs by the name of the package', async ({ page }) => {
	await page.goto('/settings/community-nodes');
	await page.getByRole('button', { name: 'Install a community node' }).click();
	const dialog = page.locator('.el-dialog').filter({ visible: true });
	await dialog.getByTestId('package-name-input').fill('n8n-nodes-customer-data');
	await dialog.getByTestId('user-agreement-checkbox').click();
	await expect(dialog.getByRole('button', { name: 'Install', exact: true })).toBeEnabled();
});

test('finds and reads customers @quick', async ({ page, panel, node, n8n, service }) => {
	// n8n only offers to connect while there is no credential yet.
	await tidyUp(n8n);
	const form = page.getByTestId('editCredential-modal');
	const field = (name: string) => form.getByTestId(`parameter-input-${name}`).locator('input');
	const save = form.getByTestId('credential-save-button');

	await test.step('finds the node with its actions', async () => {
		await panel.openFor('customer');
		await expect(panel.icon('Customer Data')).not.toHaveJSProperty('naturalWidth', 0);
		// From the first entry, which n8n marks, to ours.
		await page.keyboard.press('ArrowDown');
		await panel.entry('Customer Data').click();
		const categories = panel.panel.getByTestId('node-creator-category-item');
		await categories.filter({ hasText: /^Actions/ }).click();
		await expect(panel.entry('Get many customer groups')).toBeVisible();
		await panel.entry('Get many customers').click();
	});

	await test.step('says that a host was not found and that a key is wrong', async () => {
		await node.dialog.getByRole('button', { name: 'Connect to Customer Data' }).click();
		await field('baseUrl').fill('http://customers.invalid/rest/v1');
		await field('apiKey').fill('a-wrong-key');
		await field('companyId').fill(service.companyId);
		await form.getByTestId('parameter-input-allowedHttpRequestDomains').click();
		await page.getByRole('option', { name: 'None' }).click();
		await save.click();
		// Stays open until the form is closed.
		await form.getByText('More details').click();
		await expect(form).toContainText('The host is: "customers.invalid". Check');

		await field('baseUrl').fill(service.baseUrl);
		await save.click();
		await expect(form).toContainText('did not accept the API key or the company ID (status 401)');
	});

	await test.step('accepts the right ones', async () => {
		await field('apiKey').fill(service.apiKey);
		await save.click();
		await expect(form).toBeHidden();
		await expect(node.credential).toHaveValue(CREDENTIAL_NAME);

		// n8n tests a credential again when it is opened.
		await node.dialog.getByTestId('credential-edit-button').click();
		await expect(form).toContainText('Connection tested successfully');
		await form.getByRole('button', { name: 'Close' }).click();
	});

	await test.step('shows the first 50, and that there are more', async () => {
		await node.execute();
		await expect(node.itemCount).toHaveText('50 items');
		// n8n itself says that the limit was reached, but not whether there is more.
		await expect(node.hints).toHaveCount(2);
		await expect(node.hints.filter({ hasText: 'there may be more.' })).toHaveText([
			/^50 records were returned/,
		]);
	});

	await test.step('shows all with Return All', async () => {
		await node.parameter('returnAll').locator('.el-switch').click();
		await node.execute();
		await expect(node.itemCount).toHaveText('200 items');
		await expect(node.hints).toHaveCount(0);
		await takePicture(page, 'node', await node.area(560));
	});

	await test.step('shows those with some words with Search', async () => {
		await node.choose('operation', 'Search');
		await node.parameter('search').locator('input').fill('schroder');
		await node.execute();
		await expect(node.itemCount).toHaveText('1 item');
	});
});

test('tests and publishes a trigger @quick', async ({ canvas, credential, panel, node }) => {
	await panel.openFor('customer');
	await panel.entry('Customer Data').click();
	await panel.entry('On record created or updated').click();
	await expect(node.credential).toHaveValue(credential.name);
	const names = ['pollTimes.item[0].mode', 'resource', 'keyField', 'events'];
	await expect.poll(() => node.parameterNames()).toEqual(names);

	await node.choose('events', 'Record Removed');
	await node.execute();
	await expect(node.itemCount).toHaveText('3 items');
	await expect(node.columns).toHaveText(['event', 'key', 'record', 'eventId']);
	await expect(node.output).not.toContainText('undefined');
	await expect(node.hints).toHaveCount(0);

	await node.dialog.getByTestId('ndv-close-button').click();
	await canvas.publish();
	await expect(canvas.activationDialog).toContainText('The first poll remembers');
});
