import { isDeepStrictEqual } from 'node:util';
import { FAILURES } from '../../../nodes/CustomerData/errors/failures.ts';
import { hasherFor } from '../../../nodes/CustomerData/trigger/watchedList.ts';
import type { DataRecord } from '../../../service/records.mts';
import type { Evidence, Run, TriggerEvent } from './evidence.mts';

type Remembered = Pick<Evidence['memories'][number], 'emitted' | 'hashes'>;

interface Rules {
	/** What is there when the trigger first polls, and is not emitted. */
	baseline: DataRecord[];
	/** Whether the record was in the list from the poll before that of a run on, until the run. */
	stayed: (key: string, at: number) => boolean;
	/** Whether n8n stores the state as a durable cursor, in one transaction with the run. */
	hasCursor: boolean;
}

/** A poll of a list that changes too fast, or with a refused key, leaves everything to the next one. */
const GAVE_UP = [FAILURES.unsettled, FAILURES.unordered, FAILURES.unauthorized];

/**
 * Follows what one trigger emitted, and compares it with what it remembers.
 *
 * Without a durable cursor, n8n stores the state and starts the run one after the other, so a kill between
 * can lose the run (the state is stored) or the state (the run is there, and the next one emits the same
 * again). Only a kill may do that, to one run at a time: from there on, what counts is what is remembered.
 * All else that differs is a fault.
 */
export class Ledger {
	readonly faults: string[] = [];
	/** Torn: n8n was killed between the run and the state. */
	readonly figures = { runs: 0, events: 0, eventsAgain: 0, tornRuns: 0 };
	/** What somebody has who carries out every event, which the trigger should remember. */
	private memory: Remembered;
	private readonly seen = new Map<string, TriggerEvent>();

	constructor(private readonly rules: Rules) {
		this.memory = { emitted: 0, hashes: hashesOf(rules.baseline) };
	}

	/** Takes further runs, oldest first. */
	take(runs: Run[]): void {
		for (const run of runs) {
			const { id, events, failure } = run;
			this.figures.runs += 1;
			// In an activation, the message carries its advice.
			if (failure && !GAVE_UP.some(({ message }) => failure.startsWith(message))) {
				this.faults.push(`Run ${id} failed: ${failure}`);
			}
			if (events.length > 0) this.memory.emitted += 1;
			else if (!failure && this.rules.hasCursor) this.faults.push(`Run ${id} is empty`);
			for (const event of events) this.apply(event, run);
		}
	}

	/** Compares what was emitted with what n8n has stored, after it ended. */
	compare(stored: Remembered, { wasKilled }: { wasKilled: boolean }): void {
		const { memory, rules } = this;
		const keys = differingKeys(memory.hashes, stored.hashes);
		const apart = Math.abs(stored.emitted - memory.emitted);
		if (keys.length > 0 && wasKilled && !rules.hasCursor && apart === 1) {
			this.figures.tornRuns += 1;
		} else if (keys.length > 0 || apart > 0) {
			const runs = `${memory.emitted} runs had events, ${stored.emitted} are remembered`;
			this.faults.push(`The memory differs in "${keys.slice(0, 5).join(', ')}": ${runs}`);
		}
		this.memory = stored;
	}

	/** Compares the copy with the list, once that is at rest and nothing is emitted any more. */
	finish(list: DataRecord[]): void {
		const keys = differingKeys(this.memory.hashes, hashesOf(list));
		this.faults.push(...keys.map((key) => `The copy of ${key} differs from the list`));
	}

	private apply(event: TriggerEvent, run: Run): void {
		const { figures, seen, rules } = this;
		const { hashes } = this.memory;
		const { key, record, eventId } = event;
		const isRemoval = event.event === 'removed';
		const fault = (what: string) =>
			this.faults.push(`"${event.event} ${key}" of run ${run.id} ${what}`);

		const earlier = seen.get(eventId);
		figures.events += 1;
		if (earlier) figures.eventsAgain += 1;
		if (earlier && !isDeepStrictEqual(earlier, event)) fault('has the eventId of another event');
		if (earlier && rules.hasCursor) fault('comes twice');
		seen.set(eventId, event);

		const hash = record ? hashOf(record) : undefined;
		const isOfThisKind = hashes.has(key) === (event.event !== 'created');
		if (!isOfThisKind || hashes.get(key) === hash) fault('is no news');
		if (isRemoval && rules.stayed(key, run.at)) fault('removes a record that was there');
		if (isRemoval ? record !== null : record?.Code !== key) fault('does not hold its record');

		hashes.delete(key);
		if (hash !== undefined) hashes.set(key, hash);
	}
}

/** What a trigger remembers that knows these records. */
export function hashesOf(records: DataRecord[]): Remembered['hashes'] {
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
