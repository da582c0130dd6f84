import { randomUUID } from 'node:crypto';
import type { DataRecord, JsonValue } from '../api/page';
import { keyOf, textKeyOf, type Identified, type Sighting } from '../identity/identity';
import type { Doubt } from '../identity/missing';
import type { FieldPicker } from '../read/fieldPicker';
import type { ChangeEvent } from './parameters';

/** What is remembered of a record. */
export interface Entry {
	/** Of the watched fields, as they were last output. */
	hash: string;
	/** Only of one that the last read missed: how many in a row did, 0 to 2. One that is excused does not count. */
	misses?: number;
	/** Whether the list got another spelling of the key while this one was missing. */
	isRespelled?: true;
	/** The key as the list had it last, as JSON, where that is a number or padded with spaces. */
	written?: string | undefined;
}

/** What is remembered of a list. */
export interface Snapshot {
	/** By the key of the record. */
	entries: ReadonlyMap<string, Entry>;
	/** Names the fields that the hashes are of. */
	watchedId: string;
	/** Differs each time a list is remembered from scratch; part of every event's ID. */
	epoch: string;
	/** Executions with changes so far; part of every event's ID. */
	runs: number;
	/** How many records had a value in each of the watched fields, if any had. */
	filled: ReadonlyMap<string, number>;
	/** How many of the missing records a higher maximum let through. */
	accepted: number;
	/** Keys whose changes wait for the next polls, each with its place: what was found first is output first. */
	waiting: ReadonlyMap<string, number>;
	/** How many of these, from the first on, are of records that the first poll found; before it, Infinity. */
	existing: number;
}

/** A record as it was read. */
export interface WatchedRecord extends Sighting {
	/** What is remembered of it, once its event is output. */
	entry: Entry;
	event?: ChangeEvent;
	/** Its content, only where there is an event. Of all others, a hash is kept. */
	record?: DataRecord;
}

/** A list that was read whole. */
export interface WatchedRead extends Identified<WatchedRecord> {
	/** Has noticed the fields of all records. */
	picker: FieldPicker;
	/** How many records have a value in each of the watched fields; 0 where some had one at the last poll. */
	filled: ReadonlyMap<string, number>;
	/** Why records may exist that were not read, if so. */
	doubt: Doubt | undefined;
}

/** What is remembered before the first poll. */
export function newSnapshot(watchedId: string): Snapshot {
	return {
		entries: new Map(),
		watchedId,
		epoch: randomUUID(),
		runs: 0,
		filled: new Map(),
		accepted: 0,
		waiting: new Map(),
		existing: Infinity,
	};
}

/** What identifies a record by this value, and the value itself, as JSON, where that is another text. */
export function keyAsWritten(value: JsonValue | undefined) {
	const [key, own] = [textKeyOf(value), keyOf(value)];
	return { key, written: own === key ? undefined : own };
}

/** Where a key waits; after all others if it does not. */
export function turnOf(key: string, { waiting }: Snapshot): number {
	return waiting.get(key) ?? waiting.size;
}
