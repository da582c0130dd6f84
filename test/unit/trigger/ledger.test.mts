import { expect, it } from 'vitest';

import { Ledger } from '../../trigger/ledger.mts';

const hashOf = (record: object) => JSON.stringify(record);
const A = { Code: 'A', Name: '' };
const B = { Code: 'B', Name: '' };
const CREATED = { event: 'created' as const, key: 'B', record: B, eventId: 'id' };
const REMOVED = { event: 'removed' as const, key: 'A', record: null, eventId: 'other id' };

/** What is found where a list that began with A emitted the events, and holds these records now. */
function faultsOf(events: Array<typeof CREATED | typeof REMOVED>, records: Array<typeof A>) {
	const ledger = new Ledger({ baseline: [A], hashOf, wasThere: () => records.includes(A) });
	ledger.take(events.map((event, id) => ({ trigger: 'Trigger', at: 0, id, events: [event] })));
	const hashes = new Map(records.map((record) => [record.Code, hashOf(record)]));
	ledger.compare({ hashes, emitted: events.length }, { mayLoseRun: false });
	ledger.finish(records);
	return ledger.faults;
}

it.each([
	['nothing where all agree', [CREATED, REMOVED], [B], []],
	[
		'a lost event',
		[],
		[A, B],
		['The memory differs in 1 records (B)', 'differs from the list in B'],
	],
	['an event that comes again', [CREATED, CREATED], [A, B], ['of run 1 is no news']],
	[
		'an event of what did not happen',
		[REMOVED],
		[A],
		['removes a record that was there', '(A)', 'in A'],
	],
])('the ledger of the killed n8n finds %s', (_, events, records, faults) => {
	expect(faultsOf(events, records)).toEqual(faults.map((fault) => expect.stringContaining(fault)));
});
