import { expect, it } from 'vitest';
import { chain, type Node } from '../harness/workflow/workflow.mts';
import { useService } from '../engine/support/service.mts';
import { Canvas } from './pages/canvas.mts';
import { useCredential } from './support/credential.mts';
import { connectToN8n } from './support/n8n.mts';
import { usePage } from './support/page.mts';
import { areaOf, takePicture } from './support/picture.mts';
import { customerData, MANUAL_TRIGGER } from './support/workflows.mts';

const service = useService();
const n8n = connectToN8n();
const credential = useCredential(n8n, service);
const page = usePage();

/** n8n shows no preview in front of its core nodes; in front of a CRM it does. */
const CRM: Node = {
	name: 'HubSpot',
	type: 'n8n-nodes-base.hubspot',
	typeVersion: 2.2,
	parameters: { resource: 'contact', operation: 'upsert' },
};

it('shows the fields of customer groups to the next node before anything was executed', async () => {
	const groups = customerData(credential(), { resource: 'customerGroup' });
	const draft = chain('Customer groups to a CRM', MANUAL_TRIGGER, groups, CRM);
	const canvas = await Canvas.open(page(), await n8n.createWorkflow(draft));
	const node = await canvas.openNode(CRM.name);
	await node.input.getByText('Usually outputs the following fields.').waitFor();
	const fields = ['Code', 'Description', 'PaymentCondition', 'DeliveryCondition', 'Active'];
	await expect.poll(() => node.inputFields()).toEqual(expect.arrayContaining(fields));
	expect(service().requests).toEqual([]);
	await takePicture(page(), 'schema-preview', () => areaOf(node.dialog));
});
