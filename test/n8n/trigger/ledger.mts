import assert from 'node:assert/strict';
import { FAILURES } from '../../../nodes/CustomerData/errors/failures.ts';
import { hasherFor } from '../../../nodes/CustomerData/trigger/watchedList.ts';
import type { DataRecord } from '../../../service/records.mts';
import type { Evidence, Run, TriggerEvent } from './evidence.mts';

type Memory = Evidence['memories'][number];

/** A poll of a list that changes too fast, or with a refused key, leaves everything to the next one. */
const GAVE_UP = [FAILURES.unsettled, FAILURES.unordered, FAILURES.unauthorized];

/** Carries out what one trigger emits. Whoever does so has to get what the trigger remembers. */
export class Ledger {
	readonly figures = { runs: 0, events: 0, tornRuns: 0 };
	private copy: Pick<Memory, 'emitted' | 'hashes'>;
	private readonly seen = new Map<string, TriggerEvent>();

	/**
	 * @param baseline what is there when the trigger first polls, and is not emitted
	 * @param hasCursor whether n8n stores the state as a durable cursor, in one transaction with the run
	 */
	constructor(
		baseline: DataRecord[],
		private readonly hasCursor: boolean,
	) {
		this.copy = { emitted: 0, hashes: hashesOf(baseline) };
	}

	/** Takes the next run. @throws AssertionError unless its events change the copy, and none is another one's */
	take({ id, events, failure }: Run): void {
		// In an activation, the message carries its advice.
		const gaveUp = GAVE_UP.some(({ message }) => failure?.startsWith(message));
		assert.ok(!failure || gaveUp, `Run ${id} failed: ${failure}`);
		assert.ok(events.length > 0 || failure || !this.hasCursor, `Run ${id} is empty`);
		this.figures.runs += 1;
		if (events.length > 0) this.copy.emitted += 1;
		for (const event of events) this.apply(event, `"${event.event} ${event.key}" of run ${id}`);
	}

	/**
	 * Goes on with what n8n has stored. Without a durable cursor, it stores the state and starts the run one after
	 * the other, so a kill between can lose one of the two: the run, or the state, which emits the run's events again.
	 *
	 * @throws AssertionError if anything else differs from the copy
	 */
	compare(stored: Memory, { wasKilled }: { wasKilled: boolean }): void {
		const { copy, figures, hasCursor } = this;
		const keys = differingKeys(copy.hashes, stored.hashes);
		const apart = stored.emitted - copy.emitted;
		const isTorn = wasKilled && !hasCursor && keys.length > 0 && Math.abs(apart) === 1;
		if (isTorn) figures.tornRuns += 1;
		else assert.deepEqual([keys, apart], [[], 0], `The memory of "${stored.trigger}" differs`);
		this.copy = stored;
	}

	private apply(event: TriggerEvent, name: string): void {
		const { key, record, eventId } = event;
		const { hashes } = this.copy;
		const earlier = this.seen.get(eventId);
		assert.ok(!earlier || !this.hasCursor, `${name} comes twice`);
		assert.deepEqual(earlier ?? event, event, `${name} has the eventId of another event`);
		this.seen.set(eventId, event);
		this.figures.events += 1;

		const isRemoval = event.event === 'removed';
		const isOwn = isRemoval ? record === null : record?.Code === key;
		assert.ok(isOwn, `${name} does not hold its record`);
		const hash = record ? hashOf(record) : undefined;
		const isOfThisKind = hashes.has(key) === (event.event !== 'created');
		assert.ok(isOfThisKind && hashes.get(key) !== hash, `${name} is no news`);
		if (hash === undefined) hashes.delete(key);
		else hashes.set(key, hash);
	}
}

/** What a trigger remembers that knows these records. */
export function hashesOf(records: DataRecord[]): Memory['hashes'] {
	return new Map(records.map((record) => [String(record.Code), hashOf(record)]));
}

export function differingKeys(one: Map<string, string>, other: Map<string, string>): string[] {
	const keys = new Set([...one.keys(), ...other.keys()]);
	return [...keys].filter((key) => one.get(key) !== other.get(key));
}

const hashOfJson = hasherFor({ fields: [], ignored: [] });

/** As the trigger hashes the record once it is read. */
function hashOf(record: DataRecord): string {
	return hashOfJson(JSON.parse(JSON.stringify(record)));
}
