import { describe, expect, it } from 'vitest';

import { FAILURES } from '../../../nodes/CustomerData/api/failures';
import { Ledger } from '../../trigger/ledger.mts';
import type { TriggerEvent } from '../../trigger/run.mts';

const hashOf = (record: object) => JSON.stringify(record);
const customer = (Code: string, Name = '') => ({ Code, Name });

function created(Code: string, Name = '', eventId = `created ${Code} ${Name}`): TriggerEvent {
	return { event: 'created', key: Code, record: customer(Code, Name), eventId };
}

function updated(Code: string, Name: string): TriggerEvent {
	const eventId = `updated ${Code} ${Name}`;
	return { event: 'updated', key: Code, record: customer(Code, Name), eventId };
}

function removed(Code: string): TriggerEvent {
	return { event: 'removed', key: Code, record: null, eventId: `removed ${Code}` };
}

function remembers(emitted: number, ...records: object[]) {
	const entries = records.map((record): [string, string] => [
		'Code' in record ? String(record.Code) : '',
		hashOf(record),
	]);
	return { emitted, hashes: new Map(entries) };
}

const RUN = { trigger: 'Trigger', at: 0 };

/** A ledger of a list that begins with the customer A. */
function follow(runs: TriggerEvent[][] = [], wasThere = false, mayRepeat = false): Ledger {
	const rules = { baseline: [customer('A')], hashOf, wasThere: () => wasThere, mayRepeat };
	const ledger = new Ledger(rules);
	ledger.take(runs.map((events, index) => ({ ...RUN, id: index + 1, events })));
	return ledger;
}

describe('a ledger of what a trigger emitted', () => {
	it('finds nothing where the copy, the memory and the list agree', () => {
		const ledger = follow([[created('B')], [], [updated('B', 'new'), removed('A')]]);
		ledger.compare(remembers(2, customer('B', 'new')), { mayLoseRun: false });
		ledger.finish([customer('B', 'new')]);
		expect(ledger.faults).toEqual([]);
		expect(ledger.figures).toMatchObject({ runs: 3, runsWithoutEvents: 1, events: 3 });
	});

	it('finds a record that the list has and the copy has not, or not like that', () => {
		const ledger = follow();
		ledger.finish([customer('A', 'new'), customer('B')]);
		expect(ledger.faults).toEqual([
			'The copy differs from the list in A',
			'The copy differs from the list in B',
		]);
	});

	it('finds a removal of a record that was there', () => {
		expect(follow([[removed('A')]], true).faults).toEqual([
			'"removed A" of run 1 removes a record that was there',
		]);
	});

	it('finds events that tell what was told', () => {
		const { faults } = follow([[created('A')], [removed('B')], [updated('A', '')]]);
		expect(faults).toEqual([
			'"created A" of run 1 is no news',
			'"removed B" of run 2 is no news',
			'"updated A" of run 3 is no news',
		]);
	});

	it('finds an id that two events share', () => {
		const { faults } = follow([[created('B', '', 'same'), created('C', '', 'same')]]);
		expect(faults).toEqual(['"created C" of run 1 has the eventId of another event']);
	});

	it('finds a poll that failed for another reason than a list that changes too fast', () => {
		const ledger = follow();
		const tooFast = FAILURES.unsettled.message;
		ledger.take([
			{ ...RUN, id: 1, events: [], failure: tooFast },
			{ ...RUN, id: 2, events: [], failure: 'No' },
		]);
		expect(ledger.faults).toEqual(['The poll of execution 2 failed: No']);
		expect(ledger.figures).toMatchObject({ failedPolls: 2, runs: 0 });
	});

	it('lets a trigger tell again what another one of its workflow took back, and nothing else', () => {
		const again = [[created('B')], [created('B')], [created('B', 'new'), updated('A', 'new')]];
		expect(follow(again, false, true).faults).toEqual([]);
		expect(follow(again).faults).toHaveLength(2);
		const { faults } = follow([[created('B')], [created('B', '', 'another')]], false, true);
		expect(faults).toEqual(['"created B" of run 2 is no news']);
	});

	it('finds what a trigger has not told in the end, also where its state may be taken back', () => {
		const ledger = follow([[created('B')]], false, true);
		ledger.compare(remembers(0, customer('A')), { mayLoseRun: false });
		expect(ledger.faults).toEqual([expect.stringContaining('The memory differs in 1 records (B)')]);
	});

	it('counts a run that n8n lost when it was killed, and forgives its records', () => {
		const ledger = follow();
		ledger.compare(remembers(1, customer('B')), { mayLoseRun: true });
		ledger.finish([customer('B')]);
		expect(ledger.faults).toEqual([]);
		expect(ledger.figures).toMatchObject({ lostRuns: 1, lostEvents: 2, recordsLeftWrong: 2 });
	});

	it('counts a run whose state n8n lost when it was killed, and lets it come again', () => {
		const ledger = follow([[created('B')]]);
		ledger.compare(remembers(0, customer('A')), { mayLoseRun: true });
		ledger.take([{ ...RUN, id: 2, events: [created('B')] }]);
		ledger.finish([customer('A'), customer('B')]);
		expect(ledger.faults).toEqual([]);
		const expected = { forgottenRuns: 1, forgottenEvents: 1, eventsAgain: 1, recordsLeftWrong: 0 };
		expect(ledger.figures).toMatchObject(expected);
	});

	it('forgives a record no longer once it is emitted again', () => {
		const ledger = follow();
		ledger.compare(remembers(1, customer('A'), customer('B')), { mayLoseRun: true });
		ledger.take([{ ...RUN, id: 1, events: [updated('B', 'new')] }]);
		ledger.finish([customer('A'), customer('B', 'newer')]);
		expect(ledger.faults).toEqual(['The copy differs from the list in B']);
	});

	it.each([
		['nobody killed n8n', remembers(1, customer('B')), false],
		['more than one run is missing', remembers(2, customer('B')), true],
		['no run is missing', remembers(0, customer('B')), true],
	])('finds a memory that differs from what was emitted when %s', (_why, memory, mayLoseRun) => {
		const ledger = follow();
		ledger.compare(memory, { mayLoseRun });
		expect(ledger.faults).toEqual([
			expect.stringContaining('The memory differs in 2 records (A, B)'),
		]);
	});
});
