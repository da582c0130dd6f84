import { expect, it } from 'vitest';
import { endsBefore, workflowDataOf } from '../../../nodes/CustomerData/parameters/workflowData';

const ending = (destinationNode: unknown) => ({
	runExecutionData: { startData: { destinationNode } },
});

it.each<[string, object, boolean]>([
	['at the node', ending({ nodeName: 'Node', mode: 'inclusive' }), true],
	['at the node, in n8n 1', ending('Node'), true],
	['before the next node', ending({ nodeName: 'Save', mode: 'exclusive' }), true],
	['at the next node', ending({ nodeName: 'Save', mode: 'inclusive' }), false],
	['at the next node, in n8n 1', ending('Save'), false],
	['nowhere', ending(undefined), false],
	['where n8n does not say', {}, false],
	['where n8n says it otherwise', { runExecutionData: [] }, false],
])(
	'knows whether an execution that ends %s saves what the node outputs',
	(_, context, expected) => {
		expect(endsBefore(context, 'Node')).toBe(expected);
	},
);

it('finds the static data of a workflow, where n8n shows them', () => {
	const staticData = { 'node:A': {} };
	expect(workflowDataOf({ workflow: { staticData } })).toBe(staticData);
	expect([{}, { workflow: null }, { workflow: { staticData: '' } }].map(workflowDataOf)).toEqual([
		{},
		{},
		{},
	]);
});
