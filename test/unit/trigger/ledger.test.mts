import { expect, it } from 'vitest';

import type { DataRecord } from '../../../service/records.mts';
import type { TriggerEvent } from '../../trigger/evidence.mts';
import { hashesOf, Ledger } from '../../trigger/ledger.mts';

const A = { Code: 'A' };
const B = { Code: 'B' };
const NEW_B = { Code: 'B', Name: 'new' };
const created = tell('created', 'B', B);
const updated = tell('updated', 'B', NEW_B);
const removed = tell('removed', 'B', null);

function tell(event: TriggerEvent['event'], key: string, record: DataRecord | null): TriggerEvent {
	return { event, key, record, eventId: JSON.stringify([event, key, record]) };
}

/** The events of a run, or why its poll failed. */
type Course = TriggerEvent[] | string;

/** A ledger of a list that begins with A, which stays. */
function follow(runs: Course[], mayRepeat = false): Ledger {
	const ledger = new Ledger({ baseline: [A], stayed: (key) => key === 'A', mayRepeat });
	for (const run of runs) take(ledger, run);
	return ledger;
}

function take(ledger: Ledger, run: Course): void {
	const course = typeof run === 'string' ? { events: [], failure: run } : { events: run };
	ledger.take([{ id: '1', trigger: '', at: 0, failure: undefined, ...course }]);
}

function compare(ledger: Ledger, emitted: number, records: DataRecord[], wasKilled = true): void {
	ledger.compare({ emitted, hashes: hashesOf(records) }, { wasKilled });
}

function expectFaults({ faults }: Ledger, ...expected: string[]): void {
	expect(faults).toEqual(expected.map((fault) => expect.stringContaining(fault)));
}

it.each<[string, Course[], DataRecord[], ...string[]]>([
	['nothing in a true copy', [[created], [], [updated, removed], [created]], [A, B]],
	['a lost event', [], [A, B], 'copy of B'],
	['a wrong copy', [[created]], [A, NEW_B], 'copy of B'],
	['a false event', [[tell('removed', 'A', null)]], [], 'that was there'],
	['a repeated event', [[created], [created]], [A, B], 'no news'],
	['events about nothing', [[tell('updated', 'A', A), removed]], [A], 'no news', 'no news'],
	['a changed event', [[created, { ...updated, eventId: created.eventId }]], [A, NEW_B], 'eventId'],
	['a poll that failed', ['No'], [A], 'failed: No'],
	['the record of another', [[tell('created', 'C', B)]], [A], 'its record', 'copy of C'],
])('the ledger finds %s', (_what, runs, list, ...faults) => {
	const ledger = follow(runs);
	ledger.finish(list);
	expectFaults(ledger, ...faults);
});

it.each([
	['no kill', 1, false],
	['two runs missing after a kill', 2, true],
	['no run missing', 0, true],
])('the ledger finds a memory that differs with %s', (_what, emitted, wasKilled) => {
	const ledger = follow([]);
	compare(ledger, emitted, [A, B], wasKilled);
	expectFaults(ledger, 'memory differs in "B"');
});

it('the ledger forgives a kill one run, until a record of it is emitted again', () => {
	const ledger = follow([]);
	compare(ledger, 1, [A, B]);
	ledger.finish([A, B]);
	expectFaults(ledger);
	take(ledger, [updated]);
	ledger.finish([A, B]);
	expectFaults(ledger, 'copy of B');
});

it('the ledger lets a trigger repeat what it had to forget, and nothing else', () => {
	const ledger = follow([[created]]);
	compare(ledger, 0, [A]);
	take(ledger, [created]);
	expectFaults(ledger);
	expectFaults(follow([[created], [created]], true));
	expectFaults(follow([[created], [{ ...created, eventId: 'another' }]], true), 'no news');
});
