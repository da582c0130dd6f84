import { brake, FEW_RECORDS } from '../identity/brake';
import { checkNotEmpty, stillHeldBack } from '../identity/missing';
import { named, spellingsOf } from '../identity/spelling';
import { OPTIONS } from '../parameters/options';
import type { WatchRequest } from './parameters';
import type { Entry, ReadList, Snapshot } from './snapshot';

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

export function missingFrom(list: ReadList, { entries, waiting }: Snapshot): MissingRecord[] {
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
 * @throws TooMany
 */
export function checkMissing(
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
		brakeOnMissing(counted.length, known, maxRemovals, notes);
	}
	return letThrough;
}

/** @throws TooMany */
export function brakeOnMissing(
	count: number,
	known: number,
	maxRemovals: number,
	notes: Array<string | undefined> = [],
): void {
	if (known < FEW_RECORDS) return;
	const { displayName: option } = OPTIONS.maxRemovals;
	const maximum = { option, percentage: maxRemovals, next: 'poll' } as const;
	brake(count, known, maximum, (exceeded, letThrough) => {
		const [are, they] = count === 1 ? ['is', 'it was'] : ['are', 'they were'];
		const advice = `Nothing was output. The next poll looks again. If ${they} removed on purpose, ${letThrough}`;
		return {
			message: `${count} of ${known} records ${are} missing, more than ${exceeded}`,
			description: [advice, ...notes].filter(Boolean).join(' '),
		};
	});
}

/** Raising the maximum outputs what was spelled otherwise as created. */
function noteOnSpelling(missing: MissingRecord[]): string | undefined {
	const first = missing.find(({ isRespelled }) => isRespelled);
	if (!first) return undefined;
	const { key, spellings } = first;
	return `The list has ${named(spellings)} in place of ${key}: records whose identifiers are only spelled in another way would be output as created, and may be duplicated.`;
}
