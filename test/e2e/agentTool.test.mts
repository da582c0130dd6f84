import { expect, it } from 'vitest';
import { chain } from '../harness/workflow/workflow.mts';
import { useService } from '../engine/support/service.mts';
import { Canvas } from './pages/canvas.mts';
import { useCredential } from './support/credential.mts';
import { connectToN8n } from './support/n8n.mts';
import { usePage } from './support/page.mts';
import { areaOf, takePicture } from './support/picture.mts';
import { AGENT, MANUAL_TRIGGER } from './support/workflows.mts';

const service = useService();
const n8n = connectToN8n();
useCredential(n8n, service);
const page = usePage();

it('is offered to an agent as a tool, whose parameters the model can define', async () => {
	const workflow = await n8n.createWorkflow(chain('Agent', MANUAL_TRIGGER, AGENT));
	const canvas = await Canvas.open(page(), workflow);
	const panel = await canvas.addTool();
	await panel.search('customer');
	await expect.poll(() => panel.hasIcon('Customer Data Tool')).toBe(true);

	const tool = await panel.add('Customer Data Tool');
	await tool.letModelDefine('limit');
	await tool.addOption('Offset');
	await tool.letModelDefine('offset');
	await expect.poll(() => tool.definedByModel.count()).toBe(2);
	await takePicture(page(), 'ai-tool', () => areaOf(tool.dialog));
});
