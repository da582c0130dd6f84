import { randomUUID } from 'node:crypto';
import type { DataRecord } from '../api/page';
import type { Identified, Sighting } from '../identity/identity';
import type { Doubt } from '../identity/missing';
import type { Condition } from '../parameters/onlyRecords';
import type { SeenFields } from '../read/seenFields';
import type { JudgedList } from './judgedList';
import type { ChangeEvent, WatchRequest } from './parameters';

/** The memory of one record. */
export interface Entry {
	/** A hash of the watched fields, as they were last output. */
	hash: string;
	/** Only if the last read missed the record: how many reads in a row did, 0 to 2. An excused read does not count. */
	misses?: number;
	/** Whether the list got another spelling of the key while the record was missing. */
	isRespelled?: true;
}

/** The memory of a list, from one poll to the next. */
export interface Snapshot {
	/** By the key of the record. */
	entries: ReadonlyMap<string, Entry>;
	/** Names the fields of which the entries hold hashes. */
	watchedId: string;
	/** On the records that the entries are of. */
	conditions: readonly Condition[];
	/** Differs each time a list is remembered from scratch; part of every event's ID. */
	epoch: string;
	/** Executions with changes so far; part of every event's ID. */
	runs: number;
	/** How many records had a value in each of the watched fields, if any had, up to `FEW_RECORDS`. */
	filled: ReadonlyMap<string, number>;
	/** How many records had a value in each of the fields of the conditions, if any had, wanted or not. */
	filledInAll: ReadonlyMap<string, number>;
	/** How many of the missing records a higher maximum let through. */
	accepted: number;
	/** Keys whose changes wait for the next polls, each with its place: a change that was found first is output first. */
	waiting: ReadonlyMap<string, number>;
	/** How many of the waiting keys, from the first on, are of records that the first poll found; before it, Infinity. */
	existing: number;
}

/** A record as it was read. */
export interface WatchedRecord extends Sighting {
	/** Its entry in the snapshot, once its event is output. */
	entry: Entry;
	event?: ChangeEvent;
	/** Its content, only if there is an event. Of other records, only a hash is kept. */
	record?: DataRecord;
}

/** A list that was read whole, as if records that are not wanted were not in it. */
export interface WatchedRead extends Identified<WatchedRecord> {
	/** The fields of the records, if some fields are chosen. */
	seen: SeenFields;
	/** The same of this read; 0 if records only had a value at the last poll. */
	filled: ReadonlyMap<string, number>;
	all: JudgedList;
	/** How many records are not wanted. */
	unwanted: number;
	/** Why records may exist that were not read, if so. */
	doubt: Doubt | undefined;
}

/** The snapshot before the first poll. */
export function newSnapshot({
	watchedId,
	conditions,
}: Pick<WatchRequest, 'watchedId' | 'conditions'>): Snapshot {
	return {
		entries: new Map(),
		watchedId,
		conditions,
		epoch: randomUUID(),
		runs: 0,
		filled: new Map(),
		filledInAll: new Map(),
		accepted: 0,
		waiting: new Map(),
		existing: Infinity,
	};
}

/** The place of a waiting key. Any other key comes after all that wait. */
export function turnOf(key: string, { waiting }: Snapshot): number {
	return waiting.get(key) ?? waiting.size;
}

/** Whether both have the same conditions, as they are stored. */
export function isSameChoice(
	one: Pick<Snapshot, 'conditions'>,
	other: Pick<Snapshot, 'conditions'>,
): boolean {
	return JSON.stringify(one.conditions) === JSON.stringify(other.conditions);
}
