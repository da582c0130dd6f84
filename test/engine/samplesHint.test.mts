import { createRunExecutionData, type INodeExecutionData, Workflow } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { TRIGGER } from './support/nodeInWorkflow.mts';
import { sources } from './support/packageTypes.mts';

const { nodeTypes } = sources;
const { defaults, hints = [] } = nodeTypes.getByNameAndVersion(TRIGGER).description;

/** As the editor decides it (n8n 2.41, RunData and useNodeHelpers): with the data of the node before. */
function isShown(output: INodeExecutionData[]): unknown {
	const name = defaults.name ?? '';
	const node = { id: '1', name, type: TRIGGER, typeVersion: 1, parameters: {} };
	const workflow = new Workflow({
		nodes: [{ ...node, position: [0, 0] }],
		connections: {},
		active: false,
		nodeTypes,
	});
	const ran = { startTime: 0, executionTime: 0, executionIndex: 0, source: [] };
	const runData = { [name]: [{ ...ran, data: { main: [output] } }] };
	const execution = createRunExecutionData({ resultData: { runData } });
	const condition = hints[0]?.displayCondition ?? '';
	return workflow.expression.getParameterValue(condition, execution, 0, 0, name, [], 'manual', {});
}

it('tells samples from real changes above the output of the trigger', () => {
	expect(isShown([{ json: { eventId: 'sample' } }])).toBe(true);
	expect(isShown([{ json: { eventId: 'b5f0c3' } }])).toBe(false);
});
