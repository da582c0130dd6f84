import { expect, it } from 'vitest';
import { MANUAL_TRIGGER } from '../harness/workflow/nodes.mts';
import { workflow, type Node } from '../harness/workflow/workflow.mts';
import { Canvas } from './pages/canvas.mts';
import { useEditor } from './support/editor.mts';
import { areaOf, takePicture } from './support/picture.mts';

const { open, page } = useEditor();

/** Has no model or tools yet. */
const AGENT: Node = {
	name: 'AI Agent',
	type: '@n8n/n8n-nodes-langchain.agent',
	typeVersion: 3.1,
	parameters: { options: {} },
};

it('offers an action for each resource', async () => {
	const canvas = await Canvas.openNew(page());
	const panel = await canvas.addFirstStep();
	await panel.search('customer');
	await panel.choose('Customer Data');
	await panel.showActions();
	await expect
		.poll(() => panel.offers())
		.toEqual(expect.arrayContaining(['Get many customers', 'Get many customer groups']));
});

it('offers the node as an agent tool whose parameters the model can define', async () => {
	const canvas = await open(workflow('Agent', [MANUAL_TRIGGER, AGENT]));
	const panel = await canvas.addTool();
	await panel.search('customer');
	await expect.poll(() => panel.hasIcon('Customer Data Tool')).toBe(true);

	const tool = await panel.add('Customer Data Tool');
	await tool.letModelDefine('limit');
	await tool.addOption('Search');
	await tool.letModelDefine('search');
	await expect.poll(() => tool.definedByModel.count()).toBe(2);
	await takePicture(page(), 'ai-tool', () => areaOf(tool.dialog));
});
