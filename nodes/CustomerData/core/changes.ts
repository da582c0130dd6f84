import type { DataRecord } from './page';
import { type Entry, hashRecord, shortHash, type Snapshot } from './snapshot';

export type ChangeEvent = 'created' | 'updated' | 'removed';

/** What happened to one record. */
export interface Change {
	event: ChangeEvent;
	/** As {@link keyOf} gives it. */
	key: string;
	/** As the service has it now; a removed one is gone. */
	record: DataRecord | undefined;
	/** The same for the same change, should it be told a second time; another for every other. */
	id: string;
}

export interface Comparison {
	/** In the order of the list, removals last. */
	changes: Change[];
	next: Snapshot;
	/** Whether records came or went, told or not. */
	membershipChanged: boolean;
	/** Whether something is missing for the first time, or is no longer. */
	doubtsChanged: boolean;
}

/** What of the list is watched. */
export interface Watch {
	/** Names the list; part of every id. */
	list: string;
	events: ReadonlySet<ChangeEvent>;
	/** A change in these fields is none. */
	ignoredFields: ReadonlySet<string>;
}

/** A whole list, each record by its key and in the order of the service. */
export type RecordsByKey = ReadonlyMap<string, DataRecord>;

export const NOTHING: Snapshot = { entries: new Map(), told: 0, foundNothing: false };

/**
 * Tells what became of a list since the snapshot, and what to remember of it now.
 *
 * Pages drift while others write, so a record can slip between two of them: a removal is told
 * only when two whole reads in a row missed the record, and a read that finds nothing at all
 * where there was something is not believed until the next one finds nothing, too.
 */
export function compare(previous: Snapshot, records: RecordsByKey, watch: Watch): Comparison {
	if (records.size === 0 && previous.entries.size > 0 && !previous.foundNothing) {
		const next = { ...previous, foundNothing: true };
		return { changes: [], next, membershipChanged: false, doubtsChanged: true };
	}
	const present = comparePresent(previous, records, watch);
	const absent = compareAbsent(previous, records, watch);
	const changes = [...present.changes, ...absent.changes].filter(({ event }) =>
		watch.events.has(event),
	);
	return {
		changes,
		membershipChanged: present.created > 0 || absent.changes.length > 0,
		doubtsChanged: previous.foundNothing || present.returned > 0 || absent.entries.length > 0,
		next: {
			entries: new Map([...present.entries, ...absent.entries]),
			told: previous.told + (changes.length > 0 ? 1 : 0),
			foundNothing: false,
		},
	};
}

function comparePresent(previous: Snapshot, records: RecordsByKey, watch: Watch) {
	const entries: Array<[string, Entry]> = [];
	const changes: Change[] = [];
	let created = 0;
	let returned = 0;
	for (const [key, record] of records) {
		const hash = hashRecord(record, watch.ignoredFields);
		const before = previous.entries.get(key);
		entries.push([key, { hash, missing: false }]);
		if (before?.missing) returned += 1;
		if (before?.hash === hash) continue;
		if (!before) created += 1;
		changes.push(change(previous, watch, before ? 'updated' : 'created', key, hash, record));
	}
	return { entries, changes, created, returned };
}

function compareAbsent(previous: Snapshot, records: RecordsByKey, watch: Watch) {
	const entries: Array<[string, Entry]> = [];
	const changes: Change[] = [];
	for (const [key, before] of previous.entries) {
		if (records.has(key)) continue;
		// A read that found nothing and is believed is the second one, so it missed every record twice.
		if (before.missing || records.size === 0) {
			changes.push(change(previous, watch, 'removed', key, before.hash));
		} else {
			entries.push([key, { ...before, missing: true }]);
		}
	}
	return { entries, changes };
}

function change(
	{ told }: Snapshot,
	{ list }: Watch,
	event: ChangeEvent,
	key: string,
	hash: string,
	record?: DataRecord,
): Change {
	return { event, key, record, id: shortHash(`${list} ${told} ${event} ${hash} ${key}`) };
}
