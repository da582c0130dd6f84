import { expect } from '@playwright/test';
import { z } from 'zod';
import { shownCopyingWorkflow, shownFollowingWorkflow } from '../../demo/shown.mts';
import { test } from './fixtures.mts';

test.use({ sizes: { customers: 60 } });

for (const draft of [shownCopyingWorkflow(), shownFollowingWorkflow(false)]) {
	const title = `leaves "${draft.name}" as it was published when you look into its nodes`;
	test(title, async ({ page, canvas, node, n8n, table: _table }) => {
		const workflow = await n8n.createWorkflow(draft);
		await n8n.activate(workflow);
		await canvas.open(workflow);
		await expect(canvas.publishButton).toHaveText('Published');
		await page.keyboard.press('Escape');
		for (const name of await canvas.nodeNames()) {
			await canvas.openNode(name);
			await node.close();
		}
		await expect(canvas.publishButton).toHaveText('Published');
		const { versionId } = await n8n.call('GET', `/workflows/${workflow.id}`, versionSchema);
		expect(versionId).toBe(workflow.versionId);
	});
}

const versionSchema = z.object({ versionId: z.string() });
