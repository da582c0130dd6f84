import { isDeepStrictEqual } from 'node:util';
import { FAILURES } from '../../nodes/CustomerData/api/failures.ts';
import type { DataRecord } from '../../service/records.mts';
import type { Run, TriggerEvent } from './run.mts';

/** What a trigger remembers of its list. */
export interface Memory {
	/** By key, the hash of what was emitted last, or was there at the beginning. */
	hashes: ReadonlyMap<string, string>;
	/** Runs with events, as the trigger counts them. */
	emitted: number;
}

interface Rules {
	/** What is there when the trigger first polls, and is not emitted. */
	baseline: DataRecord[];
	hashOf: (record: DataRecord) => string;
	/** Whether the record was in the list during the whole poll before the run, and until the run. */
	wasThere: (key: string, run: Run) => boolean;
	/** Whether the state may be taken back at any time, so that an event is emitted again. */
	mayRepeat?: boolean;
}

/** A poll that gives up leaves everything to the next one. */
const TOO_FAST = FAILURES.unsettled.message;

/**
 * Follows what one trigger emitted, and compares it with what it remembers.
 *
 * n8n stores the state and starts the run one after the other, so the moments
 * between can lose a run (the state is stored, the run is not) or the state (the run started, and a
 * later one tells the same again). Only a kill may do that, to one run at a time, and a record is
 * forgiven only until the trigger emits it again. All else that differs is a fault.
 */
export class Ledger {
	readonly faults: string[] = [];
	readonly figures = {
		failedPolls: 0,
		runs: 0,
		runsWithoutEvents: 0,
		events: 0,
		eventsAgain: 0,
		lostRuns: 0,
		lostEvents: 0,
		forgottenRuns: 0,
		forgottenEvents: 0,
		recordsLeftWrong: 0,
	};
	/** What somebody has who carries out every event. */
	private readonly copy: Map<string, DataRecord>;
	/** What the trigger should remember. */
	private hashes: Map<string, string>;
	private emitted = 0;
	private readonly seen = new Map<string, TriggerEvent>();
	/** Keys whose latest event n8n lost, or the trigger forgot. */
	private readonly doubtful = new Set<string>();

	constructor(private readonly rules: Rules) {
		this.copy = new Map(rules.baseline.map((record) => [keyOf(record), record]));
		this.hashes = new Map(rules.baseline.map((record) => [keyOf(record), rules.hashOf(record)]));
	}

	/** Takes further runs, oldest first. */
	take(runs: Run[]): void {
		for (const run of runs) {
			if (run.failure !== undefined) {
				this.fail(run.id, run.failure);
				continue;
			}
			this.figures.runs += 1;
			if (run.events.length === 0) this.figures.runsWithoutEvents += 1;
			else this.emitted += 1;
			for (const event of run.events) this.apply(event, run);
		}
	}

	/** Compares what was emitted with what is remembered, after n8n ended. */
	compare({ hashes, emitted }: Memory, end: { mayLoseRun: boolean }): void {
		const { figures } = this;
		const differing = keysOf(this.hashes, hashes).filter(
			(key) => this.hashes.get(key) !== hashes.get(key),
		);
		const ahead = emitted - this.emitted;
		const { mayRepeat = false } = this.rules;
		const isForgiven = end.mayLoseRun && (mayRepeat || Math.abs(ahead) === 1);
		if (isForgiven && ahead > 0 && differing.length > 0) {
			figures.lostRuns += 1;
			figures.lostEvents += differing.length;
			for (const key of differing) this.doubtful.add(key);
		} else if (isForgiven && differing.length > 0) {
			figures.forgottenRuns += 1;
			figures.forgottenEvents += differing.length;
			for (const key of differing) this.doubtful.add(key);
		} else if ((ahead !== 0 && !mayRepeat) || differing.length > 0) {
			const about = differing.slice(0, 5).join(', ');
			const runs = `${this.emitted} runs were started with events, ${emitted} are remembered`;
			this.faults.push(`The memory differs in ${differing.length} records (${about}); ${runs}`);
		}
		this.hashes = new Map(hashes);
		this.emitted = emitted;
	}

	/** Compares the copy with the list, once that is at rest and nothing is emitted any more. */
	finish(list: DataRecord[]): void {
		const current = new Map(list.map((record) => [keyOf(record), record]));
		for (const key of keysOf(this.copy, current)) {
			if (isDeepStrictEqual(this.copy.get(key), current.get(key))) continue;
			if (this.doubtful.has(key)) this.figures.recordsLeftWrong += 1;
			else this.faults.push(`The copy differs from the list in ${key}`);
		}
	}

	private fail(id: number, message: string): void {
		this.figures.failedPolls += 1;
		if (message !== TOO_FAST) this.faults.push(`The poll of execution ${id} failed: ${message}`);
	}

	private apply(event: TriggerEvent, run: Run): void {
		const { figures, rules, seen, faults } = this;
		const { key, record, eventId } = event;
		const name = `"${event.event} ${key}" of run ${run.id}`;
		figures.events += 1;
		const earlier = seen.get(eventId);
		if (earlier) figures.eventsAgain += 1;
		if (earlier && !isDeepStrictEqual(earlier, event)) {
			faults.push(`${name} has the eventId of another event`);
		}
		seen.set(eventId, event);
		const hash = record ? rules.hashOf(record) : undefined;
		const isKnown = this.hashes.has(key);
		const isOther = this.hashes.get(key) !== hash;
		const isNews = isOther && (rules.mayRepeat || isKnown === (event.event !== 'created'));
		const isRepeat = rules.mayRepeat && earlier !== undefined;
		if (!isNews && !isRepeat) faults.push(`${name} is no news`);
		this.doubtful.delete(key);
		if (event.event === 'removed') {
			if (rules.wasThere(key, run)) faults.push(`${name} removes a record that was there`);
			this.copy.delete(key);
			this.hashes.delete(key);
		} else if (record && hash !== undefined && record.Code === key) {
			this.copy.set(key, record);
			this.hashes.set(key, hash);
		} else {
			faults.push(`${name} does not hold its record`);
		}
	}
}

function keyOf({ Code }: DataRecord): string {
	return String(Code);
}

function keysOf(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): string[] {
	return [...new Set([...one.keys(), ...other.keys()])];
}
