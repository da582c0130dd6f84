import { expect, it } from 'vitest';

import { FAILURES } from '../../nodes/CustomerData/api/failures';
import type { DataRecord } from '../../service/records.mts';
import type { TriggerEvent } from './evidence.mts';
import { hashesOf, Ledger, type Storage } from './ledger.mts';

const A = { Code: 'A' };
const B = { Code: 'B' };
const NEW_B = { Code: 'B', Name: 'new' };

function tell(event: TriggerEvent['event'], key: string, record: DataRecord | null): TriggerEvent {
	return { event, key, record, eventId: JSON.stringify([event, key, record]) };
}

const created = tell('created', 'B', B);
const updated = tell('updated', 'B', NEW_B);
const removed = tell('removed', 'B', null);
const LOST: Continuation = { emitted: 1, records: [A, B], wasKilled: true };
const FORGOTTEN: Continuation = { emitted: 0, records: [A], wasKilled: true };

/** The events of a run, why its poll failed, or what is remembered after n8n has ended. */
type Continuation =
	TriggerEvent[] | string | { emitted: number; records: DataRecord[]; wasKilled: boolean };

/** Of a list that begins with A, which stays. */
function faultsIn(steps: Continuation[], list: DataRecord[], storage: Storage = 'apart'): string[] {
	const ledger = new Ledger({ baseline: [A], stayed: (key) => key === 'A', storage });
	const run = { id: '1', trigger: '', at: 0, events: [], failure: undefined };
	for (const step of steps) {
		if (Array.isArray(step)) ledger.take([{ ...run, events: step }]);
		else if (typeof step === 'string') ledger.take([{ ...run, failure: step }]);
		else ledger.compare({ ...step, hashes: hashesOf(step.records) }, step);
	}
	ledger.finish(list);
	return ledger.faults;
}

it.each<[string, Continuation[], DataRecord[], ...string[]]>([
	['nothing in a true copy', [[created], [], [updated, removed], [created]], [A, B]],
	['a lost event', [], [A, B], 'copy of B'],
	['a wrong copy', [[created]], [A, NEW_B], 'copy of B'],
	['a false event', [[tell('removed', 'A', null)]], [], 'that was there'],
	['a repeated event', [[created], [created]], [A, B], 'no news'],
	['events about nothing', [[tell('updated', 'A', A), removed]], [A], 'no news', 'no news'],
	['a changed event', [[created, { ...updated, eventId: created.eventId }]], [A, NEW_B], 'eventId'],
	['a poll that failed', ['No'], [A], 'failed: No'],
	['nothing in a poll that gave up', [`${FAILURES.unordered.message}. Try again later.`], [A]],
	['the record of another', [[tell('created', 'C', B)]], [A, { Code: 'C' }], 'record', 'copy of C'],
	['a run that no kill lost', [{ ...LOST, wasKilled: false }], [A], 'memory differs in "B"'],
	['two lost runs', [{ ...LOST, emitted: 2 }], [A], 'memory differs in "B"'],
	['a memory that lost no run', [{ ...LOST, emitted: 0 }], [A], 'memory differs in "B"'],
	['nothing where a kill lost a run', [LOST], [A, B]],
	['a lost event after that run', [LOST, [updated]], [A, B], 'copy of B'],
	['nothing where a kill made it forget a run', [[created], FORGOTTEN, [created]], [A, B]],
])('the ledger finds %s', (_what, steps, list, ...faults) => {
	expect(faultsIn(steps, list)).toEqual(faults.map((fault) => expect.stringContaining(fault)));
});

it('the ledger lets a trigger repeat what another one took back, and nothing else', () => {
	expect(faultsIn([[created], [created]], [A, B], 'shared')).toEqual([]);
	expect(faultsIn([[created], { ...FORGOTTEN, emitted: 7 }], [A, B], 'shared')).toEqual([]);
	const again = faultsIn([[created], [{ ...created, eventId: 'another' }]], [A, B], 'shared');
	expect(again).toEqual([expect.stringContaining('no news')]);
});

it.each<[string, Continuation[], DataRecord[], ...string[]]>([
	['nothing in a true copy', [[created], [updated, removed]], [A]],
	['an empty run', [[created], []], [A, B], 'is empty'],
	['a lost run', [LOST], [A, B], 'memory differs in "B"', 'copy of B'],
	['a change that came twice', [[created, removed, created]], [A, B], 'comes twice'],
])('with a durable cursor, the ledger finds %s', (_what, steps, list, ...faults) => {
	const found = faultsIn(steps, list, 'whole');
	expect(found).toEqual(faults.map((fault) => expect.stringContaining(fault)));
});
