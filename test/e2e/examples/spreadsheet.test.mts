import { expect, it } from 'vitest';
import { failureOf, outputOf } from '../../harness/n8n/execution.mts';
import { to } from '../../../demo/workflowParts.mts';
import { useService } from '../../engine/support/service.mts';
import { useCredential } from '../support/credential.mts';
import { readExample } from '../../harness/workflow/examples.mts';
import { connectToN8n } from '../support/n8n.mts';

const service = useService();
const n8n = connectToN8n();
useCredential(n8n, service);

/** n8n's own reader of such files. */
const READER = {
	id: 'reader',
	name: 'Read it back',
	type: 'n8n-nodes-base.extractFromFile',
	typeVersion: 1.1,
	position: [672, 0],
	parameters: { operation: 'xlsx' },
};

it('makes a file with a line for each customer group', async () => {
	const example = readExample('customer-groups-to-spreadsheet.json');
	const workflow = await n8n.createWorkflow({
		...example,
		nodes: [...example.nodes, READER],
		connections: {
			...example.connections,
			'Make a spreadsheet': to(READER.name),
		},
	});
	const execution = await n8n.run(workflow, 'Run by hand');
	expect(execution.status, failureOf(execution)).toBe('success');
	const groups = service().lists.GetCustomerGroups;
	expect(outputOf(execution, READER.name).map(({ json }) => json)).toEqual(
		groups.page(0, groups.length),
	);
});
