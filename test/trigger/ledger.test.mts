import { expect, it } from 'vitest';
import { FAILURES } from '../../nodes/CustomerData/errors/failures';
import type { DataRecord } from '../../service/records.mts';
import type { TriggerEvent } from './evidence.mts';
import { hashesOf, Ledger, type Storage } from './ledger.mts';

const A = { Code: 'A' };
const B = { Code: 'B' };
const C = { Code: 'C' };
const NEW_B = { Code: 'B', Name: 'new' };

function tell(event: TriggerEvent['event'], key: string, record: DataRecord | null): TriggerEvent {
	return { event, key, record, eventId: JSON.stringify([event, key, record]) };
}

const created = tell('created', 'B', B);
const { eventId } = created;
const updated = tell('updated', 'B', NEW_B);
const removed = tell('removed', 'B', null);
const LOST: Continuation = { emitted: 1, records: [A, B], wasKilled: true };
const FORGOTTEN = { emitted: 0, records: [A], wasKilled: true };
const TAKEN_BACK: Continuation = { ...FORGOTTEN, emitted: 7 };

/** The events of a run, why its poll failed, or what is remembered after n8n has ended. */
type Continuation =
	TriggerEvent[] | string | { emitted: number; records: DataRecord[]; wasKilled: boolean };

/** Of a list that begins with A, which stays. */
function faultsIn(steps: Continuation[], list: DataRecord[], storage: Storage): string[] {
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

it.each<[Storage, string, Continuation[], DataRecord[], ...string[]]>([
	['apart', 'nothing in a true copy', [[created], [], [updated, removed], [created]], [A, B]],
	['apart', 'a lost event', [], [A, B], 'copy of B'],
	['apart', 'a wrong copy', [[created]], [A, NEW_B], 'copy of B'],
	['apart', 'a false event', [[tell('removed', 'A', null)]], [], 'that was there'],
	['apart', 'a repeated event', [[created], [created]], [A, B], 'no news'],
	['apart', 'events about nothing', [[tell('updated', 'A', A), removed]], [A], 'news', 'news'],
	['apart', 'a changed event', [[created, { ...updated, eventId }]], [A, NEW_B], 'eventId'],
	['apart', 'a poll that failed', ['No'], [A], 'failed: No'],
	['apart', 'nothing in a poll that gave up', [`${FAILURES.unordered.message}. Later.`], [A]],
	['apart', 'the record of another', [[tell('created', 'C', B)]], [A, C], 'record', 'copy of C'],
	['apart', 'a run that no kill lost', [{ ...LOST, wasKilled: false }], [A, B], 'memory differs'],
	['apart', 'two lost runs', [{ ...LOST, emitted: 2 }], [A, B], 'memory differs in "B"'],
	['apart', 'a memory that lost no run', [{ ...LOST, emitted: 0 }], [A, B], 'memory differs'],
	['apart', 'nothing where a kill lost a run', [LOST], [A, B]],
	['apart', 'a lost event after that run', [LOST, [updated]], [A, B], 'copy of B'],
	['apart', 'nothing in a run that was forgotten', [[created], FORGOTTEN, [created]], [A, B]],
	['apart', 'a run that was forgotten for good', [[created], FORGOTTEN], [A, B], 'copy of B'],
	['shared', 'nothing in a repeated event', [[created], [created]], [A, B]],
	['shared', 'nothing in what was taken back', [[created], TAKEN_BACK, [created]], [A, B]],
	[
		'shared',
		'another event that repeats one',
		[[created], [{ ...created, eventId: '' }]],
		[A, B],
		'no news',
	],
	['whole', 'nothing in a true copy', [[created], [updated, removed]], [A]],
	['whole', 'an empty run', [[created], []], [A, B], 'is empty'],
	['whole', 'a lost run', [LOST], [A, B], 'memory differs in "B"'],
	['whole', 'a change that came twice', [[created, removed, created]], [A, B], 'comes twice'],
])(
	'where a run and the state are stored "%s", the ledger finds %s',
	(storage, _, steps, list, ...faults) => {
		const found = faultsIn(steps, list, storage);
		expect(found).toEqual(faults.map((fault) => expect.stringContaining(fault)));
	},
);
