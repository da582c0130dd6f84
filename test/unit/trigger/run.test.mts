import { stringify } from 'flatted';
import { expect, it } from 'vitest';

import { readRun } from '../../trigger/run.mts';

const event = { event: 'removed', key: 'A', record: null, eventId: 'id' };
const main = [[{ json: event }]];
const node = { name: 'Trigger' };

function read(data: object, status = 'success') {
	return readRun({ id: 1, at: 0, status, data: stringify(data) });
}

it('finds what an execution that ended was started with', () => {
	const data = {
		executionData: { nodeExecutionStack: [] },
		resultData: { runData: { Trigger: [{ data: { main } }] } },
	};
	expect(read(data)).toMatchObject({ trigger: 'Trigger', events: [event] });
});

it('finds what an execution was to start with when n8n was killed', () => {
	const recovered = { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] };
	const data = {
		executionData: { nodeExecutionStack: [{ node, data: { main } }] },
		resultData: {
			runData: { Trigger: [{ data: recovered }] },
			error: { message: 'Workflow did not finish' },
		},
	};
	expect(read(data, 'crashed')).toEqual({
		id: 1,
		trigger: 'Trigger',
		at: 0,
		events: [event],
		failure: undefined,
	});
});

it('finds no events, but the reason, where a poll failed', () => {
	const data = {
		executionData: { nodeExecutionStack: [{ node, data: { main: [[{ json: {} }]] } }] },
		resultData: { runData: { Trigger: [{ error: {} }] }, error: { message: 'Too many' } },
	};
	expect(read(data, 'error')).toMatchObject({
		trigger: 'Trigger',
		events: [],
		failure: 'Too many',
	});
});
