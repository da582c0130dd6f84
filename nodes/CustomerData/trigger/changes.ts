import type { INodeExecutionData } from 'n8n-workflow';
import { shortHash } from '../api/hash';
import type { DataRecord } from '../api/page';
import type { KeyedList } from '../identity/identity';
import { checkNotEmpty, checkRemovals, stillHeldBack, type Doubt } from '../identity/missing';
import { named, spellingsOf } from '../identity/spelling';
import type { ChangeEvent, WatchRequest } from './parameters';
import type { ReadRecord } from './readList';

/** What is remembered of a record. */
export interface Entry {
	/** Of the watched fields, as they were last output. */
	hash: string;
	/** Reads in a row that missed it, and were not excused, 0 to 2. */
	misses: number;
	/** Whether the last read missed it, and only excused ones have. */
	isExcused?: true;
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
	/** How many records had each of the chosen fields. */
	filled: ReadonlyMap<string, number>;
	/** How many of the missing records a higher maximum let through. */
	accepted: number;
	/** Keys whose changes wait for the next polls, each with its place: what was found first is output first. */
	waiting: ReadonlyMap<string, number>;
	/** How many of these, from the first on, are of records that the first poll found; before it, Infinity. */
	existing: number;
}

/** What one poll read. */
export interface ReadList extends KeyedList {
	records: ReadonlyMap<string, ReadRecord>;
	/** Why records may exist that were not read, if so. */
	doubt?: Doubt | undefined;
}

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

/** How many reads in a row must miss a record; a single read can miss one that moves. */
const MISSES_UNTIL_REMOVED = 3;

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

function placeOf(key: string, { waiting }: Snapshot): number {
	return waiting.get(key) ?? waiting.size;
}

/**
 * Compares a list that was read whole with what is known.
 *
 * @returns the changes that waited, then the others in the order of the list, removals last; and what is known
 * from now on. Changes beyond `maxEvents` stay as remembered, so that the next poll finds them again: each one
 * is output before those that are found later. `respelled` are missing records whose key the list has in another
 * spelling since this poll.
 * @throws TooManyRemovals
 */
export function changesSince(
	known: Snapshot,
	list: ReadList,
	request: WatchRequest,
): { changes: Change[]; next: Snapshot; respelled: MissingRecord[] } {
	const { events, maxEvents, watchedId } = request;
	const missing = missingFrom(list, known);
	const letThrough = checkMissing(missing, known, list, request);
	const due: Array<Omit<Change, 'id'> & Pick<ReadRecord, 'hash' | 'written'>> = [];
	const entries = new Map<string, Entry>();
	for (const [key, { hash, written, event, record }] of list.records) {
		const before = known.entries.get(key);
		if (!event) entries.set(key, { hash, written, misses: 0 });
		else if (before) entries.set(key, { hash: before.hash, written, misses: 0 });
		if (event) due.push({ event, key, hash, written, record });
	}
	for (const [key, before] of known.entries) if (list.shared.has(key)) entries.set(key, before);
	for (const { key, before, isExcused, isRespelled } of missing) {
		const { hash, written } = before;
		const misses = before.misses + (isExcused ? 0 : 1);
		const isRemoved = misses === MISSES_UNTIL_REMOVED;
		if (isRemoved && !events.has('removed')) continue;
		if (isRemoved) due.push({ event: 'removed', key, hash, written, record: undefined });
		entries.set(key, {
			hash,
			written,
			misses: Math.min(misses, MISSES_UNTIL_REMOVED - 1),
			...(misses === 0 && { isExcused: true }),
			...(isRespelled && { isRespelled }),
		});
	}
	due.sort((one, other) => placeOf(one.key, known) - placeOf(other.key, known));
	const changes = due.slice(0, maxEvents).map(({ event, key, hash, written, record }) => {
		if (event === 'removed') entries.delete(key);
		else entries.set(key, { hash, written, misses: 0 });
		const id = shortHash(`${known.epoch} ${known.runs} ${event} ${hash} ${key}`);
		return { event, key: written ?? key, record, id };
	});
	const late = due.slice(maxEvents);
	const waiting = new Map(late.map(({ key }, place) => [key, place]));
	const existing = late.filter(({ key }) => placeOf(key, known) < known.existing).length;
	const runs = known.runs + (changes.length > 0 ? 1 : 0);
	// Whatever was let through is removed first.
	const removed = changes.filter(({ event }) => event === 'removed').length;
	const accepted = Math.max(0, letThrough - removed);
	const next = { ...known, entries, watchedId, runs, waiting, existing, accepted };
	const respelled = missing.filter(({ before, isRespelled }) => isRespelled && !before.isRespelled);
	return { changes, next, respelled };
}

/** A known record that was not read. */
export interface MissingRecord {
	key: string;
	before: Entry;
	/** Whether the poll before did not miss it. */
	isNew: boolean;
	/** Keys in the list that are the same but for the spelling. */
	spellings: string[];
	/** Whether it may be one of these: not one that was there beside it. */
	isRespelled: boolean;
	/** Whether it may be in the list. That withholds its removal; it is missing all the same. */
	isExcused: boolean;
}

function missingFrom(list: ReadList, { entries, waiting }: Snapshot): MissingRecord[] {
	const isHere = (key: string) => list.records.has(key) || list.shared.has(key);
	const wasHere = (seen: Entry | undefined) => seen && seen.misses === 0 && !seen.isExcused;
	const missing = [...entries.keys()].filter((key) => !isHere(key));
	const present = spellingsOf(missing, list);
	return [...entries].flatMap(([key, before]) => {
		const spellings = present.get(key);
		if (!spellings) return [];
		const isNewSpelling = (spelling: string) =>
			!wasHere(entries.get(spelling)) && !waiting.has(spelling);
		const isRespelled = spellings.some((spelling) => before.isRespelled ?? isNewSpelling(spelling));
		const isExcused = list.doubt !== undefined || isRespelled;
		const isNew = wasHere(before) === true;
		return [{ key, before, isNew, spellings, isRespelled, isExcused }];
	});
}

/**
 * A list can shrink from poll to poll, so what earlier polls missed counts, unless a higher maximum let it through.
 * One that is there in another spelling counts at the first poll.
 *
 * @returns how many missing records were let through so far
 * @throws TooManyRemovals
 */
function checkMissing(
	missing: MissingRecord[],
	{ accepted, entries }: Snapshot,
	{ records, shared, doubt }: ReadList,
	{ maxRemovals }: WatchRequest,
): number {
	const counted = missing.filter(({ before }) => !before.isRespelled);
	const known = [...entries.values()].filter(({ isRespelled }) => !isRespelled).length;
	if (records.size + shared.size === 0) checkNotEmpty(known);
	const isTooMany = (count: number) => 100 * count > maxRemovals * known;
	const before = counted.filter(({ isNew }) => !isNew).length;
	const letThrough = isTooMany(before - accepted) ? before : Math.min(accepted, counted.length);
	if (isTooMany(counted.length - letThrough)) {
		const notes = [noteOnSpelling(counted), doubt && stillHeldBack(doubt)];
		checkRemovals(counted.length, known, maxRemovals, 'poll', ...notes);
	}
	return letThrough;
}

/** Raising the maximum outputs what was spelled otherwise as created. */
function noteOnSpelling(missing: MissingRecord[]): string | undefined {
	const first = missing.find(({ isRespelled }) => isRespelled);
	if (!first) return undefined;
	const { key, spellings } = first;
	return `The list has ${named(spellings)} in place of ${key}: records whose identifiers are only spelled in another way would be output as created, and may be duplicated.`;
}

/** The item that is output for a change; `record` is null for a removed one. */
export function toItem({ event, key, record, id }: Change): INodeExecutionData {
	// Beside other events, a table would show a record that is not there as an alarming "undefined".
	return { json: { event, key: JSON.parse(key), record: record ?? null, eventId: id } };
}
