import type { ChangeEvent, WatchRequest } from './request';
import { type Change, compare } from './changes';
import type { WholeList } from './read';
import { checkRemovals } from './removals';
import type { Snapshot } from './snapshot';

/** What is remembered of a list. */
export interface Memory {
	/** Empty when nothing is remembered. */
	snapshot: Snapshot;
	/** Whether the list was read before. */
	isKnown: boolean;
	/** Whether an older version stored the snapshot, so that it has to be stored again. */
	isOld: boolean;
}

export interface Decision {
	changes: Change[];
	/** What to remember from now on; `undefined` when that is what is remembered already. */
	snapshot: Snapshot | undefined;
}

/** The events that this poll emits. */
export function eventsFor(
	{ events, emitExisting }: WatchRequest,
	memory: Memory,
): ReadonlySet<ChangeEvent> {
	if (isBeginning(memory)) return new Set(emitExisting ? ['created'] : []);
	const emitsExisting = emitExisting && memory.snapshot.emitsExisting;
	return emitsExisting ? new Set([...events, 'created']) : events;
}

/**
 * What a poll emits and remembers once it has read the list.
 *
 * @throws TooManyRemovals
 */
export function decide(
	memory: Memory,
	{ sightings, moved }: WholeList,
	request: WatchRequest,
): Decision {
	const { snapshot: known, isKnown, isOld } = memory;
	if (!isKnown && sightings.size === 0) {
		// The service may be starting up: only a second read that finds nothing is a beginning.
		return { changes: [], snapshot: { ...known, foundNothing: true } };
	}
	const { maxEvents, maxRemovals, emitExisting, watched } = request;
	const watch = { events: eventsFor(request, memory), maxEvents, watched, moved };
	const { changes, next, missed, matters, createdWait } = compare(known, sightings, watch);
	checkRemovals(missed, known.entries.size, maxRemovals);
	const mayBeExisting = isBeginning(memory) || known.emitsExisting;
	const emitsExisting = emitExisting && createdWait && mayBeExisting;
	const isUnchanged = !matters && !isOld && emitsExisting === known.emitsExisting;
	if (changes.length === 0 && isUnchanged) return { changes, snapshot: undefined };
	return { changes, snapshot: { ...next, emitsExisting } };
}

function isBeginning({ snapshot, isKnown }: Memory): boolean {
	return !isKnown || (snapshot.entries.size === 0 && snapshot.foundNothing);
}
