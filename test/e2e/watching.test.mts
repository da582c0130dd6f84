import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { RunningService } from '../../service/server.mts';
import { outputOf } from '../../harness/n8n/execution.mts';
import type { N8nRest, Workflow, WorkflowDraft } from '../../harness/n8n/rest.mts';
import { TRIGGER_NAME, customerDataTrigger } from '../../harness/workflow/nodes.mts';
import { publish } from '../../harness/workflow/polling.mts';
import { workflow } from '../../harness/workflow/workflow.mts';
import { test as base } from './fixtures.mts';

const NEW_NAME = 'When customers change';
const POLLS = { timeout: 60_000, intervals: [500] };

const test = base.extend<{ draft: WorkflowDraft }>({
	sizes: { customers: 120 },
	draft: async ({ credential }, use) =>
		use(workflow('What changed', [customerDataTrigger(credential)])),
});

test('shows why a poll failed', async ({ page, canvas, node, draft, n8n, service }) => {
	const watching = await publish(n8n, draft);
	service.lists.GetCustomers.remove(60, 60);
	await expect.poll(() => n8n.executionIds(watching), POLLS).not.toEqual([]);
	await page.goto(`/workflow/${watching.id}/executions`);
	await canvas.openNode(TRIGGER_NAME);
	await expect(node.errorMessage).toContainText('60 of 120 records are missing');
	await expect(node.errorDescription).toContainText("raise 'Max Removals (%)'");
});

test('survives a rename', async ({ page, canvas, node, draft, n8n, service }) => {
	const watching = await n8n.createWorkflow(draft);
	await canvas.open(watching);
	await canvas.publish();
	await canvas.activationDialog.getByRole('button', { name: 'Got it' }).click();
	insertCustomer('BEFORE', service);
	await expect.poll(() => emittedBy(watching, n8n), POLLS).toEqual(['created BEFORE']);

	await canvas.node(TRIGGER_NAME).click();
	await page.keyboard.press('F2');
	await page.getByRole('dialog').getByRole('textbox').fill(NEW_NAME);
	await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
	await canvas.node(NEW_NAME).waitFor();
	await canvas.publish(() => insertCustomer('MEANWHILE', service));
	await expect(canvas.publishButton).toHaveText('Published');
	insertCustomer('AFTER', service);
	const all = ['created BEFORE', 'created MEANWHILE', 'created AFTER'];
	await expect.poll(() => emittedBy(watching, n8n), POLLS).toEqual(all);

	await page.goto(`/workflow/${watching.id}/executions`);
	await canvas.openNode(NEW_NAME);
	await expect(node.itemCount).toHaveText('1 item');
	await expect(node.hints).toHaveCount(0);
});

test('logs each poll', async ({ draft, n8n, service }) => {
	await publish(n8n, draft);
	for (const code of ['A', 'B', 'C', 'D', 'E']) insertCustomer(code, service);
	const line = /records: 125, requests: \d, retries: 0, seconds: \d+\.\d, events: 5\b/;
	const log = async () => await readFile(process.env.N8N_LOG ?? '', 'utf8');
	await expect.poll(log, POLLS).toMatch(line);
});

/** The event and key of each item, oldest first. */
async function emittedBy(watching: Workflow, n8n: N8nRest): Promise<string[]> {
	const ids = await n8n.executionIds(watching);
	const executions = await Promise.all(ids.map((id) => n8n.finished(id)));
	const items = executions.flatMap((execution) =>
		Object.keys(execution.runData).flatMap((name) => outputOf(execution, name)),
	);
	return items.map(({ event, key }) => `${String(event)} ${String(key)}`);
}

function insertCustomer(Code: string, { lists: { GetCustomers } }: RunningService): void {
	GetCustomers.insert({ ...GetCustomers.makeAnother(), Code });
}
