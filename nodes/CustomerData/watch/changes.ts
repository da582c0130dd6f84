import type { ChangeEvent, WatchedFields } from './request';
import type { DataRecord } from '../api/page';
import { shortHash } from './hash';
import type { Sighting } from './sightings';
import { type Entry, OUTDATED, type Snapshot, SURELY_GONE } from './snapshot';
import { sameFields } from './watched';

export interface Change {
	event: ChangeEvent;
	/** As {@link keyOf} gives it. */
	key: string;
	record: DataRecord | undefined;
	/** The same when the same change is emitted again; different for every other change. */
	id: string;
}

interface Watch {
	/** The events to emit. */
	events: ReadonlySet<ChangeEvent>;
	/** How many of them at most; the others wait for the next poll. */
	maxEvents: number;
	watched: WatchedFields;
	/** Whether the read noticed that others changed the list meanwhile. */
	moved: boolean;
}

interface Comparison {
	/** In the order of the list, removals last. */
	changes: Change[];
	next: Snapshot;
	/** Known records that this read is the first to miss. */
	missed: number;
	/** Whether a later poll, which starts from the next snapshot, would differ without it. */
	matters: boolean;
	/** Whether new records wait for the next poll, or may wait. */
	createdWait: boolean;
}

/** What a read that misses a record adds to its absence. */
const CALM = 2;
const RESTLESS = 1;

/**
 * What changed in a list since the snapshot, and what to remember of it now.
 *
 * A record that others move during a read can slip through: a removal is emitted only after two whole
 * reads in a row missed the record, or three when the list changed during the first two. A read that
 * finds nothing where there was something is believed only when the next one finds nothing as well.
 */
export function compare(
	known: Snapshot,
	sightings: ReadonlyMap<string, Sighting>,
	{ events, maxEvents, watched, moved }: Watch,
): Comparison {
	if (sightings.size === 0 && known.entries.size > 0 && !known.foundNothing) {
		const missed = [...known.entries.values()].filter(({ absence }) => absence === 0).length;
		const next = { ...known, foundNothing: true };
		return { changes: [], next, missed, matters: true, createdWait: true };
	}
	const changes: Change[] = [];
	const entries = new Map<string, Entry>();
	const sameWatched = sameFields(known.watched, watched);
	let missed = 0;
	let createdWait = false;
	let matters = known.foundNothing || !sameWatched;
	const emit = (event: ChangeEvent, key: string, hash: string, record?: DataRecord) => {
		const id = shortHash(`${known.epoch} ${known.emitted} ${event} ${hash} ${key}`);
		changes.push({ event, key, record, id });
	};

	for (const [key, { hash, event, record }] of sightings) {
		const before = known.entries.get(key);
		if (before && before.absence > 0) matters = true;
		if (!event || !events.has(event)) {
			entries.set(key, { hash, absence: 0 });
			matters ||= !before;
		} else if (record && changes.length < maxEvents) {
			entries.set(key, { hash, absence: 0 });
			emit(event, key, hash, record);
		} else {
			createdWait ||= !before;
			if (before) entries.set(key, { hash: sameWatched ? before.hash : OUTDATED, absence: 0 });
		}
	}
	for (const [key, before] of known.entries) {
		if (sightings.has(key)) continue;
		if (before.absence === 0) missed += 1;
		// An empty read that is believed is the second in a row, so every record was missed twice.
		const weight = sightings.size === 0 ? SURELY_GONE : moved ? RESTLESS : CALM;
		const absence = Math.min(before.absence + weight, SURELY_GONE);
		if (absence === SURELY_GONE && !events.has('removed')) {
			matters = true;
		} else if (absence === SURELY_GONE && changes.length < maxEvents) {
			emit('removed', key, before.hash);
		} else {
			matters ||= absence !== before.absence;
			entries.set(key, { ...before, absence });
		}
	}
	const next: Snapshot = {
		...known,
		entries,
		watched,
		emitted: known.emitted + (changes.length > 0 ? 1 : 0),
		// What waits of a list that is believed to be empty needs no doubt any more.
		foundNothing: sightings.size === 0 && entries.size > 0,
	};
	return { changes, next, missed, matters, createdWait };
}
