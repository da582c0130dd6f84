import { expect, it } from 'vitest';
import { chain } from '../harness/workflow/workflow.mts';
import { useService } from '../engine/support/service.mts';
import { Canvas } from './pages/canvas.mts';
import { useCredential } from './support/credential.mts';
import { connectToN8n } from './support/n8n.mts';
import { usePage } from './support/page.mts';
import { areaOf, takePicture } from './support/picture.mts';
import { customerDataTrigger } from './support/workflows.mts';

const service = useService();
const n8n = connectToN8n();
const credential = useCredential(n8n, service);
const page = usePage();

it('shows a few real records as events when the trigger is tested', async () => {
	const trigger = customerDataTrigger(credential(), ['created', 'updated', 'removed']);
	const draft = chain('What changed', trigger);
	const canvas = await Canvas.open(page(), await n8n.createWorkflow(draft));
	const node = await canvas.openNode(trigger.name);
	expect(await node.parameterNames()).toEqual(
		expect.arrayContaining(['resource', 'keyField', 'events']),
	);
	await node.execute();
	expect(await node.output.itemCount()).toBe('3 items');
	expect(await node.output.columns()).toEqual(['event', 'key', 'record', 'eventId']);
	await takePicture(page(), 'trigger', () => areaOf(node.dialog));
});
