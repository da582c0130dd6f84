import { stringify } from 'flatted';
import { expect, it } from 'vitest';

import { readRun } from '../../trigger/run.mts';

const event = { event: 'removed', key: 'A', record: null, eventId: 'id' };
const main = [[{ json: event }]];

function read(data: object, status = 'success') {
	return readRun({ id: 1, at: 0, status, data: stringify(data) });
}

it('finds what an execution that ended was started with', () => {
	const data = {
		executionData: { nodeExecutionStack: [] },
		resultData: { runData: { Trigger: [{ data: { main } }] } },
	};
	expect(read(data).events).toEqual([event]);
});

it('finds what an execution was to start with when n8n was killed', () => {
	const recovered = { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] };
	const data = {
		executionData: { nodeExecutionStack: [{ data: { main } }] },
		resultData: {
			runData: { Trigger: [{ data: recovered }] },
			error: { message: 'Workflow did not finish' },
		},
	};
	expect(read(data, 'crashed')).toEqual({ id: 1, at: 0, events: [event], failure: undefined });
});

it('finds no events, but the reason, where a poll failed', () => {
	const data = {
		executionData: { nodeExecutionStack: [{ data: { main: [[{ json: {} }]] } }] },
		resultData: { runData: { Trigger: [{ error: {} }] }, error: { message: 'Too many' } },
	};
	expect(read(data, 'error')).toEqual({ id: 1, at: 0, events: [], failure: 'Too many' });
});
