import { expect, it } from 'vitest';
import { customerDataTrigger } from '../harness/workflow/nodes.mts';
import { workflow } from '../harness/workflow/workflow.mts';
import { useEditor } from './support/editor.mts';

const { credential, open } = useEditor();

it('shows a few real records, marked as samples, when you test the trigger', async () => {
	const events = ['created', 'updated', 'removed'];
	const trigger = customerDataTrigger(credential(), { events });
	const canvas = await open(workflow('What changed', [trigger]));
	const node = await canvas.openNode(trigger.name);
	const names = ['pollTimes.item[0].mode', 'resource', 'keyField', 'events'];
	expect(await node.parameterNames()).toEqual(names);
	await node.execute();
	expect(await node.output.itemCount()).toBe('3 items');
	expect(await node.output.columns()).toEqual(['event', 'key', 'record', 'eventId']);
	expect(await node.output.panel.innerText()).not.toContain('undefined');
	expect(await node.output.hintTexts()).toEqual(['Samples, not real changes.']);
});
