import type { INodeExecutionData } from 'n8n-workflow';
import { shortHash } from '../api/hash';
import type { DataRecord } from '../api/page';
import { checkMissing, missingFrom, type MissingRecord } from './missed';
import type { ChangeEvent, WatchRequest } from './parameters';
import { turnOf, type Entry, type Snapshot, type WatchedRead } from './snapshot';

export interface Change {
	event: ChangeEvent;
	/** The key of the record, as JSON, as the list has it. */
	key: string;
	/** `undefined` for a removed record. */
	record: DataRecord | undefined;
	/** The same if the same change is output again; different for every other change. */
	id: string;
}

/**
 * The event of a record that was read, if any. A hash of other fields says nothing.
 *
 * @param comesIn whether the record did not meet the conditions as they were before. It counts as one that the first
 * poll found, because a changed condition can let in most of a list.
 */
export function eventOf(
	key: string,
	hash: string,
	known: Snapshot,
	{ watchedId, events, emitExisting }: WatchRequest,
	comesIn = false,
): ChangeEvent | undefined {
	const { existing, waiting } = known;
	const before = known.entries.get(key);
	if (before) {
		// A change that waits was not output with the other fields either.
		const isOfOthers = known.watchedId !== watchedId && !waiting.has(key);
		const isSame = before.hash === hash || isOfOthers;
		return isSame || !events.has('updated') ? undefined : 'updated';
	}
	const isLetIn = comesIn && !waiting.has(key);
	const isExisting = isLetIn || turnOf(key, known) < existing;
	// A read can miss a record that moves, so an unknown record may have existed before the first poll.
	const isOfBeginning = isLetIn || existing > 0 || waiting.has(key);
	const isChosen = (emitExisting && isOfBeginning) || (events.has('created') && !isExisting);
	return isChosen ? 'created' : undefined;
}

/** A change that is output, now or at one of the next polls. */
interface Due {
	event: ChangeEvent;
	key: string;
	/** The entry for the record once this change is output; for a removed record, until then. */
	entry: Entry;
	record?: DataRecord | undefined;
}

/**
 * Compares a list that was read whole with the last snapshot.
 *
 * @returns the changes that waited, then the other changes in the order of the list, removals last; and the next
 * snapshot. Changes beyond `maxEvents` wait: each is output before changes that are found later. `respelled`
 * are missing records whose key the list has in another spelling since this poll.
 */
export function changesSince(
	known: Snapshot,
	list: WatchedRead,
	request: WatchRequest,
): { changes: Change[]; next: Snapshot; respelled: MissingRecord[] } {
	const missing = missingFrom(list, known);
	const letThrough = checkMissing(missing, known, list, request);
	const entries = new Map<string, Entry>();
	const due: Due[] = [];
	for (const [key, { entry, event, record }] of list.records) {
		entries.set(key, entry);
		if (event) due.push({ event, key, entry, record });
	}
	// If records share a key, none of them is the known record for certain.
	for (const [key, entry] of known.entries) if (list.shared.has(key)) entries.set(key, entry);
	for (const { key, after, isRemoved } of missing) {
		if (!isRemoved) entries.set(key, after);
		else if (request.events.has('removed')) due.push({ event: 'removed', key, entry: after });
	}
	due.sort((one, other) => turnOf(one.key, known) - turnOf(other.key, known));
	const output = due.slice(0, request.maxEvents);
	const late = due.slice(request.maxEvents);
	for (const { key, entry } of late) {
		const before = known.entries.get(key);
		// A record whose change waits is remembered as it was, so that the next poll finds the change again.
		if (before) entries.set(key, { ...entry, hash: before.hash });
		else entries.delete(key);
	}
	// Records that were let through are removed first.
	const removed = output.filter(({ event }) => event === 'removed').length;
	const next = {
		entries,
		watchedId: request.watchedId,
		conditions: request.conditions,
		epoch: known.epoch,
		runs: known.runs + (output.length > 0 ? 1 : 0),
		filled: withoutZeros(list.filled),
		filledInAll: withoutZeros(list.all.filled),
		accepted: Math.max(0, letThrough - removed),
		waiting: new Map(late.map(({ key }, place) => [key, place])),
		existing: late.filter(({ key }) => turnOf(key, known) < known.existing).length,
	};
	const respelled = missing.filter(({ before, after }) => after.isRespelled && !before.isRespelled);
	return { changes: output.map((one) => changeOf(one, known)), next, respelled };
}

function withoutZeros(counts: ReadonlyMap<string, number>): Map<string, number> {
	return new Map([...counts].filter(([, count]) => count > 0));
}

function changeOf({ event, key, entry, record }: Due, { epoch, runs }: Snapshot): Change {
	const { hash } = entry;
	const id = shortHash(`${epoch} ${runs} ${event} ${hash} ${key}`);
	return { event, key, record, id };
}

export function toItem({ event, key, record, id }: Change): INodeExecutionData {
	// Beside other events, a table would show a record that is not there as an alarming "undefined".
	return { json: { event, key: String(JSON.parse(key)), record: record ?? null, eventId: id } };
}
