import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { shownCopyingWorkflow, shownFollowingWorkflow } from '../../demo/shown.mts';
import { Canvas } from './pages/canvas.mts';
import { CrmTable } from './support/crmTable.mts';
import { useEditor } from './support/editor.mts';

const { n8n, page } = useEditor({ sizes: { customers: 60 } });

beforeAll(async () => void (await CrmTable.create(n8n, [])));
afterAll(async () => await CrmTable.drop(n8n));

it.each([shownCopyingWorkflow(), shownFollowingWorkflow(false)])(
	'leaves "$name" of the demo as it was published when you look into its nodes',
	async (draft) => {
		const workflow = await n8n.createWorkflow(draft);
		await n8n.activate(workflow);
		onTestFinished(() => n8n.deactivate(workflow));
		const canvas = await Canvas.open(page(), workflow);
		await canvas.published();
		await page().keyboard.press('Escape');
		for (const name of await canvas.nodeNames()) await (await canvas.openNode(name)).close();
		await canvas.published();
		const { versionId } = await n8n.call('GET', `/workflows/${workflow.id}`, versionSchema);
		expect(versionId).toBe(workflow.versionId);
	},
	60_000,
);

const versionSchema = z.object({ versionId: z.string() });
