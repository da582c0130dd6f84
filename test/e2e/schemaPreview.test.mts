import { expect, it } from 'vitest';
import { customerData, MANUAL_TRIGGER } from '../harness/workflow/nodes.mts';
import { workflow, type Node } from '../harness/workflow/workflow.mts';
import { useEditor } from './support/editor.mts';

const { credential, open, service } = useEditor();

/** n8n shows no schema preview in the input of its core nodes, so this takes an app node. */
const CRM: Node = {
	name: 'HubSpot',
	type: 'n8n-nodes-base.hubspot',
	typeVersion: 2.2,
	parameters: { resource: 'contact', operation: 'upsert' },
};

it('shows the next node the fields of customer groups before any execution', async () => {
	const groups = customerData(credential(), { resource: 'customerGroup' });
	const canvas = await open(workflow('Groups to a CRM', [MANUAL_TRIGGER, groups, CRM]));
	const node = await canvas.openNode(CRM.name);
	await node.input.getByText('Usually outputs the following fields.').waitFor();
	const fields = ['Code', 'Description', 'PaymentCondition', 'DeliveryCondition', 'Active'];
	await expect.poll(() => node.inputFields()).toEqual(fields);
	expect(service().requests).toEqual([]);
});
