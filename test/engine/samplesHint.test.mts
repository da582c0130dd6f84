import { createRunExecutionData, type IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { CustomerDataTrigger } from '../../nodes/CustomerData/CustomerDataTrigger.node';
import { nodeInWorkflow, TRIGGER } from './support/nodeInWorkflow.mts';

const SAMPLE = { event: 'created', key: 'C000001', record: {}, eventId: 'sample' };
const CHANGE = { ...SAMPLE, eventId: 'q3Zf0b1xW8k' };

describe('the hint of the trigger', () => {
	it.each(['Customer Data Trigger', `When "Müller's" customers change`])(
		'tells samples from changes under the name %s',
		(name) => {
			expect(isShown(name, [SAMPLE])).toBe(true);
			expect(isShown(name, [CHANGE])).toBe(false);
		},
	);

	it('has nothing to tell about a run without items', () => {
		expect(isShown('Customer Data Trigger', [])).toBe(false);
	});
});

/** Evaluates the hint's condition as n8n's editor does. */
function isShown(name: string, output: IDataObject[]): unknown {
	const settings = { name };
	const { workflow } = nodeInWorkflow({ type: TRIGGER, credential: {}, settings });
	const run = {
		startTime: 0,
		executionTime: 0,
		executionIndex: 0,
		source: [],
		data: { main: [output.map((json) => ({ json }))] },
	};
	const execution = createRunExecutionData({ resultData: { runData: { [name]: [run] } } });
	const [hint] = new CustomerDataTrigger().description.hints ?? [];
	const condition = hint?.displayCondition ?? '';
	return workflow.expression.getParameterValue(condition, execution, 0, 0, name, [], 'manual', {});
}
