import type { ChangeEvent } from '../events';
import type { DataRecord } from '../paging/answer';
import { type Entry, hashRecord, shortHash, type Snapshot } from './snapshot';

export interface Change {
	event: ChangeEvent;
	/** As {@link keyOf} gives it. */
	key: string;
	record: DataRecord | undefined;
	/** The same when the same change is emitted again; different for every other change. */
	id: string;
}

interface Comparison {
	/** In the order of the list, removals last. */
	changes: Change[];
	next: Snapshot;
	/** Whether records came or went, emitted or not. */
	membershipChanged: boolean;
	/** Whether something is missing for the first time, or is no longer. */
	doubtsChanged: boolean;
}

/** What of the list is watched. */
export interface Watch {
	/** Names the list; part of every id. */
	list: string;
	events: ReadonlySet<ChangeEvent>;
	/** Changes in these fields do not count. */
	ignoredFields: ReadonlySet<string>;
}

/** A whole list, each record by its key and in the order of the service. */
export type RecordsByKey = ReadonlyMap<string, DataRecord>;

export const NOTHING: Snapshot = { entries: new Map(), emitted: 0, foundNothing: false };

/**
 * What changed in a list since the snapshot, and what to remember of it now.
 *
 * Pages drift while others write, so a record can slip between two of them: a removal is emitted
 * only after two whole reads in a row missed the record, and a read that finds nothing where there
 * was something is believed only when the next one finds nothing as well.
 */
export function compare(previous: Snapshot, records: RecordsByKey, watch: Watch): Comparison {
	if (records.size === 0 && previous.entries.size > 0 && !previous.foundNothing) {
		const next = { ...previous, foundNothing: true };
		return { changes: [], next, membershipChanged: false, doubtsChanged: true };
	}
	const all: Change[] = [];
	const entries = new Map<string, Entry>();
	let doubtsChanged = previous.foundNothing;
	const add = (event: ChangeEvent, key: string, hash: string, record?: DataRecord) => {
		const id = shortHash(`${watch.list} ${previous.emitted} ${event} ${hash} ${key}`);
		all.push({ event, key, record, id });
	};

	for (const [key, record] of records) {
		const before = previous.entries.get(key);
		const hash = hashRecord(record, watch.ignoredFields);
		entries.set(key, { hash, missing: false });
		if (before?.missing) doubtsChanged = true;
		if (before?.hash !== hash) add(before ? 'updated' : 'created', key, hash, record);
	}
	for (const [key, before] of previous.entries) {
		if (records.has(key)) continue;
		// An empty read that is believed is the second in a row, so every record was missed twice.
		if (before.missing || records.size === 0) {
			add('removed', key, before.hash);
		} else {
			entries.set(key, { ...before, missing: true });
			doubtsChanged = true;
		}
	}

	const changes = all.filter(({ event }) => watch.events.has(event));
	const emitted = previous.emitted + (changes.length > 0 ? 1 : 0);
	return {
		changes,
		next: { entries, emitted, foundNothing: false },
		membershipChanged: all.some(({ event }) => event !== 'updated'),
		doubtsChanged,
	};
}
