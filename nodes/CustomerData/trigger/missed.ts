import { MOST_NAMED, named } from '../errors/userError';
import { brake, TooMany } from '../identity/brake';
import { isListed } from '../identity/identity';
import { checkNotEmpty, stillHeldBack } from '../identity/missing';
import { spellingsOf } from '../identity/spelling';
import { FEW_RECORDS, MISSES_UNTIL_REMOVED } from '../parameters/limits';
import { LEFT_OUT, ONLY_RECORDS } from '../parameters/onlyRecords';
import { OPTIONS } from '../parameters/options';
import { allOf, valuesInWords } from '../values/conditions';
import type { WatchRequest } from './parameters';
import type { Entry, Snapshot, WatchedRead } from './snapshot';

/** A known record that was not read. */
export interface MissingRecord {
	key: string;
	before: Entry;
	/** Its entry until its removal is output. */
	after: Entry;
	isRemoved: boolean;
	/** Keys in the list that are the same but for the spelling. */
	spellings: string[];
}

/** A miss is excused, and does not count, if the read is in doubt, or if the list has another spelling of the key. */
export function missingFrom(list: WatchedRead, { entries, waiting }: Snapshot): MissingRecord[] {
	const isMissing = (key: string) => !isListed(list, key);
	const wasRead = (key: string) => entries.has(key) && entries.get(key)?.misses === undefined;
	// A record that was read beside the missing record is another one.
	const isNew = (key: string) => !waiting.has(key) && !wasRead(key);
	const present = spellingsOf([...entries.keys()].filter(isMissing), list);
	return [...entries].flatMap(([key, before]) => {
		const spellings = present.get(key);
		if (!spellings) return [];
		const isRespelled = spellings.some((spelling) => before.isRespelled ?? isNew(spelling));
		const { hash, misses: earlier = 0 } = before;
		const misses = earlier + (list.doubt || isRespelled ? 0 : 1);
		const after = {
			hash,
			misses: Math.min(misses, MISSES_UNTIL_REMOVED - 1),
			...(isRespelled && { isRespelled: true as const }),
		};
		return [{ key, before, after, isRemoved: misses >= MISSES_UNTIL_REMOVED, spellings }];
	});
}

/**
 * Refuses a poll that misses too many records. A list can shrink from poll to poll, so a record that earlier polls
 * missed counts as well, unless a higher maximum let it through. A read can be in doubt forever: then only records
 * count that the last poll read, and the others wait for the first poll without a doubt. A record that the list has in
 * another spelling counts at the first poll.
 *
 * For example, 100 records are known, and the maximum is 20 %. A poll that misses 15 of them passes. The next poll
 * misses 10 more, 25 in all, and is refused. The user raises the maximum to 30 %, the poll passes, and the user lowers
 * the maximum again. These 25 are let through now. The next poll may miss 15 more, which is 20 % of the other 75.
 *
 * @returns how many missing records were let through so far
 * @throws TooMany
 */
export function checkMissing(
	missing: MissingRecord[],
	{ accepted, entries, waiting }: Snapshot,
	list: WatchedRead,
	{ maxRemovals, conditions }: WatchRequest,
): number {
	const { records, shared, doubt } = list;
	const isCounted = ({ misses, isRespelled }: Entry) =>
		doubt ? misses === undefined : !isRespelled;
	const counted = missing.filter(({ before }) => isCounted(before));
	const known = [...entries.values()].filter(isCounted).length;
	if (records.size + shared.size === 0) {
		const { length: others } = [...waiting.keys()].filter((key) => !entries.has(key));
		checkSomeWanted(list, known + others, conditions);
		checkNotEmpty(known + others);
	}
	const isTooMany = (count: number, except: number) =>
		100 * (count - except) > maxRemovals * (known - except);
	// Only a poll without a doubt has counted these records, and let them pass.
	const earlier = counted.filter(({ before: { misses = 0 } }) => misses > 0).length;
	const letThrough = isTooMany(earlier, accepted) ? earlier : Math.min(accepted, earlier);
	if (isTooMany(counted.length, letThrough)) {
		const left = conditions.length > 0 ? LEFT_OUT : undefined;
		const notes = [noteOnSpelling(counted), left, doubt && stillHeldBack(doubt)];
		const stop = brakeOnMissing(counted.length, known, maxRemovals, notes);
		if (stop) throw stop;
	}
	return doubt ? accepted : letThrough;
}

/**
 * Conditions that leave out all records are like an empty list: probably a value or the data is wrong.
 *
 * @param known how many records could be missing
 * @throws TooMany for more than one
 */
export function checkSomeWanted(
	{ all: { first }, unwanted }: Pick<WatchedRead, 'all' | 'unwanted'>,
	known: number,
	conditions: WatchRequest['conditions'],
): void {
	if (known < 2 || !first || unwanted === 0) return;
	throw new TooMany(`${leavesOut(unwanted)}, so all ${known} known records are missing`, {
		description: `Nothing was output, and the next poll looks again. Check the values there: in the first record, ${valuesInWords(first, conditions)}. If they are right, mark the records as removed in the other system yourself. Then unpublish this workflow until a record meets the conditions.`,
	});
}

/** For n8n's log. */
export function notesOnUnwanted({ size }: WatchedRead['records'], unwanted: number): string[] {
	return size === 0 && unwanted > 0 ? [leavesOut(unwanted)] : [];
}

function leavesOut(count: number): string {
	return `'${ONLY_RECORDS}' leaves out ${allOf(count)}`;
}

/** The reason to refuse a poll, if too many records are missing. */
export function brakeOnMissing(
	count: number,
	known: number,
	maxRemovals: number,
	notes: Array<string | undefined> = [],
): TooMany | undefined {
	if (known < FEW_RECORDS) return undefined;
	const { displayName: option } = OPTIONS.maxRemovals;
	const maximum = { option, percentage: maxRemovals, next: 'poll' } as const;
	return brake(count, known, maximum, (exceeded, letThrough) => {
		const [are, they] = count === 1 ? ['is', 'it was'] : ['are', 'they were'];
		const advice = `Nothing was output. The next poll looks again. If ${they} removed on purpose, ${letThrough}`;
		return {
			message: `${count} of ${known} records ${are} missing, more than ${exceeded}`,
			description: [advice, ...notes].filter(Boolean).join(' '),
		};
	});
}

/** A warning: with a higher maximum, records that the list has in another spelling are output as created. */
function noteOnSpelling(missing: MissingRecord[]): string | undefined {
	const first = missing.find(({ after }) => after.isRespelled);
	if (!first) return undefined;
	const { key, spellings } = first;
	return `The list has ${named(spellings)} in place of ${key}: records whose identifiers are only spelled in another way would be output as created, and may be duplicated.`;
}

/** For n8n's log. */
export function notesOnRespelled(respelled: MissingRecord[]): string[] {
	return respelled
		.slice(0, MOST_NAMED)
		.map(
			({ key, spellings }) =>
				`${key} is missing, but the list has ${named(spellings)}. It is not output as removed, because it may be the same record`,
		);
}
