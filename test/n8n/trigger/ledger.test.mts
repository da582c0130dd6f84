import { expect, it } from 'vitest';
import { FAILURES } from '../../../nodes/CustomerData/errors/failures';
import type { DataRecord } from '../../../service/records.mts';
import type { TriggerEvent } from './evidence.mts';
import { hashesOf, Ledger } from './ledger.mts';

const A = { Code: 'A' };
const B = { Code: 'B' };
const NEW_B = { Code: 'B', Name: 'new' };
const C = { Code: 'C' };

function tell(event: TriggerEvent['event'], key: string, record: DataRecord | null): TriggerEvent {
	return { event, key, record, eventId: JSON.stringify([event, key, record]) };
}

const created = tell('created', 'B', B);
const updated = tell('updated', 'B', NEW_B);
const removed = tell('removed', 'B', null);
const CHANGED = { ...updated, eventId: created.eventId };
const LOST = { emitted: 1, records: [A, B], wasKilled: true };
const FORGOTTEN = { emitted: 0, records: [A], wasKilled: true };

/** The events of a run, why its poll failed, or what is remembered after n8n has ended. */
type Step =
	TriggerEvent[] | string | { emitted: number; records: DataRecord[]; wasKilled: boolean };

/** Of a list that begins with A, which stays. */
function faultsIn(steps: Step[], list: DataRecord[], hasCursor: boolean): string[] {
	const ledger = new Ledger({ baseline: [A], stayed: (key) => key === 'A', hasCursor });
	const run = { id: '1', trigger: '', at: 0, events: [], failure: undefined };
	for (const step of steps) {
		if (Array.isArray(step)) ledger.take([{ ...run, events: step }]);
		else if (typeof step === 'string') ledger.take([{ ...run, failure: step }]);
		else ledger.compare({ ...step, hashes: hashesOf(step.records) }, step);
	}
	ledger.finish(list);
	return ledger.faults;
}

const WITHOUT = false;
const WITH = true;

it.each<[boolean, string, Step[], DataRecord[], ...string[]]>([
	[WITHOUT, 'nothing in a true copy', [[created], [], [updated, removed], [created]], [A, B]],
	[WITHOUT, 'a lost event', [], [A, B], 'copy of B'],
	[WITHOUT, 'a wrong copy', [[created]], [A, NEW_B], 'copy of B'],
	[WITHOUT, 'a false event', [[tell('removed', 'A', null)]], [], 'that was there'],
	[WITHOUT, 'a repeated event', [[created], [created]], [A, B], 'no news'],
	[WITHOUT, 'events about nothing', [[tell('updated', 'A', A), removed]], [A], 'news', 'news'],
	[WITHOUT, 'a changed event', [[created, CHANGED]], [A, NEW_B], 'eventId'],
	[WITHOUT, 'a poll that failed', ['No'], [A], 'failed: No'],
	[WITHOUT, 'nothing in a poll that gave up', [`${FAILURES.unordered.message}. Later.`], [A]],
	[WITHOUT, 'the record of another', [[tell('created', 'C', B)]], [A, C], 'record', 'copy of C'],
	[WITHOUT, 'a run that no kill lost', [{ ...LOST, wasKilled: false }], [A, B], 'memory differs'],
	[WITHOUT, 'two lost runs', [{ ...LOST, emitted: 2 }], [A, B], 'memory differs in "B"'],
	[WITHOUT, 'a memory that lost no run', [{ ...LOST, emitted: 0 }], [A, B], 'memory differs'],
	[WITHOUT, 'a lost event after a run that a kill lost', [LOST, [updated]], [A, B], 'copy of B'],
	[WITHOUT, 'nothing in a run that was forgotten', [[created], FORGOTTEN, [created]], [A, B]],
	[WITHOUT, 'a run that was forgotten for good', [[created], FORGOTTEN], [A, B], 'copy of B'],
	[WITH, 'nothing in a true copy', [[created], [updated, removed]], [A]],
	[WITH, 'an empty run', [[created], []], [A, B], 'is empty'],
	[WITH, 'a lost run', [LOST], [A, B], 'memory differs in "B"'],
	[WITH, 'a change that came twice', [[created, removed, created]], [A, B], 'comes twice'],
])('with a durable cursor: %s, the ledger finds %s', (hasCursor, _, steps, list, ...faults) => {
	const found = faultsIn(steps, list, hasCursor);
	expect(found).toEqual(faults.map((fault) => expect.stringContaining(fault)));
});
