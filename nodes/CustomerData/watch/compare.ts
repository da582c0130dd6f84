import { UserError } from 'n8n-workflow';
import type { DataRecord } from '../api/page';
import { shortHash } from './identity';
import type { ChangeEvent, WatchRequest } from './request';

export interface Entry {
	/** Of what is watched of the record, as it was emitted last. */
	hash: string;
	/** Reads in a row that missed it, 0 to 2. */
	misses: number;
}

/** What is remembered of a list. */
export interface Snapshot {
	/** By the key of the record. */
	entries: ReadonlyMap<string, Entry>;
	/** Names the fields that the hashes are of. */
	watched: string;
	/** Another text whenever a list is remembered for the first time; part of every event's id. */
	epoch: string;
	/** Runs with changes so far; part of every event's id. */
	runs: number;
	/** Whether records that were there at the beginning can be unknown still. */
	isBeginning: boolean;
}

/** A list that was read to its end. */
export interface ReadList {
	/** By key, in the order of the list; with its content where the record is new or different. */
	records: ReadonlyMap<string, { hash: string; record?: DataRecord }>;
	/** The keys that different records share. */
	shared: ReadonlySet<string>;
	/** Whether records that were not read may be there all the same. */
	isInDoubt: boolean;
	/** How many records no key tells apart. */
	leftOut: number;
}

export interface Change {
	event: ChangeEvent;
	key: string;
	record: DataRecord | undefined;
	/** The same when the same change is emitted again; different for every other change. */
	id: string;
}

/** A record that others move during a read can slip through, but hardly through so many in a row. */
const SURE_MISSES = 3;

/** In shorter lists, a few records are a large share. */
const FEWEST_RECORDS = 10;

/** So many records are gone at once that the service may be returning only part of the list. */
export class TooManyRemovals extends UserError {}

export function isChosen(
	event: ChangeEvent,
	{ isBeginning }: Snapshot,
	{ events, emitExisting }: WatchRequest,
): boolean {
	return isBeginning && event === 'created' ? emitExisting : events.has(event);
}

/**
 * What changed in a list since it was remembered, and what to remember of it now. What goes beyond the
 * most events of a run stays as it was remembered, so the next poll finds it again.
 *
 * @param watched names the fields that the hashes of the list are of
 * @throws TooManyRemovals
 */
export function compare(
	known: Snapshot,
	list: ReadList,
	request: WatchRequest,
	watched: string,
): { changes: Change[]; next: Snapshot } {
	const changes: Change[] = [];
	const entries = new Map<string, Entry>();
	let isCut = false;
	/** Whether nothing remains to be done about the change. */
	const emit = (event: ChangeEvent, key: string, hash: string, record?: DataRecord): boolean => {
		if (!isChosen(event, known, request)) return true;
		const isHere = event === 'removed' || record !== undefined;
		const fits = isHere && changes.length < request.maxEvents;
		isCut ||= !fits;
		if (!fits) return false;
		changes.push({
			event,
			key,
			record,
			id: shortHash(`${known.epoch} ${known.runs} ${event} ${hash} ${key}`),
		});
		return true;
	};
	for (const [key, { hash, record }] of list.records) {
		const before = known.entries.get(key);
		// Hashes of other fields say nothing: they are taken anew.
		const isSame = before && (before.hash === hash || known.watched !== watched);
		const isDone = isSame || emit(before ? 'updated' : 'created', key, hash, record);
		if (isDone) entries.set(key, { hash, misses: 0 });
		else if (before) entries.set(key, { ...before, misses: 0 });
	}
	let missed = 0;
	let missedBefore = 0;
	for (const [key, before] of known.entries) {
		if (list.records.has(key)) continue;
		const isHeld = list.isInDoubt || list.shared.has(key);
		if (!isHeld && before.misses === 0) missed += 1;
		if (!isHeld && before.misses > 0) missedBefore += 1;
		const misses = before.misses + (isHeld ? 0 : 1);
		if (misses === SURE_MISSES && emit('removed', key, before.hash)) continue;
		entries.set(key, { ...before, misses: Math.min(misses, SURE_MISSES - 1) });
	}
	checkRemovals(missed, missedBefore, known.entries.size, request.maxRemovals);
	const runs = known.runs + (changes.length > 0 ? 1 : 0);
	const isBeginning = known.isBeginning && isCut;
	return { changes, next: { ...known, entries, watched, runs, isBeginning } };
}

/**
 * A list can also melt from poll to poll, so records that earlier polls missed count, too, until they
 * are emitted. More of those than allowed have been let through: the maximum was raised for them.
 *
 * @throws TooManyRemovals
 */
export function checkRemovals(
	missed: number,
	missedBefore: number,
	known: number,
	maxRemovals: number,
): void {
	const isTooMany = (count: number) => 100 * count > maxRemovals * known;
	const count = isTooMany(missedBefore) ? missed : missed + missedBefore;
	if (known < FEWEST_RECORDS || !isTooMany(count)) return;
	const percentage = (100 * count) / known;
	const [verb, they] = count === 1 ? ['records is', 'it was'] : ['records are', 'they were'];
	const description = `Nothing was emitted, and the next poll looks again. If ${they} removed on purpose, raise 'Max Removals (%)' under 'Options' to ${Math.ceil(percentage)}, and lower it again after the next poll.`;
	throw new TooManyRemovals(
		`${count} of ${known} ${verb} gone, more than 'Max Removals (%)' allows (${maxRemovals}%)`,
		{ description },
	);
}
