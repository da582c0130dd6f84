import type { INodeExecutionData } from 'n8n-workflow';
import { shortHash } from '../api/hash';
import type { DataRecord } from '../api/page';
import { MISSES_UNTIL_REMOVED } from '../parameters/limits';
import { checkMissing, missingFrom, type MissingRecord } from './missed';
import type { ChangeEvent, WatchRequest } from './parameters';
import { placeOf, type Entry, type ReadList, type Snapshot } from './snapshot';
import type { ReadRecord } from './watchedList';

/** What is output as one item. */
export interface Change {
	event: ChangeEvent;
	/** What identifies the record, as JSON, as the list has it. */
	key: string;
	/** As it was read; none for a removed one. */
	record: DataRecord | undefined;
	/** The same when the same change is emitted again; different for every other change. */
	id: string;
}

/** The event of a record that was read, if any. A hash of other fields says nothing. */
export function eventOf(
	key: string,
	hash: string,
	known: Snapshot,
	{ watchedId, events, emitExisting }: WatchRequest,
): ChangeEvent | undefined {
	const { existing, waiting } = known;
	const before = known.entries.get(key);
	if (before) {
		// What waits was not output with the other fields either.
		const isOfOthers = known.watchedId !== watchedId && !waiting.has(key);
		const isSame = before.hash === hash || isOfOthers;
		return isSame || !events.has('updated') ? undefined : 'updated';
	}
	const isExisting = placeOf(key, known) < existing;
	// A read can miss one that moves, so whatever is unknown at the beginning may be one of them.
	const isOfBeginning = existing > 0 || waiting.has(key);
	const isChosen = (emitExisting && isOfBeginning) || (events.has('created') && !isExisting);
	return isChosen ? 'created' : undefined;
}

/** What becomes of a record from one poll to the next; `compare/fates.ts` says why these are others than those of rows. */
type Fate =
	| { fate: 'same'; key: string; seen: ReadRecord }
	| { fate: 'created'; key: string; seen: ReadRecord }
	| { fate: 'updated'; key: string; seen: ReadRecord; before: Entry }
	| { fate: 'shared'; key: string; before: Entry }
	| { fate: 'missed'; key: string; after: Entry }
	| { fate: 'removed'; key: string; after: Entry }
	| { fate: 'forgotten'; key: string };

/** What is output, now or later. */
type Due = Extract<Fate, { fate: ChangeEvent }>;

/**
 * Compares a list that was read whole with what is known.
 *
 * @returns the changes that waited, then the others in the order of the list, removals last; and what is known
 * from now on. Changes beyond `maxEvents` stay as remembered, so that the next poll finds them again: each one
 * is output before those that are found later. `respelled` are missing records whose key the list has in another
 * spelling since this poll.
 * @throws TooMany
 */
export function changesSince(
	known: Snapshot,
	list: ReadList,
	request: WatchRequest,
): { changes: Change[]; next: Snapshot; respelled: MissingRecord[] } {
	const missing = missingFrom(list, known);
	const letThrough = checkMissing(missing, known, list, request);
	const fates = [...fatesOfRead(list, known), ...fatesOfMissing(missing, request)];
	const due = fates
		.filter(isDue)
		.sort((one, other) => placeOf(one.key, known) - placeOf(other.key, known));
	const output = due.slice(0, request.maxEvents);
	const late = due.slice(request.maxEvents);
	const isLate = new Set<Fate>(late);
	const entries = new Map<string, Entry>();
	for (const one of fates) {
		const entry = entryAfter(one, isLate.has(one));
		if (entry) entries.set(one.key, entry);
	}
	// Whatever was let through is removed first.
	const removed = output.filter(({ fate }) => fate === 'removed').length;
	const next = {
		...known,
		entries,
		watchedId: request.watchedId,
		runs: known.runs + (output.length > 0 ? 1 : 0),
		waiting: new Map(late.map(({ key }, place) => [key, place])),
		existing: late.filter(({ key }) => placeOf(key, known) < known.existing).length,
		accepted: Math.max(0, letThrough - removed),
	};
	const respelled = missing.filter(({ before, isRespelled }) => isRespelled && !before.isRespelled);
	return { changes: output.map((one) => changeOf(one, known)), next, respelled };
}

function fatesOfRead({ records, shared }: ReadList, { entries }: Snapshot): Fate[] {
	const read = [...records].map(([key, seen]): Fate => {
		const before = entries.get(key);
		if (!seen.event) return { fate: 'same', key, seen };
		return before ? { fate: 'updated', key, seen, before } : { fate: 'created', key, seen };
	});
	const known = [...entries].filter(([key]) => shared.has(key));
	return [...read, ...known.map(([key, before]): Fate => ({ fate: 'shared', key, before }))];
}

function fatesOfMissing(missing: MissingRecord[], { events }: WatchRequest): Fate[] {
	return missing.map(({ key, before, isExcused, isRespelled }): Fate => {
		const { hash, written } = before;
		const misses = before.misses + (isExcused ? 0 : 1);
		const after = {
			hash,
			written,
			misses: Math.min(misses, MISSES_UNTIL_REMOVED - 1),
			...(misses === 0 && { isExcused: true as const }),
			...(isRespelled && { isRespelled: true as const }),
		};
		if (misses < MISSES_UNTIL_REMOVED) return { fate: 'missed', key, after };
		return events.has('removed') ? { fate: 'removed', key, after } : { fate: 'forgotten', key };
	});
}

function isDue(one: Fate): one is Due {
	return ['created', 'updated', 'removed'].includes(one.fate);
}

/** What is remembered of a record; what is late, the next poll has to find again. */
function entryAfter(one: Fate, isLate: boolean): Entry | undefined {
	switch (one.fate) {
		case 'same':
			return entryOf(one.seen);
		case 'created':
			return isLate ? undefined : entryOf(one.seen);
		case 'updated':
			return isLate ? { ...entryOf(one.seen), hash: one.before.hash } : entryOf(one.seen);
		case 'shared':
			return one.before;
		case 'missed':
			return one.after;
		case 'removed':
			return isLate ? one.after : undefined;
		case 'forgotten':
			return undefined;
	}
}

function entryOf({ hash, written }: ReadRecord): Entry {
	return { hash, written, misses: 0 };
}

function changeOf(one: Due, { epoch, runs }: Snapshot): Change {
	const { fate: event, key } = one;
	const { hash, written } = event === 'removed' ? one.after : one.seen;
	const record = event === 'removed' ? undefined : one.seen.record;
	const id = shortHash(`${epoch} ${runs} ${event} ${hash} ${key}`);
	return { event, key: written ?? key, record, id };
}

/** The item that is output for a change; `record` is null for a removed one. */
export function toItem({ event, key, record, id }: Change): INodeExecutionData {
	// Beside other events, a table would show a record that is not there as an alarming "undefined".
	return { json: { event, key: JSON.parse(key), record: record ?? null, eventId: id } };
}
